// A block that is missing when the call ends is lost, though it would be waited for a second longer.
#include <gtest/gtest.h>

#include "core/algorithms/rtp/rtp_packet.h"
#include "core/call/steps/audio_receive_step.h"
#include "core/events/kinds/audio_block_done.h"

namespace jitterscope::last_blocks_test {
namespace {

constexpr Timestamp kBegin = Timestamp::ns(5'000'000'000);
constexpr std::uint32_t kSsrc = 7;

std::vector<std::uint8_t> block(std::uint16_t number) {
  std::vector<std::uint8_t> bytes(rtp::kMaxRtpHeaderBytes);
  bytes.resize(rtp::write_rtp_header(bytes, {false, rtp::kPayloadPcmu, number, number * 160u, kSsrc}, {}));
  bytes.resize(bytes.size() + 160, 0xFF);
  return bytes;
}

class LastBlocks : public testing::Test {
 protected:
  LastBlocks() {
    AudioSlotConfig config;
    config.intake = {Medium::kAudio, rtp::kPayloadPcmu, kSsrc, {}, &clock_};
    config.playout.setting = *PlayoutSetting::parse("i:40");
    config.playout.period = Duration::ms(20);
    slot_ = step_.streams().add(std::make_unique<AudioSlot>(events_, board_, config));
  }
  /// Blocks 0 to 4 but for the second, each at its time; the last one still waits.
  Timestamp play() {
    Timestamp now = kBegin;
    for (const std::uint16_t number : {0, 2, 3, 4}) {
      now = kBegin + Duration::ms(20) * number;
      step_.run(now);
      step_.take({block(number), now, {}, false});
    }
    step_.run(now + Duration::ms(30));
    return now + Duration::ms(30);
  }
  std::vector<std::pair<std::int64_t, PlayoutOutcome>> done() {
    std::vector<std::pair<std::int64_t, PlayoutOutcome>> all;
    events_.take_all([&](const Event& event) {
      if (const auto* done = get_if<AudioBlockDone>(&event)) all.emplace_back(done->sequence, done->outcome);
    });
    return all;
  }
  void expect_lost(const std::vector<std::pair<std::int64_t, PlayoutOutcome>>& all) {
    ASSERT_EQ(all.size(), 4u);
    EXPECT_EQ(all.back(), std::pair(std::int64_t{1}, PlayoutOutcome::kLost));
    for (const auto& [number, outcome] : all) EXPECT_NE(number, 4) << "it is in flight, neither played nor lost";
  }

  CallClock clock_{ConferenceClock{}};
  EventRing events_{"events", 1024};
  PlayoutBoard board_;
  PublishedLevel level_;
  AudioReceiveStep step_{events_, level_, {}};
  std::optional<SlotTable<AudioSlot>::Slot> slot_;
};

TEST_F(LastBlocks, AreLostAtTheEndOfTheThread) {
  step_.finish(play());
  expect_lost(done());
}

TEST_F(LastBlocks, AreLostWhenTheRemoteLeaves) {
  const Timestamp now = play();
  step_.streams().remove(*slot_);
  step_.run(now + Duration::ms(10));
  expect_lost(done());
  step_.finish(now + Duration::ms(20));
  EXPECT_TRUE(done().empty()) << "once";
}

}  // namespace
}  // namespace jitterscope::last_blocks_test
