#include "core/measures/report/provenance.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace jitterscope::provenance_test {
namespace {

Provenance made() {
  Provenance of;
  of.program = "jitterscope";
  of.version = "1.2.3";
  of.revision = "82c3881b-dirty";
  of.compiler = "GNU 12.2.0, Release";
  of.made_at = "2026-11-26T16:02:31+01:00";
  of.command = "jitterscope analyze 'a b.jscope'";
  of.machine = {
      "Debian GNU/Linux 12 (bookworm)", "Processor X", "6.1.0", "x86_64", 2, true, {{0.5, 0.25, 0}}, {{1, 2, 3}}};
  return of;
}

TEST(Provenance, IsOneObject) {
  const nlohmann::ordered_json load{{"begin", {0.5, 0.25, 0.0}}, {"end", {1.0, 2.0, 3.0}}};
  const nlohmann::ordered_json machine{{"system", "Debian GNU/Linux 12 (bookworm)"},
                                       {"kernel", "6.1.0"},
                                       {"architecture", "x86_64"},
                                       {"processor", "Processor X"},
                                       {"processors", 2},
                                       {"virtual", true},
                                       {"load_average", load}};
  EXPECT_EQ(to_json(made()), (nlohmann::ordered_json{{"program", "jitterscope"},
                                                     {"version", "1.2.3"},
                                                     {"revision", "82c3881b-dirty"},
                                                     {"compiler", "GNU 12.2.0, Release"},
                                                     {"made_at", "2026-11-26T16:02:31+01:00"},
                                                     {"command", "jitterscope analyze 'a b.jscope'"},
                                                     {"machine", machine}}));
}

TEST(Provenance, WhatIsNotKnownIsNull) {
  Provenance of = made();
  of.revision.reset();
  of.made_at.reset();
  of.machine->system.reset();
  of.machine->processor.reset();
  of.machine->load_at_end.reset();
  const auto json = to_json(without_names(of));
  for (const char* key : {"revision", "made_at", "command", "machine"}) EXPECT_TRUE(json.at(key).is_null()) << key;
  const auto machine = to_json(of)["machine"];
  EXPECT_TRUE(machine["system"].is_null() && machine["processor"].is_null());
  EXPECT_TRUE(machine["load_average"]["end"].is_null());
}

TEST(Provenance, IsSentencesOnAPage) {
  EXPECT_EQ(
      provenance_sentence(made()),
      "Made by jitterscope 1.2.3 (revision 82c3881b-dirty) at 2026-11-26T16:02:31+01:00 with “jitterscope analyze "
      "'a b.jscope'”. Machine: Processor X, 2 processors, Debian GNU/Linux 12 (bookworm), kernel 6.1.0 x86_64, a "
      "virtual machine; load average 0.50 at the beginning, 1.00 at the end.");
  Provenance of = made();
  of.revision.reset();
  of.made_at.reset();
  EXPECT_EQ(provenance_sentence(without_names(of)), "Made by jitterscope 1.2.3.");
}

}  // namespace
}  // namespace jitterscope::provenance_test
