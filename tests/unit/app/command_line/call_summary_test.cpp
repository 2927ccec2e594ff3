#include "app/command_line/call_summary.h"
#include "core/measures/views/rate_view.h"
#include "core/measures/views/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace jitterscope::call_summary_test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

RateControlSetting control(const std::string& words) {
  std::string error;
  return RateControlSetting::parse(words, error).value();
}

/// As RateTrack leaves it after a decision.
RateView decided() {
  RateView view;
  view.direction = Direction::kSent;
  view.setting = control("two-stream");
  view.transport = Transport::kUdp;
  view.controller = "two-stream";
  view.stage = "steady";
  view.reason = "The search ends.";
  view.decided_at_s = 12;
  view.target_kbps = 200;
  view.low_kbps = 195;
  view.verdict = 0;
  view.omitted_target = 3;
  return view;
}

/// What is known of the remote's sending, or of one's own without a controller.
RateView heard(Direction direction) {
  RateView view;
  view.direction = direction;
  view.verdict = 0.5;
  view.delay_ms = 60;
  return view;
}

Json rate_of(const RateView& sent, const RateView& received, const EndpointView& session = {}) {
  CallSnapshot snapshot;
  snapshot.rate_sent = std::make_shared<RateView>(sent);
  snapshot.rate_received = std::make_shared<RateView>(received);
  return summary_json(&snapshot, session).at("rate");
}

std::vector<std::string> keys_that_are_null(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items())
    if (value.is_null()) keys.push_back(key);
  return keys;
}

EndpointView without_picture() {
  EndpointView session;
  session.settings.video = *VideoSourceSetting::parse("none");
  return session;
}

TEST(CallSummary, WhatIsDecidedIsTold) {
  const Json sent = rate_of(decided(), heard(Direction::kReceived)).at("sent");
  EXPECT_EQ(sent.at("setting"), "two-stream");
  EXPECT_EQ(sent.at("stage"), "steady");
  EXPECT_EQ(sent.at("reason"), "The search ends.");
  EXPECT_EQ(sent.at("target_kbps"), 200);
  EXPECT_EQ(sent.at("sending"), true);
  EXPECT_EQ(sent.at("omitted"), (Json{{"target", 3}, {"break", 0}, {"obsolete", 0}}));
}

TEST(CallSummary, WhatTheRemoteDecidesIsNotKnown) {
  const Json received = rate_of(decided(), heard(Direction::kReceived)).at("received");
  for (const char* key : {"stage", "reason", "target_kbps", "low_kbps", "high_kbps", "sending", "omitted"})
    EXPECT_TRUE(received.at(key).is_null()) << key;
  EXPECT_EQ(received.at("verdict"), 0.5);
}

TEST(CallSummary, WithoutControlNothingIsDecided) {
  RateView off = heard(Direction::kSent);
  off.setting = control("off");
  off.transport = Transport::kUdp;
  const Json sent = rate_of(off, heard(Direction::kReceived)).at("sent");
  EXPECT_EQ(sent.at("setting"), "off");
  EXPECT_THAT(keys_that_are_null(sent), testing::ElementsAre("stage", "reason", "target_kbps", "low_kbps", "high_kbps",
                                                             "sending", "rise_ms", "epsilon_ms"));
  EXPECT_EQ(sent.at("omitted").at("target"), 0) << "known: none";
}

TEST(CallSummary, WithoutAPictureNothingSaysThatItIsSent) {
  RateView searching = decided();
  searching.reason = "The search begins with 60 kbit/s.";
  const Json sent = rate_of(searching, heard(Direction::kReceived), without_picture()).at("sent");
  EXPECT_EQ(sent.at("sending"), false);
  for (const char* key : {"stage", "reason", "target_kbps", "low_kbps"}) EXPECT_TRUE(sent.at(key).is_null()) << key;
  EXPECT_EQ(sent.at("setting"), "two-stream");
  CallSnapshot snapshot;
  snapshot.rate_sent = std::make_shared<RateView>(searching);
  EXPECT_THAT(summary_text(&snapshot, without_picture()), HasSubstr("two-stream: no picture to steer"));
  EXPECT_THAT(summary_text(&snapshot, without_picture()), Not(HasSubstr("60 kbit/s")));
  EXPECT_THAT(summary_text(&snapshot, {}), HasSubstr("steady, 200 kbit/s: The search begins"));
}

TEST(CallSummary, DurationsAreInPlainDigits) {
  CallSnapshot snapshot;
  StreamSnapshot& video = snapshot.received(Medium::kVideo).figures;
  video.medium = Medium::kVideo;
  video.direction = Direction::kReceived;
  video.active = true;
  video.delay.mean = 1219.4;
  video.jitter_rfc3550_ms = 10'240;
  const std::string text = summary_text(&snapshot, {});
  EXPECT_THAT(text, HasSubstr("jitter 10240 ms, delay 1219 ms"));
  EXPECT_THAT(text, Not(HasSubstr("e+")));
}

