// What the pictures that wait for their time take.
#include "core/call/steps/video_decode_step.h"

#include <gtest/gtest.h>

#include <set>

namespace jitterscope::decode_slot_test {
namespace {

constexpr Timestamp kBegin = Timestamp::ns(1'000'000'000);
constexpr Duration kEach = Duration::ms(5);
constexpr std::size_t kWaitAtMost = 256'000'000;  // bytes

/// Makes grey pictures of one size, and remembers the memory that they were put into.
struct Grey : PictureDecoder {
  Timestamp now() const override { return at; }
  Outcome decode(std::span<const std::uint8_t>, VideoFrame& out) override {
    out.prepare(PixelFormat::kBgrx, width, height);
    memory.insert(out.plane(0));
    return {true, at, at};
  }
  int width = 2040, height = 2040;
  std::set<const std::uint8_t*> memory;
  Timestamp at = kBegin;
};

class WaitingPictures : public testing::Test {
 protected:
  void show(int count) {
    for (int i = 0; i < count; ++i, ++number_, decoder_.at = decoder_.at + kEach) {
      FrameBuffer buffer;
      ASSERT_TRUE(frames_->free.pop(buffer));
      buffer.done.frame = number_;
      buffer.done.rtp_timestamp = number_ * 450;
      buffer.done.completed = decoder_.at;
      frames_->complete.push(std::move(buffer));
      slot_.run(decoder_.at, decoder_);
      events_.take_all([&](const Event& event) {
        if (const auto* one = get_if<FramePlayed>(&event)) played_.push_back(*one);
      });
    }
  }
  std::int64_t count(PlayoutOutcome outcome) const {
    return std::ranges::count(played_, outcome, &FramePlayed::outcome);
  }
  EventRing events_{"events", 256};
  PlayoutBoard board_;
  LatestValue<VideoFrame> picture_;
  std::shared_ptr<FrameExchange> frames_ = std::make_shared<FrameExchange>(1000);
  Grey decoder_;
  DecodeSlot slot_{events_, board_.of(Medium::kVideo), frames_, picture_,
                   DecodeSlotConfig{*PlayoutSetting::parse("i:500"), kEach, {}}};
  std::int64_t number_ = 0;
  std::vector<FramePlayed> played_;
};

TEST_F(WaitingPictures, TakeABoundedMemory) {
  show(200);
  constexpr std::size_t kPicture = std::size_t{2040} * 2040 * 4, kBeside = 4;  // just decoded, and three to be painted
  EXPECT_LE((decoder_.memory.size() - kBeside) * kPicture, kWaitAtMost);
  EXPECT_EQ(count(PlayoutOutcome::kPlayed), std::ssize(played_)) << "each is shown, before its time";
  EXPECT_GE(played_.size(), 180u);
}

TEST_F(WaitingPictures, OfAUsualSizeAreAsManyAsBefore) {
  decoder_.width = 640, decoder_.height = 480;
  show(200);
  EXPECT_EQ(count(PlayoutOutcome::kPlayed), 200 - 63);
}

}  // namespace
}  // namespace jitterscope::decode_slot_test
