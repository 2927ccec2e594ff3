#include "core/metrics/report_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/metrics/stream_analysis.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;
using Keys = std::vector<std::string>;

Keys keys_of(const Json& object) {
  Keys keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

StreamInput stream_of(Medium medium) {
  StreamInput stream;
  stream.medium = medium;
  stream.clock_rate_hz = 8000;
  for (int i = 0; i < 10; ++i) {
    PacketObservation p;
    p.sequence = i;
    p.received = Timestamp::ns(i * 20'000'000LL + i % 3 * 1'000'000);
    p.sent = Timestamp::ns(i * 20'000'000LL - 5'000'000);
    p.rtp_timestamp = i * 160;
    p.frame = i;
    p.size = 172;
    stream.packets.push_back(p);
  }
  return stream;
}

TEST(ReportJson, HasExactlyTheKeysOfTheInterface) {
  const Json j = to_json(analyze_stream(stream_of(Medium::kVideo)));
  EXPECT_EQ(keys_of(j),
            (Keys{"medium",      "direction",         "ssrc",      "packets", "expected",    "lost",
                  "loss_ratio",  "duplicates",        "reordered", "bytes",   "duration_ms", "interarrival_ms",
                  "exceedances", "jitter_rfc3550_ms", "delay_ms",  "pdv_ms",  "ipdv_ms",     "compensation",
                  "trend",       "gaps_per_second",   "frames",    "audio"}));
  EXPECT_EQ(keys_of(j["interarrival_ms"]),
            (Keys{"n", "mean", "variance", "stddev", "average_deviation", "absolute_deviation", "cv", "skew",
                  "excess_kurtosis", "min", "max", "range", "p50", "p95", "p99"}));
  EXPECT_EQ(j["exceedances"].size(), 3u);
  EXPECT_EQ(keys_of(j["exceedances"][0]), (Keys{"n", "threshold_ms", "share", "spacing_ms"}));
  EXPECT_EQ(keys_of(j["jitter_rfc3550_ms"]), (Keys{"last", "mean", "max"}));
  EXPECT_EQ(keys_of(j["delay_ms"]), (Keys{"min", "mean", "stddev", "p50", "p95", "p99", "max", "uncertainty"}));
  EXPECT_EQ(keys_of(j["pdv_ms"]), (Keys{"p50", "p95", "p99", "max"}));
  EXPECT_EQ(keys_of(j["ipdv_ms"]), (Keys{"mean_abs", "p95_abs", "max_abs"}));
  EXPECT_EQ(keys_of(j["compensation"]),
            (Keys{"reference", "skew_removed", "frames", "area_ms_percent", "curve", "optimal"}));
  EXPECT_EQ(keys_of(j["compensation"]["optimal"]), (Keys{"buffer_ms", "dropped_percent", "distance"}));
  EXPECT_EQ(j["compensation"]["curve"][0].size(), 2u);
  EXPECT_EQ(keys_of(j["frames"]), (Keys{"sent", "complete", "lost", "late", "error_ratio"}));
  EXPECT_TRUE(j["audio"].is_null());
  const Json audio = to_json(analyze_stream(stream_of(Medium::kAudio)));
  EXPECT_EQ(keys_of(audio["audio"]), (Keys{"blocks", "error", "late"}));
  EXPECT_TRUE(audio["frames"].is_null());
}

TEST(ReportJson, WritesWhatIsAbsentAsNull) {
  const Json j = to_json(analyze_stream(StreamInput{}));
  for (const char* key : {"ssrc", "loss_ratio", "bytes", "duration_ms", "jitter_rfc3550_ms", "delay_ms", "pdv_ms",
                          "ipdv_ms", "compensation", "trend", "gaps_per_second", "frames", "audio"}) {
    EXPECT_TRUE(j[key].is_null()) << key;
  }
  EXPECT_TRUE(j["interarrival_ms"]["mean"].is_null());
  EXPECT_TRUE(j["exceedances"][2]["threshold_ms"].is_null());
}

TEST(ReportJson, OfAFile) {
  const Json j = to_json(analyze({"call.jscope", {stream_of(Medium::kAudio)}}));
  EXPECT_EQ(keys_of(j), (Keys{"file", "streams", "quality"}));
  EXPECT_EQ(j["file"], "call.jscope");
  EXPECT_EQ(j["streams"][0]["medium"], "audio");
  EXPECT_EQ(j["streams"][0]["direction"], "received");
}

TEST(ReportText, NamesTheNumbersAndDashesWhatIsUnknown) {
  StreamInput foreign = stream_of(Medium::kVideo);
  for (auto& p : foreign.packets) p.sent.reset();
  const std::string text = to_text(analyze({"call.jscope", {foreign}}));
  EXPECT_NE(text.find("packets                   10 of 10 expected, 0 lost (0 %)"), std::string::npos) << text;
  EXPECT_NE(text.find("one-way delay ms          -\n"), std::string::npos) << text;
  EXPECT_EQ(text.back(), '\n');
  EXPECT_NE(to_text({"empty.csv", {}}).find("no streams"), std::string::npos);
}

}  // namespace
}  // namespace jitterscope