TEST(CallSummary, RefusedPacketsOfTheStreamHaveComeAndForeignOnesAreNoneOfIt) {
  CallSnapshot snapshot;
  StreamSnapshot& stream = snapshot.received(Medium::kVideo).figures;
  stream.medium = Medium::kVideo;
  stream.direction = Direction::kReceived;
  stream.active = true;
  stream.packets = stream.expected = 100;
  stream.refused = 5;
  stream.refused_by[static_cast<std::size_t>(RejectReason::kBadJpegHeader)] = 5;
  stream.rejected[static_cast<std::size_t>(RejectReason::kWrongSsrc)] = 2;
  const Json video = summary_json(&snapshot, {}).at("received").at("video");
  EXPECT_EQ(video.at("refused"), 5);
  EXPECT_EQ(video.at("refused_by"), (Json{{"bad JPEG header", 5}}));
  EXPECT_EQ(video.at("rejected"), (Json{{"wrong SSRC", 2}}));
  const std::string text = summary_text(&snapshot, {});
  EXPECT_THAT(text, HasSubstr("5 packets of video came and could not be read: 5 bad JPEG header"));
  EXPECT_THAT(text, HasSubstr("2 foreign packets were refused at the ports of video: 2 wrong SSRC"));
}

TEST(CallSummary, ForeignPacketsThatWereRefusedAreSaid) {
  CallSnapshot snapshot;
  snapshot.received(Medium::kVideo).figures.medium = Medium::kVideo;
  snapshot.received(Medium::kVideo).figures.rejected[static_cast<std::size_t>(RejectReason::kWrongSsrc)] = 1200;
  snapshot.received(Medium::kVideo).figures.rejected[static_cast<std::size_t>(RejectReason::kTruncated)] = 3;
  snapshot.received(Medium::kVideo).figures.rejected[static_cast<std::size_t>(RejectReason::kTooOften)] =
      50;  // the remote's own RTCP
  const std::string text = summary_text(&snapshot, {});
  EXPECT_THAT(text, HasSubstr("1203 foreign packets were refused at the ports of video: 3 truncated, 1200 wrong SSRC"));
  EXPECT_THAT(text, Not(HasSubstr("ports of audio")));
}

/// What became of it is the remote's to tell.
TEST(CallSummary, OfWhatWasSentItTellsNothingThatOnlyTheRemoteKnows) {
  CallSnapshot snapshot;
  for (StreamSnapshot* stream : {&snapshot.sent[Medium::kAudio], &snapshot.sent[Medium::kVideo]}) {
    stream->medium = stream == &snapshot.sent[Medium::kAudio] ? Medium::kAudio : Medium::kVideo;
    stream->direction = Direction::kSent;
    stream->active = true;
    stream->packets = 100;
    stream->frames_complete = 90;
    stream->refused = 1;
    stream->frames_late = 226;
    stream->frames_lost = 7;
    stream->loss_ratio = 0.01;
  }
  const Json sent = summary_json(&snapshot, {}).at("sent");
  for (const auto& [medium, units] : {std::pair{"audio", "blocks"}, {"video", "frames"}}) {
    const Json& stream = sent.at(medium);
    EXPECT_EQ(stream.at("packets"), 100);
    EXPECT_EQ(stream.at("refused"), 1);
    EXPECT_EQ(stream.at(std::string(units) + "_sent"), 90);
    EXPECT_FALSE(stream.contains(std::string(units) + "_played"));
    for (const char* key :
         {"lost", "loss_ratio", "duplicates", "reordered", "delay_mean_ms", "gaps_per_second", "quality"})
      EXPECT_TRUE(stream.at(key).is_null()) << medium << ' ' << key;
    for (const char* key : {"_complete", "_lost", "_late"})
      EXPECT_TRUE(stream.at(units + std::string(key)).is_null()) << medium << ' ' << key;
  }
  const std::string text = summary_text(&snapshot, {});
  EXPECT_THAT(text, HasSubstr("100 packets, 90 frames"));
  EXPECT_THAT(text, Not(HasSubstr("late")));
  EXPECT_THAT(text, Not(HasSubstr("lost")));
}

TEST(CallSummary, WithoutReportsThereIsNoRate) {
  const CallSnapshot snapshot;
  const Json json = summary_json(&snapshot, {});
  EXPECT_TRUE(json.at("rate").at("sent").is_null());
  EXPECT_TRUE(json.at("rate").at("received").is_null());
}

}  // namespace
}  // namespace jitterscope::call_summary_test
