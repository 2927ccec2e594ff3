// The events of rate control in traces and exports: the only ones with arrays.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/trace/export.h"
#include "core/trace/opened_call.h"
#include "core/trace/recorder.h"
#include "tests/unit/trace/sample_events.h"

namespace jitterscope::rate_events_test {
namespace {

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

std::unique_ptr<TraceReader> recorded(const std::string& path, const std::vector<Event>& events) {
  TraceRecorder recorder;
  EXPECT_TRUE(recorder.begin(path, {}) && recorder.write(events, {}) && recorder.close()) << recorder.error();
  std::string error;
  auto trace = TraceReader::open(path, error);
  EXPECT_TRUE(trace) << error;
  return trace;
}

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(RateEvents, ScalesThatAbstainReadBackAbsent) {
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {young_report()});
  std::string error;
  int reports = 0;
  EXPECT_TRUE(trace->read<TrendReported>(
      [&](const TrendReported& report) {
        ++reports;
        EXPECT_TRUE(trace_test::same(report, young_report()));
        EXPECT_EQ(report.pct[0], 0.2F);
        EXPECT_FALSE(report.phase[1] || report.pct[1] || report.pdt[2]);
      },
      error))
      << error;
  EXPECT_EQ(reports, 1);
}

TEST(RateEvents, JsonHasAKeyAScale) {
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {young_report()});
  std::string error;
  ASSERT_TRUE(export_json(*trace, folder / "out.json", error)) << error;
  const auto event = nlohmann::json::parse(text_of(folder / "out.json"))["events"][0];
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
  const std::string trends = text_of(folder / "out/trend_reported.csv");
  EXPECT_NE(trends.find(",judged_from,phase_32,pct_32,pdt_32,phase_64,"), std::string::npos) << trends;
  EXPECT_NE(trends.find(",40,0,increasing,0.2,-1,,,,,,,0.5,"), std::string::npos) << trends;
  EXPECT_EQ(text_of(folder / "out/rate_decided.csv"),
            "local_ns,conference_ns,controller,stage,reason,target_kbps,low_kbps,high_kbps,sending,judge_from\n"
            "2000,,two-stream,,\"Delays increase, so R_max falls.\",60.5,,80,1,\n");
}

TEST(RateEvents, AReopenedTraceShowsThem) {
  RateDecided decided;
  decided.stage = ShortText<24>("steady");
  decided.target_kbps = 60;
  decided.at = Timestamp::ns(2'000);
  const TemporaryFolder folder;
  recorded(folder / "call.jscope", {young_report(), decided});
  std::string error;
  auto call = open_call(folder / "call.jscope", error);
  ASSERT_TRUE(call) << error;
  const auto view = call->analyzer.snapshot(call->end).rate_sent;
  ASSERT_TRUE(view);
  EXPECT_EQ(view->stage, "steady");
  EXPECT_EQ(view->verdict, 0.5);
  ASSERT_TRUE(view->scales[0].pct);
  EXPECT_FLOAT_EQ(static_cast<float>(*view->scales[0].pct), 0.2F);
}

}  // namespace
}  // namespace jitterscope::rate_events_test
