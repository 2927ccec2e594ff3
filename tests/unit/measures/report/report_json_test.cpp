#include "core/measures/report/report_json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/measures/changed_packets.h"

namespace jitterscope::report_json_test {
namespace {

using Json = nlohmann::ordered_json;
/// "first second …", in their order.
std::string keys_of(const Json& object) {
  std::string keys;
  for (const auto& item : object.items()) keys += (keys.empty() ? "" : " ") + item.key();
  return keys;
}

StreamInput stream_of(Medium medium) {
  StreamInput stream;
  stream.clocks.relation = ClockRelation::kCommon;
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
  EXPECT_EQ(
      keys_of(j),
      "medium direction ssrc payload payloads sources destination stamp_resolution_ms notes runs packets expected lost "
      "refused refused_by loss_ratio duplicates "
      "reordered bytes duration_ms interarrival_ms exceedances jitter_rfc3550_ms jitter_on_send_times_ms delay_ms "
      "delay_split_ms os_share network_share pdv_ms ipdv_ms compensation skew_candidate trend gaps_per_second "
      "frames audio loss_bursts voice intervals quality");
  EXPECT_EQ(
      keys_of(j["interarrival_ms"]),
      "n mean variance stddev average_deviation absolute_deviation cv skew excess_kurtosis min max range p50 p95 p99");
  EXPECT_EQ(j["exceedances"].size(), 3u);
  EXPECT_EQ(keys_of(j["exceedances"][0]), "n threshold_ms share spacing_ms");
  EXPECT_EQ(keys_of(j["jitter_rfc3550_ms"]), "last mean max");
  EXPECT_EQ(keys_of(j["delay_ms"]), "min mean stddev p50 p95 p99 max uncertainty skew_removed");
  EXPECT_EQ(keys_of(j["pdv_ms"]), "p50 p95 p99 max skew_removed");
  EXPECT_EQ(keys_of(j["ipdv_ms"]), "mean_abs p95_abs max_abs pairs undefined_share");
  EXPECT_EQ(keys_of(j["compensation"]), "reference skew_removed skew_ppm skew_by frames area_ms_percent curve optimal");
  EXPECT_EQ(keys_of(j["compensation"]["optimal"]), "buffer_ms dropped_percent distance");
  EXPECT_EQ(j["compensation"]["curve"][0].size(), 2u);
  EXPECT_EQ(keys_of(j["frames"]), "sent complete lost late error_ratio dvt_ms");
  EXPECT_TRUE(j["audio"].is_null());
  const Json audio = to_json(analyze_stream(stream_of(Medium::kAudio)));
  EXPECT_EQ(keys_of(audio["audio"]), "blocks error late dvt_ms");
  EXPECT_TRUE(audio["frames"].is_null());
}

TEST(ReportJson, WritesWhatIsAbsentAsNull) {
  const Json j = to_json(analyze_stream(StreamInput{}));
  for (const char* key : {"ssrc", "loss_ratio", "bytes", "duration_ms", "jitter_rfc3550_ms", "delay_ms", "pdv_ms",
                          "ipdv_ms", "compensation", "skew_candidate", "trend", "gaps_per_second", "frames", "audio",
                          "delay_split_ms", "os_share", "network_share"}) {
    EXPECT_TRUE(j[key].is_null()) << key;
  }
  EXPECT_TRUE(j["interarrival_ms"]["mean"].is_null());
  EXPECT_TRUE(j["exceedances"][2]["threshold_ms"].is_null());
}

TEST(ReportJson, OfAFile) {
  const Json j = to_json(analyze({"call.jscope", {stream_of(Medium::kAudio)}}));
  EXPECT_EQ(keys_of(j), "file notes streams quality");
  EXPECT_EQ(j["file"], "call.jscope");
  EXPECT_EQ(j["streams"][0]["medium"], "audio");
  EXPECT_EQ(j["streams"][0]["direction"], "received");
}

DelaySplit split_of(std::int64_t link_ms) {
  DelaySplit split;
  split.part(DelayPart::kQueue) = Duration::ms(1);
  split.part(DelayPart::kLink) = Duration::ms(link_ms);
  split.part(DelayPart::kKernel) = Duration::ms(2);
  split.system = Duration::ms(5);
  split.network = Duration::ms(1 + link_ms);
  split.clock_bound_ms = 0.5;
  return split;
}

TEST(ReportJson, OfTheDelaySplit) {
  StreamInput stream = stream_of(Medium::kVideo);
  for (const int link : {10, 20, 12}) stream.delay_splits.push_back(split_of(link));
  const Json j = to_json(analyze_stream(stream));
  std::string keys;
  for (const auto part : kDelayPartWords) keys.append(part).append(" ");
  EXPECT_EQ(keys_of(j["delay_split_ms"]), keys + "whole");
  EXPECT_EQ(keys_of(j["delay_split_ms"]["link"]), "n mean p50 p95");
  EXPECT_EQ(j["delay_split_ms"]["link"]["n"], 3);
  EXPECT_DOUBLE_EQ(j["delay_split_ms"]["link"]["mean"], 14);
  EXPECT_DOUBLE_EQ(j["delay_split_ms"]["link"]["p50"], 12);
  EXPECT_TRUE(j["delay_split_ms"]["capture"].is_null() && j["delay_split_ms"]["whole"].is_null());
  EXPECT_DOUBLE_EQ(j["os_share"], 0.25);
  EXPECT_DOUBLE_EQ(j["network_share"], 0.75);
  const std::string text = to_text(analyze({"call.jscope", {stream}}));
  EXPECT_NE(text.find("  link                           14        12"), std::string::npos) << text;
  EXPECT_NE(text.find("operating system, network 25 %, 75 %"), std::string::npos) << text;
}

TEST(ReportText, NoDelayHasDigitsFinerThanItsUncertainty) {
  StreamInput stream = stream_of(Medium::kVideo);
  stream.clocks.relation = ClockRelation::kCommon;
  stream.delay_uncertainty_ms = 0.021;
  change_each_packet(stream, [](auto& p) { p.sent = p.received - Duration::ns(30'456); });
  const std::string text = to_text(analyze({"call.jscope", {stream}}));
  EXPECT_NE(text.find("one-way delay ms          min 0.03, mean 0.03, p50 0.03, p95 0.03, p99 0.03, max 0.03, ± 0.021"),
            std::string::npos)
      << text;
}

TEST(ReportText, NamesTheNumbersAndDashesWhatIsUnknown) {
  StreamInput foreign = stream_of(Medium::kVideo);
  change_each_packet(foreign, [](auto& p) { p.sent.reset(); });
  const std::string text = to_text(analyze({"call.jscope", {foreign}}));
  EXPECT_NE(text.find("packets                   10 of 10 expected, 0 lost (0 %)"), std::string::npos) << text;
  EXPECT_NE(text.find("one-way delay ms          -\n"), std::string::npos) << text;
  EXPECT_NE(text.find("95 %: packet loss in percent"), std::string::npos) << text;
  EXPECT_NE(text.find("; by RTP timestamp, includes the sender's pacing (as Wireshark)\n"), std::string::npos) << text;
  EXPECT_EQ(text.back(), '\n');
  EXPECT_NE(to_text(AnalysisReport{"empty.csv", {}}).find("no streams"), std::string::npos);
}

TEST(ReportText, SaysByWhichTimesJitterIsAndWhetherDelaysAreRoundTrips) {
  StreamInput list = stream_of(Medium::kVideo);
  list.clocks.relation = ClockRelation::kCommon;
  list.round_trips = true;
  change_each_packet(list, [](auto& p) { p.rtp_timestamp.reset(); });
  const std::string text = to_text(analyze({"list.csv", {list}}));
  EXPECT_NE(text.find("; by send time, for there are no RTP timestamps\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("Wireshark"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  round trip ms  "), std::string::npos) << text;
  EXPECT_EQ(text.find("one-way"), std::string::npos) << text;
}

TEST(ReportText, NamesWiresharksJitterOnlyWhereWiresharkKnowsTheClock) {
  StreamInput capture = stream_of(Medium::kVideo);
  const auto names_wireshark = [&](PayloadSource source) {
    capture.payload = PayloadInfo{96, "", source};
    return to_text(analyze({"a.pcap", {capture}})).find("(as Wireshark)") != std::string::npos;
  };
  EXPECT_TRUE(names_wireshark(PayloadSource::kAssigned));
  EXPECT_TRUE(names_wireshark(PayloadSource::kDescription));
  EXPECT_FALSE(names_wireshark(PayloadSource::kTimestamps));
  EXPECT_FALSE(names_wireshark(PayloadSource::kUser));
}

TEST(ReportText, NamesAFewOfManyAddresses) {
  StreamInput moving = stream_of(Medium::kAudio);
  moving.destination = "192.0.2.9:4000";
  for (int i = 1; i <= 9; ++i) moving.sources.push_back(fmt::format("192.0.2.{}:5004", i));
  const std::string text = to_text(analyze({"a.pcap", {moving}}));
  EXPECT_NE(text.find("then 192.0.2.4:5004 and 5 more to 192.0.2.9:4000"), std::string::npos) << text;
}

TEST(ReportText, ListsThePayloadTypesWhereThereAreSeveral) {
  StreamInput capture = stream_of(Medium::kAudio);
  capture.payloads = {{{0, "PCMU", PayloadSource::kAssigned}, 8000, 4},
                      {{101, "telephone-event", PayloadSource::kDescription}, 8000, 6, false}};
  const std::string text = to_text(analyze({"a.pcap", {capture}}));
  EXPECT_NE(text.find("  payload type 0          4 packets, PCMU/8000\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  payload type 101        6 packets, telephone-event/8000, not timed\n"), std::string::npos)
      << text;
  capture.payloads[0].packets = 5;
  EXPECT_EQ(to_text(analyze({"a.pcap", {capture}})).find("payload type"), std::string::npos)
      << "of more than this part";
  capture.payloads.pop_back();
  EXPECT_EQ(to_text(analyze({"a.pcap", {capture}})).find("payload type"), std::string::npos);
}

TEST(ReportText, OfAMillionPacketsHasNoExponents) {
  StreamReport r = analyze_stream(stream_of(Medium::kVideo));
  r.packets = 1'499'999;
  r.expected = 1'500'000;
  r.lost = 1;
  r.loss_ratio = 1 / 1.5e6;
  r.compensation->optimal.dropped_percent = 100 / 1.5e6;
  const std::string text = to_text(AnalysisReport{"call.jscope", {r}});
  EXPECT_NE(text.find("1 lost (0.0000667 %)"), std::string::npos) << text;
  EXPECT_NE(text.find("ms with 0.0000667 % dropped"), std::string::npos) << text;
}

}  // namespace
}  // namespace jitterscope::report_json_test
