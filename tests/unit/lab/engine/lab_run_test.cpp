#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "core/base/files/temporary_folder.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/labs.h"

namespace jitterscope::lab_run_test {
namespace {

using testing::HasSubstr;

/// A lab that measures its settings.
LabDefinition sample() {
  LabDefinition lab;
  lab.name = "x.y";
  lab.parameters = {LabParameter::count("seeds", "10", "runs", 1, 1000),
                    {"delay-ms", "1.5", "of the path", 0, 2000},
                    LabParameter::choice("order", "of the runs", {"up", "down", "mixed"}),
                    LabParameter::count("send-buffer", "65536", "bytes", 1448, 4194304)};
  lab.design = [](const LabRun&) { return LabDesign{}; };
  lab.cell = [](const LabRun&, const LabCell&, std::string&) { return std::optional(CellFigures{}); };
  lab.judge = [](const LabRun&, const DoneCells&) { return LabResult{.parameters = {{"seeds", 10.0}}}; };
  return lab;
}

std::string refusal(const LabRun& run) {
  std::string error;
  LabFault fault = LabFault::kFailed;
  EXPECT_FALSE(run_lab(sample(), run, error, &fault));
  EXPECT_EQ(fault, LabFault::kUsage) << error;
  return error;
}

TEST(LabSettings, RangesAreNamedInWholeNumbers) {
  EXPECT_EQ(refusal({.settings = {{"send-buffer", "7"}}}),
            "send-buffer takes a whole number from 1448 to 4194304, not '7'.");
  EXPECT_EQ(refusal({.settings = {{"delay-ms", "-1"}}}), "delay-ms takes a number from 0 to 2000, not '-1'.");
}

TEST(LabSettings, SayWhatTheyTake) {
  std::vector<std::string> all;
  for (const LabParameter& parameter : sample().parameters) all.push_back(what_it_takes(parameter));
  EXPECT_THAT(all, testing::ElementsAre("a whole number from 1 to 1000", "a number from 0 to 2000", "up, down or mixed",
                                        "a whole number from 1448 to 4194304"));
  EXPECT_EQ(what_it_takes({"loads", "0,1", "of all"}), "");
}

TEST(LabSettings, HalfARunIsNone) {
  EXPECT_EQ(refusal({.settings = {{"seeds", "1.5"}}}), "seeds takes a whole number from 1 to 1000, not '1.5'.");
  EXPECT_THAT(refusal({.settings = {{"seeds", "nan"}}}), HasSubstr("1 to 1000"));
  std::string error;
  EXPECT_TRUE(run_lab(sample(), {.settings = {{"delay-ms", "2.5"}}}, error)) << error;
}

TEST(LabSettings, AWordThatIsNoChoiceIsWrongUsage) {
  EXPECT_EQ(refusal({.settings = {{"order", "sideways"}}}), "order takes up, down or mixed, not 'sideways'.");
}

TEST(LabSettings, SeedsThatATableCannotHoldAreRefused) {
  EXPECT_EQ(refusal({.seed = 18446744073709551615u}),
            "The seed is a whole number from 0 to 4000000000, not 18446744073709551615.");
}

TEST(LabSettings, WhatTheLabItselfRefusesIsWrongUsageToo) {
  LabDefinition lab = sample();
  lab.refuses = [](const LabRun& run) { return run.settings.at("order") == "down" ? "No." : ""; };
  std::string error;
  LabFault fault = LabFault::kFailed;
  EXPECT_FALSE(run_lab(lab, {.settings = {{"order", "down"}}}, error, &fault));
  EXPECT_EQ(fault, LabFault::kUsage);
  EXPECT_EQ(error, "No.");
  EXPECT_TRUE(run_lab(lab, {}, error)) << error;
}

TEST(LabSettings, TheResultNamesAllAndWhichWereDefaults) {
  std::string error;
  const auto result = run_lab(sample(), {.settings = {{"delay-ms", "2"}}}, error);
  ASSERT_TRUE(result) << error;
  const std::vector<std::pair<std::string, TableField>> all{{"seeds", 10.0},
                                                            {"delay-ms", 2.0},
                                                            {"order", "up"},
                                                            {"send-buffer", 65536.0},
                                                            {"defaults", "seeds, order, send-buffer"}};
  EXPECT_EQ(result->parameters, all);
}

TEST(LabSettings, ListsAreOfNumbersWithinTheirRange) {
  EXPECT_EQ(parse_numbers("6,0,2,2", 0, 10), (std::vector<double>{0, 2, 6}));
  for (const char* bad : {"", "1,,2", "11", "-1", "x", "1 2", "nan"}) EXPECT_FALSE(parse_numbers(bad, 0, 10)) << bad;
}

TEST(LabSettings, AFactorsLevelsMayHaveCommas) {
  std::string error;
  const auto factor = parse_factor("link={rate=1mbit,queue=8},off", error);
  ASSERT_TRUE(factor) << error;
  EXPECT_EQ(factor->name, "link");
  EXPECT_THAT(factor->levels, testing::ElementsAre("rate=1mbit,queue=8", "off"));
  EXPECT_EQ(to_string(*factor), "link={rate=1mbit,queue=8},off");
  for (const char* bad : {"", "link", "=a", "a=", "a=b,,c", "a={b", "a=b}", "a=b,b"}) {
    error.clear();
    EXPECT_FALSE(parse_factor(bad, error)) << bad;
    EXPECT_FALSE(error.empty());
  }
}

TEST(LabRun, SaysWhatTheMachineLacksBeforeItBeginsAndWhichModesThereAre) {
  bool executed = false;
  LabDefinition lab = sample();
  lab.lacks = [](const LabRun&) { return std::string("There is no moon."); };
  lab.cell = [&](const LabRun&, const LabCell&, std::string&) { return executed = true, std::optional(CellFigures{}); };
  std::string error = "of before";
  LabFault fault = LabFault::kFailed;
  EXPECT_FALSE(run_lab(lab, {}, error, &fault));
  EXPECT_EQ(fault, LabFault::kMachineLacks);
  EXPECT_EQ(error, "There is no moon.");
  EXPECT_FALSE(executed);
  lab.lacks = {};
  EXPECT_TRUE(run_lab(lab, {}, error, &fault));
  lab.simulated = false;
  EXPECT_FALSE(run_lab(lab, {}, error, &fault));
  EXPECT_EQ(fault, LabFault::kUsage);
  EXPECT_THAT(error, HasSubstr("--live"));
}

TEST(LabSettings, WordsThatNoLabTakesAreWrongUsageInEach) {
  for (const auto& [lab, name, words] : {std::array<std::string, 3>{"sun97.shaping", "background", "none"},
                                         {"sun97.shaping", "path", "air"},
                                         {"sun97.shaping", "strategy", "-1"},
                                         {"sun97.shaping", "loads", "0,x"},
                                         {"claypool98.priority", "loads", "0.5"},
                                         {"nahrstedt94.transports", "transports", "IPC,UDT"},
                                         {"nahrstedt94.transports", "scenarios", "5"},
                                         {"latecki04.rate-control", "transport", "sctp"},
                                         {"latecki04.rate-control", "obsolete", "foo"},
                                         {"latecki04.rate-control", "seeds", "0"},
                                         {"sun97.shaping", "frames", "1"},
                                         {"sun97.shaping", "colour", "red"}}) {
    std::string error;
    LabFault fault = LabFault::kFailed;
    const LabRun run{.live = !find_lab(lab)->simulated, .settings = {{name, words}}};
    EXPECT_FALSE(run_lab(*find_lab(lab), run, error, &fault)) << lab << name;
    EXPECT_EQ(fault, LabFault::kUsage) << lab << name;
    EXPECT_THAT(error, HasSubstr(name));
  }
}

TEST(LabController, OneThatCannotBeIsRefusedBeforeAnythingRuns) {
  const std::string steps = "latecki04.capacity-steps", paper = "latecki04.rate-control";
  for (const auto& [lab, name, words, why] :
       {std::array<std::string, 4>{steps, "controller", "foo", "There is no rate control \"foo\""},
        {steps, "controller", "two-stream,max=10kbit", "min=20kbit lies above max=10kbit"},
        {steps, "beside", "replay:/nonexistent", "cannot be read: check its name and permissions"},
        {steps, "beside", "replay", "replay takes a file after a colon"},
        {steps, "beside", "fixed:0", "100bit to 100gbit"},
        {paper, "controller", "foo",
         "There is no rate control \"foo\"; known are off, fixed, latecki04, replay, two-stream"},
        {paper, "controller", "two-stream,low=2", "low is a decimal number from 0 to 1"},
        {paper, "controller", "off", "runs without control are there anyway"}}) {
    bool began = false;
    std::string error;
    LabFault fault = LabFault::kFailed;
    LabDefinition watched = *find_lab(lab);
    watched.cell = [&](const LabRun&, const LabCell&, std::string&) {
      return began = true, std::optional(CellFigures{});
    };
    EXPECT_FALSE(run_lab(watched, {.settings = {{name, words}}}, error, &fault)) << words;
    EXPECT_EQ(fault, LabFault::kUsage) << words;
    EXPECT_FALSE(began) << words;
    EXPECT_THAT(error, HasSubstr(why));
    EXPECT_THAT(error, HasSubstr(name + "=" + words));
  }
}

TEST(FieldText, WholeNumbersHaveAllTheirDigits) {
  EXPECT_EQ(field_text(100049.0), "100049");
  EXPECT_EQ(field_text(0.123456), "0.1235");
  EXPECT_EQ(field_text(12345.6), "12346");
  EXPECT_EQ(field_text(0.0000123), "0.0000123");
}

TEST(LabRun, TracesOfCellsThatDifferInASignOnlyStandApart) {
  const TemporaryFolder folder("test");
  const LabRun run{.folder = folder.path()};
  const std::string one = trace_folder(run, {{{"link", "a/b"}}}), other = trace_folder(run, {{{"link", "a:b"}}});
  EXPECT_NE(one, other);
  EXPECT_NE(trace_folder(run, {{{"link", std::string(130, 'a') + "/"}}}),
            trace_folder(run, {{{"link", std::string(130, 'a') + ":"}}}));
  EXPECT_EQ(trace_folder(run, {{{"link", "a/b"}}}), one);
}

}  // namespace
}  // namespace jitterscope::lab_run_test
