// A packet of the stream whose payload the receiver cannot read has come: it is refused, and not lost.
#include <gtest/gtest.h>

#include "core/algorithms/rtp/rtp_packet.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/steps/audio_receive_step.h"
#include "core/call/steps/video_receive_step.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_rejected.h"
#include "core/measures/packets/own_drops.h"
#include "tests/unit/algorithms/playout/video_stream.h"

namespace jitterscope::refused_packets_test {
namespace {

constexpr Timestamp kBegin = Timestamp::ns(5'000'000'000);
constexpr std::uint32_t kSsrc = 7;

struct Told {
  std::vector<std::string> notices;
  std::vector<PacketArrived> arrived;
  std::vector<PacketRejected> rejected;
};

Told told_by(EventRing& events) {
  Told told;
  events.take_all([&](const Event& event) {
    if (const auto* arrived = get_if<PacketArrived>(&event)) told.arrived.push_back(*arrived);
    if (const auto* notice = get_if<Notice>(&event)) told.notices.emplace_back(notice->text.view());
    if (const auto* rejected = get_if<PacketRejected>(&event)) told.rejected.push_back(*rejected);
  });
  return told;
}

std::vector<std::uint8_t> packet(std::uint8_t type, std::uint16_t number, std::vector<std::uint8_t> payload) {
  std::vector<std::uint8_t> bytes(rtp::kMaxRtpHeaderBytes);
  bytes.resize(rtp::write_rtp_header(bytes, {false, type, number, number * 160u, kSsrc}, {}));
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  return bytes;
}

class RefusedPictures : public testing::Test {
 protected:
  RefusedPictures() {
    VideoSlotConfig config;
    config.intake = {Medium::kVideo, rtp::kPayloadJpeg, std::nullopt, {}, &clock_};
    step_.streams().add(std::make_unique<VideoSlot>(events_, std::make_shared<FrameExchange>(1u << 16), bell_, config));
  }
  bool take(const std::vector<std::uint8_t>& bytes) { return step_.take({bytes, now_ += Duration::ms(1), {}, false}); }
  Told told() {
    step_.run(now_ += Duration::seconds(1));
    return told_by(events_);
  }

  CallClock clock_{ConferenceClock{}};
  EventRing events_{"events", 256};
  FrameBell bell_;
  VideoReceiveStep step_{events_};
  Timestamp now_ = kBegin;
};

const std::vector<std::uint8_t> kReadable = {0, 0, 0, 0, 1, 50, 8, 6, 42}, kReserved = {0, 0, 0, 0, 1, 100, 8, 6, 42};

TEST_F(RefusedPictures, HaveComeAndAreNotForeign) {
  EXPECT_TRUE(take(packet(rtp::kPayloadJpeg, 0, kReadable)));
  EXPECT_TRUE(take(packet(rtp::kPayloadJpeg, 1, kReserved))) << "it is of the stream";
  EXPECT_TRUE(take(packet(rtp::kPayloadJpeg, 2, {0, 0}))) << "cut off in its JPEG header";
  EXPECT_TRUE(take(packet(13, 3, kReadable))) << "of another type";
  EXPECT_TRUE(take(packet(rtp::kPayloadJpeg, 4, kReadable)));
  EXPECT_FALSE(take({1, 2, 3})) << "this is of no stream";
  const Told all = told();
  ASSERT_EQ(all.arrived.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(all.arrived[i].sequence, static_cast<std::int64_t>(i));
    EXPECT_EQ(all.arrived[i].untimed, i >= 1 && i <= 3) << i << ": it counts for loss alone";
  }
  EXPECT_FALSE(all.arrived[1].frame) << "no frame has it";
  ASSERT_EQ(all.rejected.size(), 4u);
  const RejectReason reasons[] = {RejectReason::kBadJpegHeader, RejectReason::kTruncated,
                                  RejectReason::kWrongPayloadType};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(all.rejected[i].reason, reasons[i]);
    EXPECT_EQ(all.rejected[i].received, all.arrived[i + 1].received) << "the two rows belong together";
    EXPECT_FALSE(all.rejected[i].count) << "one packet of the stream";
  }
  EXPECT_EQ(all.rejected[3].reason, RejectReason::kWrongVersion);
  EXPECT_EQ(all.rejected[3].count, 1) << "foreign datagrams are told as sums";
}

TEST_F(RefusedPictures, ManyAreToldToTheUserOnce) {
  for (std::uint16_t number = 0; number < 9; ++number) take(packet(rtp::kPayloadJpeg, number, kReserved));
  EXPECT_TRUE(told().notices.empty());
  for (std::uint16_t number = 9; number < 40; ++number) take(packet(rtp::kPayloadJpeg, number, kReserved));
  const Told all = told();
  ASSERT_EQ(all.notices.size(), 1u);
  EXPECT_EQ(all.notices[0],
            "Packets of the picture cannot be read here (bad JPEG header): they have come, and count as refused in "
            "Figures.");
}

TEST_F(RefusedPictures, ASecondCopyIsACopyAlone) {
  take(packet(rtp::kPayloadJpeg, 0, kReadable));
  take(packet(rtp::kPayloadJpeg, 1, kReserved));
  take(packet(rtp::kPayloadJpeg, 1, kReserved));
  const Told all = told();
  ASSERT_EQ(all.arrived.size(), 3u);
  EXPECT_TRUE(all.arrived[2].duplicate);
  EXPECT_EQ(all.rejected.size(), 1u);
}

TEST_F(RefusedPictures, APieceThatContradictsItsFrameHasComeToo) {
  take(packet(rtp::kPayloadJpeg, 0, kReadable));
  std::vector<std::uint8_t> of_the_same_time = packet(rtp::kPayloadJpeg, 1, {0, 0, 0, 1, 1, 60, 8, 6, 42});
  std::fill(of_the_same_time.begin() + 4, of_the_same_time.begin() + 8, std::uint8_t{0});  // RTP timestamp
  take(of_the_same_time);
  const Told all = told();
  ASSERT_EQ(all.arrived.size(), 2u);
  EXPECT_TRUE(all.arrived[1].untimed);
  ASSERT_EQ(all.rejected.size(), 1u);
  EXPECT_EQ(all.rejected[0].reason, RejectReason::kBadJpegHeader);
}

AudioSlotConfig sound_heard_by(const CallClock& clock) {
  AudioSlotConfig config;
  config.intake = {Medium::kAudio, rtp::kPayloadPcmu, kSsrc, {}, &clock};
  config.playout.setting = *PlayoutSetting::parse("i:40");
  config.playout.period = Duration::ms(20);
  return config;
}

TEST(RefusedSound, HasComeAndIsNotForeign) {
  CallClock clock(ConferenceClock{});
  EventRing events("events", 256);
  PlayoutBoard board;
  PublishedLevel level;
  AudioReceiveStep step(events, level, {});
  step.streams().add(std::make_unique<AudioSlot>(events, board, sound_heard_by(clock)));
  const std::vector<std::uint8_t> good(160, 0xFF), large(4000, 0xFF);
  Timestamp now = kBegin;
  for (const auto& bytes : {packet(0, 0, good), packet(0, 1, large), packet(13, 2, good), packet(0, 3, {})})
    step.take({bytes, now += Duration::ms(20), {}, false});
  step.finish(now);
  const Told all = told_by(events);
  ASSERT_EQ(all.arrived.size(), 4u);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_TRUE(all.arrived[i].untimed) << i;
  ASSERT_EQ(all.rejected.size(), 2u) << "what has no payload is not refused";
  const RejectReason reasons[] = {RejectReason::kTooLarge, RejectReason::kWrongPayloadType};
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(all.rejected[i].reason, reasons[i]);
    EXPECT_FALSE(all.rejected[i].count);
  }
}

/// A remote that sends more than any call does fills neither the log nor the trace.
TEST(TooMuchSound, IsNotedAsDroppedHere) {
  constexpr int kPackets = 20'000;
  CallClock clock(ConferenceClock{});
  EventRing events("audio-receive events", std::size_t{1} << 17);
  PlayoutBoard board;
  PublishedLevel level;
  AudioReceiveStep step(events, level, {});
  step.streams().add(std::make_unique<AudioSlot>(events, board, sound_heard_by(clock)));
  for (int i = 0; i < kPackets; ++i)
    step.take({packet(0, static_cast<std::uint16_t>(i), {1}), kBegin + Duration::us(40 * i), {}, false});
  const auto noted = static_cast<std::int64_t>(told_by(events).arrived.size());
  EXPECT_LE(noted, 8000);
  EXPECT_EQ(noted + events.dropped(), kPackets);
}

TEST(OwnDrops, HaveTheNamesOfTheRingsOfACall) {
  EventRings rings;
  const auto medium_of = [&](ThreadRole role) {
    return notes_received_of({ShortText<24>(rings.of(role).name()), 1, kBegin});
  };
  EXPECT_EQ(medium_of(ThreadRole::kAudioReceive), Medium::kAudio);
  EXPECT_EQ(medium_of(ThreadRole::kVideoReceive), Medium::kVideo);
  EXPECT_FALSE(medium_of(ThreadRole::kVideoSend));
}

}  // namespace
}  // namespace jitterscope::refused_packets_test
