// The audio sender alone: its thread, a synthetic source and a real socket on loopback.
#include "core/call/pipeline/audio_sender.h"

#include <gtest/gtest.h>

#include <map>

#include "core/call/capture/make_source.h"
#include "core/events/kinds/thread_woke.h"
#include "tests/unit/call/pipeline/video_ends.h"

namespace jitterscope::audio_sender_test {
namespace {

constexpr Duration kPatience = Duration::seconds(5);

class AudioSenderTest : public testing::Test {
 protected:
  AudioSenderTest() {
    AudioSenderConfig config;
    config.routes = Routes::only(remote_.local());
    config.step.clock = &clock_;
    config.step.start = {7, 100, 1000};
    config.step.block_size = 160;
    config.priority = {};
    sender_ = std::make_unique<AudioSender>(socket_, rings_, level_, config);
    sender_->set_source(make_audio_source(*AudioSourceSetting::parse("tone")), nullptr);
  }
  /// Bytes of sound in the next packet that arrives.
  std::size_t next_block() {
    std::array<std::byte, 4096> buffer;
    const auto datagram = remote_.receive(buffer, kPatience);
    if (!datagram) throw std::runtime_error("nothing came");
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(buffer.data());
    return rtp::parse_rtp({bytes, datagram->size}, {})->payload.size();
  }
  void end() {
    sender_->set_source(nullptr, nullptr);
    rings_.drain([&](const Event& event) {
      if (const auto* sent = get_if<PacketSent>(&event)) sent_.push_back(*sent);
      if (const auto* stamped = get_if<PacketStamped>(&event)) stamped_[stamped->sequence] = *stamped;
      if (const auto* woke = get_if<ThreadWoke>(&event)) deadlines_.push_back(woke->deadline);
    });
  }

  UdpSocket socket_ = video_ends::open_socket({.transmit_stamps = true}), remote_ = video_ends::open_socket();
  CallClock clock_{ConferenceClock{}};
  EventRings rings_;
  PublishedLevel level_;
  std::unique_ptr<AudioSender> sender_;
  std::vector<PacketSent> sent_;
  std::vector<Timestamp> deadlines_;
  std::map<std::int64_t, PacketStamped> stamped_;
};

TEST_F(AudioSenderTest, EveryPacketGetsBothTransmitStampsTheLastOneToo) {
  for (int i = 0; i < 5; ++i) next_block();
  end();
  ASSERT_GE(sent_.size(), 5u);
  EXPECT_EQ(stamped_.size(), sent_.size());
  for (const PacketSent& sent : sent_) {
    const PacketStamped& stamped = stamped_[sent.sequence];
    EXPECT_EQ(stamped.medium, Medium::kAudio);
    EXPECT_EQ(stamped.ssrc, 7u);
    ASSERT_TRUE(stamped.scheduled && stamped.driver) << sent.sequence;
    EXPECT_GE(*stamped.scheduled, sent.sent);
    EXPECT_GE(*stamped.driver, *stamped.scheduled);
    EXPECT_GE(stamped.at, *stamped.driver);
  }
}

TEST_F(AudioSenderTest, BlocksChangeTheirLengthWithoutAGapInTheStream) {
  ASSERT_EQ(next_block(), 160u);
  for (const int size : {171, kLargestAudioBlock, 80}) {
    sender_->apply(SetAudioBlock{size});
    while (next_block() != static_cast<std::size_t>(size)) {}
  }
  end();
  ASSERT_EQ(sent_.size(), deadlines_.size());
  const int head = sent_[0].size - 160;
  for (std::size_t i = 1; i < sent_.size(); ++i) {
    EXPECT_EQ(sent_[i].sequence, sent_[i - 1].sequence + 1);
    EXPECT_EQ(sent_[i].rtp_timestamp - sent_[i - 1].rtp_timestamp, sent_[i - 1].size - head);
    const Duration length = Duration::ns(std::int64_t{sent_[i].size - head} * 1'000'000'000 / kAudioSampleRate);
    EXPECT_EQ(deadlines_[i] - deadlines_[i - 1], length) << "when its last sample is there";
  }
}

TEST_F(AudioSenderTest, ASizeOutOfRangeIsTakenAsTheNearestInIt) {
  sender_->apply(SetAudioBlock{0});
  while (next_block() != 1) {}
  sender_->apply(SetAudioBlock{1 << 20});
  while (next_block() != kLargestAudioBlock) {}
}

}  // namespace
}  // namespace jitterscope::audio_sender_test
