#include "core/measures/offline/trend_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "tests/unit/measures/changed_packets.h"

namespace jitterscope::trend_report_test {
namespace {

using Json = nlohmann::ordered_json;

/// 200 packets, 40 ms apart: 100 of 53 ms, then 2 ms more each.
StreamInput rising() {
  StreamInput stream;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.medium = Medium::kAudio;
  for (int i = 0; i < 200; ++i) {
    PacketObservation p;
    p.sequence = 65500 + i;
    p.sent = Timestamp::ns(1'000'000'000) + Duration::ms(40) * i;
    p.received = *p.sent + Duration::ms(53 + std::max(0, i - 99) * 2);
    stream.packets.push_back(p);
  }
  return stream;
}

TEST(TrendReport, WindowsEndAtEachEighthPacketOnceTheyAreFull) {
  const auto report = analyze_stream(rising()).trend;
  ASSERT_TRUE(report);
  EXPECT_EQ(report->epsilon_ms, 0.5);
  EXPECT_EQ(report->low, 0.25);
  EXPECT_EQ(report->high, 0.5);
  const std::array<std::size_t, 3> windows{22, 18, 10};
  for (int i = 0; i < 3; ++i) {
    const auto& scale = report->scales[i];
    EXPECT_EQ(scale.packets, 32 << i);
    EXPECT_EQ(scale.windows.size(), windows[i]);
    EXPECT_EQ(scale.windows.front().end_sequence, 65500 + scale.packets - 1);
    EXPECT_EQ(scale.windows.back().end_sequence, 65699);
    EXPECT_EQ(scale.windows.back().phase, TrendPhase::kIncreasing);
    EXPECT_EQ(scale.windows.front().phase, i == 2 ? TrendPhase::kAmbiguous : TrendPhase::kSteady);
  }
  EXPECT_EQ(report->scales[0].groups, 6);
  EXPECT_EQ(report->scales[0].windows.back().pct, 1);
  ASSERT_EQ(report->verdicts.size(), 10u);
  EXPECT_EQ(report->verdicts.front().end_sequence, 65500 + 127);
  for (const auto& verdict : report->verdicts) EXPECT_EQ(verdict.value, 1);
}

TEST(TrendReport, OrderIsThatOfSequencesAndWhatIsMissingOrACopyIsSkipped) {
  const StreamInput whole = rising();
  StreamInput other = whole;
  change_packets(other, [](auto& packets) {
    std::swap(packets[50], packets[51]);
    const PacketObservation copied = packets[120];
    packets.push_back(copied);
    packets.back().received += Duration::ms(500);
  });
  EXPECT_EQ(to_json(analyze_stream(whole))["trend"].dump(), to_json(analyze_stream(other))["trend"].dump());
  change_packets(other, [](auto& packets) {
    packets[10].sent = std::nullopt;
    packets.erase(packets.begin() + 20);
  });
  const auto report = analyze_stream(other).trend;
  EXPECT_EQ(report->scales[0].windows.front().end_sequence, 65500 + 33);
  EXPECT_EQ(report->verdicts.size(), 9u);
}

TEST(TrendReport, OnlyOfSoundWithKnownDelays) {
  StreamInput video = rising();
  video.medium = Medium::kVideo;
  EXPECT_FALSE(analyze_stream(video).trend);
  StreamInput unknown = rising();
  change_each_packet(unknown, [](auto& packet) { packet.sent = std::nullopt; });
  EXPECT_FALSE(analyze_stream(unknown).trend);
  StreamInput few = rising();
  change_packets(few, [](auto& packets) { packets.resize(31); });
  const auto report = analyze_stream(few).trend;
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->scales[0].windows.empty() && report->verdicts.empty());
}

TEST(TrendReport, AsJsonAndText) {
  const Json trend = to_json(analyze_stream(rising()))["trend"];
  std::vector<std::string> keys;
  for (const auto& item : trend.items()) keys.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"epsilon_ms", "low", "high", "step", "scales", "verdicts"}));
  EXPECT_EQ(trend["step"], 8);
  EXPECT_EQ(trend["scales"][1]["packets"], 64);
  EXPECT_EQ(trend["scales"][1]["groups"], 8);
  EXPECT_EQ(trend["scales"][0]["windows"].back(), Json::array({65699, 1.0, 1.0, "increasing"}));
  EXPECT_EQ(trend["verdicts"].back(), Json::array({65699, 1.0}));
  const std::string text = to_text(analyze({"call.csv", {rising()}}));
  EXPECT_NE(text.find("increasing 100 %, decreasing 0 %, steady 0 %, ambiguous 0 %"), std::string::npos) << text;
}

}  // namespace
}  // namespace jitterscope::trend_report_test
