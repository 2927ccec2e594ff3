// The events of rate control in traces and exports: the only ones with arrays.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/rate_decided.h"
#include "core/events/kinds/trend_reported.h"
#include "core/record/export/export.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::rate_events_test {
namespace {

using trace_test::file_text;
using trace_test::recorded;
using trace_test::TemporaryFolder;

/// Of which the scale of 32 packets alone is full.
TrendReported young_report() {
  TrendReported report;
  report.direction = Direction::kReceived;
  report.ssrc = 5;
  report.end_sequence = 40;
  report.phase[0] = TrendPhase::kIncreasing;
  report.pct[0] = 0.2F;
  report.pdt[0] = -1.0F;
  report.verdict = 0.5;
  report.rise_ms = 2.5;
  report.at = Timestamp::ns(1'000);
  return report;
}

TEST(RateEvents, JsonHasAKeyAScale) {
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {young_report()});
  std::string error;
  ASSERT_TRUE(export_json(*trace, folder / "out.json", error)) << error;
  const auto event = nlohmann::json::parse(file_text(folder / "out.json"))["events"][0];
  EXPECT_EQ(event["phase_32"], "increasing");
  EXPECT_EQ(event["pct_32"], 0.2);  // not 0.20000000298, a float's
  EXPECT_EQ(event["pdt_32"], -1);
  EXPECT_TRUE(event["phase_64"].is_null() && event["pct_128"].is_null());
}

TEST(RateEvents, AFolderOfCsvHasTheirTables) {
  RateDecided decided;
  decided.controller = ShortText<24>("two-stream");
  decided.reason = ShortText<112>("Delays increase, so R_max falls.");
  decided.target_kbps = 60.5;
  decided.high_kbps = 80;
  decided.at = Timestamp::ns(2'000);
  PacketSent packet;
  packet.sent = Timestamp::ns(1);
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {packet, young_report(), decided});
  std::string error;
  ASSERT_TRUE(export_csv(*trace, folder / "out", error)) << error;
  const std::string trends = file_text(folder / "out/trend_reported.csv");
  EXPECT_NE(trends.find(",judged_from,phase_32,pct_32,pdt_32,phase_64,"), std::string::npos) << trends;
  EXPECT_NE(trends.find(",40,0,increasing,0.2,-1,,,,,,,0.5,"), std::string::npos) << trends;
  EXPECT_EQ(file_text(folder / "out/rate_decided.csv"),
            "local_ns,conference_ns,unix_ns,controller,stage,reason,target_kbps,low_kbps,high_kbps,sending,judge_from\n"
            "2000,,,two-stream,,\"Delays increase, so R_max falls.\",60.5,,80,1,\n");
}

}  // namespace
}  // namespace jitterscope::rate_events_test
