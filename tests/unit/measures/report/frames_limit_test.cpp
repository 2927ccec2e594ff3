// The picture's limit is frames a second (claypool98 section 8.1): what share of the frames may be not played follows
// from how many the sender numbers.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"

namespace jitterscope::frames_limit_test {
namespace {

/// 20 s of so many frames a second, each one packet, of which one in `one_of` comes.
StreamInput picture(double per_second, int one_of) {
  StreamInput stream;
  stream.medium = Medium::kVideo;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.clock_rate_hz = 90000;
  for (int frame = 0; frame < 20 * per_second; ++frame) {
    if (frame % one_of != 0) continue;
    PacketObservation packet;
    packet.sequence = frame;
    packet.frame = frame;
    packet.marker = true;
    packet.rtp_timestamp = static_cast<std::int64_t>(frame * 90000 / per_second);
    packet.sent = Timestamp() + Duration::from_seconds(frame / per_second);
    packet.received = *packet.sent + Duration::ms(5);
    stream.packets.push_back(packet);
  }
  return stream;
}

nlohmann::ordered_json quality(const StreamInput& stream) {
  return to_json(analyze_stream(stream))["quality"];
}

TEST(FramesLimit, TheShareThatMayBeNotPlayedFollowsFromTheFramesDue) {
  const auto at_15 = quality(picture(15, 2)), at_30 = quality(picture(30, 2));
  EXPECT_NEAR(at_15["loss_ratio"].get<double>(), 0.5, 0.01);
  EXPECT_NEAR(at_15["limits"]["loss_ratio"].get<double>(), 0.8, 1e-3);
  EXPECT_NEAR(at_30["limits"]["loss_ratio"].get<double>(), 0.9, 1e-3);
}

TEST(FramesLimit, TwoFramesASecondAreTooFewWhateverTheShareOfThem) {
  const auto at_15 = quality(picture(15, 7));  // 2.1 a second, 86 % not played
  EXPECT_EQ(at_15["acceptable"], false);
  EXPECT_NE(quality(picture(30, 7))["acceptable"], false) << "4.3 a second, of the same share";
}

TEST(FramesLimit, WhereNoMoreAreDueNoShareIsAcceptable) {
  const StreamReport report = analyze_stream(picture(3, 1));
  const auto json = to_json(report)["quality"];
  EXPECT_TRUE(json["limits"]["loss_ratio"].is_null());
  EXPECT_EQ(json["acceptable"], false);
  EXPECT_NE(to_text({.file = "", .streams = {report}}).find("outside: fewer than 3 frames/s"), std::string::npos);
}

TEST(FramesLimit, WhatIsOnlySentHasNoVerdict) {
  StreamInput stream = picture(2, 1);
  stream.direction = Direction::kSent;
  EXPECT_TRUE(quality(stream)["acceptable"].is_null());
}

/// A list whose frames are not told, though its rows came.
TEST(FramesLimit, PacketsWithoutFramesAreNotNothing) {
  StreamInput stream;
  stream.medium = Medium::kVideo;
  for (int i = 0; i < 100; ++i) {
    PacketObservation packet;
    packet.sequence = i;
    packet.received = Timestamp() + Duration::ms(20 * i);
    stream.packets.push_back(packet);
  }
  EXPECT_TRUE(quality(stream)["loss_ratio"].is_null());
  EXPECT_TRUE(quality(stream)["acceptable"].is_null());
}

}  // namespace
}  // namespace jitterscope::frames_limit_test
