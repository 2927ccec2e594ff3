// What a device captures, as packets: their RTP timestamps go on with the clock, whatever the device leaves out.
#include "core/call/steps/audio_send_step.h"

#include <gtest/gtest.h>

#include "core/events/kinds/packet_sent.h"

namespace jitterscope::audio_send_step_test {
namespace {

constexpr Duration kChunk = Duration::ms(10);

class Sink : public PacketSink {
 public:
  Timestamp now() const override { return at; }
  int send(const OutgoingPacket&) override { return 0; }
  Timestamp at = Timestamp::ns(5'000'000'000'000);
};

class AudioSendStepTest : public testing::Test {
 protected:
  AudioSendStepTest() {
    step_ = std::make_unique<AudioSendStep>(events_, level_, sink_, AudioSendConfig{&clock_, {}, {7, 100, 1000}, 256});
    step_->begin(nullptr);
  }
  /// A chunk that is read now.
  void take() {
    AudioChunk chunk;
    chunk.captured = sink_.at;
    step_->take(chunk);
    events_.take_all([this](const Event& event) {
      if (const auto* sent = get_if<PacketSent>(&event)) sent_.push_back(*sent);
    });
  }
  /// A device's usual ways: two chunks each 20 ms, a little off.
  void capture(Duration length, double rate = 1) {
    for (Duration done; done < length; done = done + kChunk * 2) {
      wait(Duration::from_seconds(0.02 / rate) + Duration::ms(read_++ % 3 - 1));
      take();
      take();
    }
  }
  void wait(Duration time) { sink_.at = sink_.at + time; }
  /// By how much the last packet's timestamp is behind its time, beyond the first one's.
  double behind_ms() const { return behind_ms(sent_.back()); }
  double behind_ms(const PacketSent& packet) const {
    const double stamps_ms = static_cast<double>(packet.rtp_timestamp - sent_[0].rtp_timestamp) / 8;
    return (packet.due - sent_[0].due).ms() - stamps_ms;
  }

  EventRing events_{"events", 1 << 16};
  CallClock clock_{ConferenceClock{}};
  PublishedLevel level_;
  Sink sink_;
  std::unique_ptr<AudioSendStep> step_;
  std::vector<PacketSent> sent_;
  int read_ = 0;
};

TEST_F(AudioSendStepTest, TimestampsGoOnWhileADeviceIsAway) {
  capture(Duration::seconds(3));
  const std::size_t before = sent_.size();
  wait(Duration::seconds(120));
  capture(Duration::seconds(1));
  EXPECT_NEAR(behind_ms(sent_[before]), 0, 32);
  EXPECT_NEAR(behind_ms(), 0, 32);
  EXPECT_TRUE(sent_[before].marker);
  EXPECT_EQ(sent_[before].sequence, sent_[before - 1].sequence + 1);
  wait(Duration::seconds(7));
  capture(Duration::seconds(1));
  EXPECT_NEAR(behind_ms(), 0, 32);
}

TEST_F(AudioSendStepTest, TimestampsGoOnWhereADeviceLeftALittleOut) {
  for (int i = 0; i < 5; ++i) {
    capture(Duration::seconds(10));
    wait(Duration::ms(150));
  }
  capture(Duration::seconds(10));
  EXPECT_NEAR(behind_ms(), 0, 40);
}

TEST_F(AudioSendStepTest, WhatADeviceHeldForSecondsDoesNotPutTheTimestampsAhead) {
  capture(Duration::seconds(3));
  wait(Duration::seconds(5));
  for (int i = 0; i < 500; ++i) take();  // all of it at once
  capture(Duration::seconds(1));
  EXPECT_NEAR(behind_ms(), 0, 150);
  capture(Duration::seconds(10));
  EXPECT_NEAR(behind_ms(), 0, 150);
}

TEST_F(AudioSendStepTest, WhatComesLateAndCompleteMovesNothing) {
  capture(Duration::seconds(3));
  for (int i = 0; i < 20; ++i) {
    wait(Duration::ms(400));
    for (int chunk = 0; chunk < 40; ++chunk) take();
    capture(Duration::seconds(1));
  }
  EXPECT_NEAR(behind_ms(), 0, 32);
  for (std::size_t i = 1; i < sent_.size(); ++i)
    ASSERT_EQ(sent_[i].rtp_timestamp - sent_[i - 1].rtp_timestamp, 256) << i;
}

TEST_F(AudioSendStepTest, ALatencyThatRisesAndFallsDoesNotPutTheTimestampsAhead) {
  for (int i = 0; i < 5; ++i) {
    capture(Duration::seconds(5));
    wait(Duration::ms(80));  // read later from now on; nothing is lost
    capture(Duration::seconds(5));
    for (int chunk = 0; chunk < 8; ++chunk) take();  // as early again as before
  }
  EXPECT_NEAR(behind_ms(), 0, 80 + 32);
  capture(Duration::seconds(5));
  wait(Duration::ms(300));  // lost
  capture(Duration::seconds(10));
  EXPECT_NEAR(behind_ms(), 0, 80 + 32);
}

TEST_F(AudioSendStepTest, ADeviceWithAClockOfItsOwnKeepsIt) {
  for (const double rate : {1.001, 0.999}) {
    capture(Duration::seconds(100), rate);
    for (std::size_t i = 1; i < sent_.size(); ++i)
      ASSERT_EQ(sent_[i].rtp_timestamp - sent_[i - 1].rtp_timestamp, 256) << i << ", " << rate;
  }
}

TEST_F(AudioSendStepTest, TimestampsGoOnWhenTheSourceIsAnotherOne) {
  struct Silence : AudioSource {
    void fetch(std::span<std::int16_t> samples) override { std::ranges::fill(samples, std::int16_t{0}); }
  };
  capture(Duration::seconds(3));
  const std::size_t before = sent_.size();
  step_->begin(nullptr);  // withdrawn
  wait(Duration::seconds(30));
  step_->begin(std::make_unique<Silence>());
  for (int i = 0; i < 50; ++i) sink_.at = std::max(sink_.at, step_->run(sink_.at));
  step_->run(sink_.at);
  take();
  ASSERT_GT(sent_.size(), before + 10);
  EXPECT_NEAR(behind_ms(sent_[before]), 0, 32);
  EXPECT_NEAR(behind_ms(), 0, 32);
}

}  // namespace
}  // namespace jitterscope::audio_send_step_test
