#include "core/call/analysis/stream_announcer.h"
#include "core/events/kinds/packet_arrived.h"

#include <gtest/gtest.h>

namespace jitterscope::stream_announcer_test {
namespace {

constexpr Timestamp kAt = Timestamp::ns(7'000'000'000);

PacketArrived arrived(std::uint32_t ssrc) {
  PacketArrived e;
  e.medium = Medium::kVideo;
  e.ssrc = ssrc;
  e.received = kAt;
  return e;
}

TraceStream video(double period_ms) {
  TraceStream stream;
  stream.medium = Medium::kVideo;
  stream.direction = Direction::kReceived;
  stream.payload_type = 26;
  stream.clock_rate_hz = 90'000;
  stream.nominal_period_ms = period_ms;
  return stream;
}

TEST(StreamAnnouncer, AStreamIsAnnouncedWithWhatIsKnownOfItBeforeItsFirstPacket) {
  StreamAnnouncer streams;
  std::vector<Event> changed;
  streams.set_known({video(40)}, kAt, changed);
  EXPECT_TRUE(changed.empty()) << "none has begun";
  const auto first = streams.whose(arrived(5));
  ASSERT_TRUE(first.began);
  EXPECT_EQ(first.began->id(), first.stream);
  EXPECT_EQ(first.began->key(), (StreamKey{kFirstRemote, {}, Medium::kVideo, 5}));
  EXPECT_EQ(first.began->payload_type, 26);
  EXPECT_EQ(first.began->clock_rate_hz, 90'000);
  EXPECT_EQ(first.began->period_ms, 40);
  EXPECT_FALSE(streams.whose(arrived(5)).began);
  EXPECT_EQ(streams.whose(Event(*first.began)).stream, first.stream);
}

TEST(StreamAnnouncer, AndAgainWhenThePeriodChanges) {
  StreamAnnouncer streams;
  std::vector<Event> changed;
  streams.set_known({video(40)}, kAt, changed);
  const auto first = streams.whose(arrived(5));
  streams.set_known({video(40)}, kAt, changed);
  EXPECT_TRUE(changed.empty());
  streams.set_known({video(100)}, kAt + Duration::seconds(1), changed);
  ASSERT_EQ(changed.size(), 1u);
  const auto& again = get<StreamAnnounced>(changed[0]);
  EXPECT_EQ(again.id(), first.stream);
  EXPECT_EQ(again.period_ms, 100);
  EXPECT_EQ(again.at, kAt + Duration::seconds(1));
  ASSERT_EQ(streams.newest().size(), 1u);
  EXPECT_EQ(get<StreamAnnounced>(streams.newest()[0]).period_ms, 100);
}

/// A sender that begins anew: another stream, of which the same is known.
TEST(StreamAnnouncer, AnotherSsrcIsAnotherStream) {
  StreamAnnouncer streams;
  std::vector<Event> changed;
  streams.set_known({video(40)}, kAt, changed);
  const auto first = streams.whose(arrived(5)), second = streams.whose(arrived(6));
  ASSERT_TRUE(second.began);
  EXPECT_NE(second.stream, first.stream);
  EXPECT_EQ(second.began->period_ms, 40);
  EXPECT_EQ(streams.newest().size(), 1u);
}

TEST(StreamAnnouncer, WhoHasLeftIsNoNews) {
  StreamAnnouncer streams;
  streams.whose(arrived(5));
  EXPECT_EQ(streams.newest().size(), 1u);
  streams.forget(ParticipantId{2});
  EXPECT_EQ(streams.newest().size(), 1u);
  streams.forget(kFirstRemote);
  EXPECT_TRUE(streams.newest().empty());
}

}  // namespace
}  // namespace jitterscope::stream_announcer_test
