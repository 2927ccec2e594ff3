// Many remotes on one thread.
#include "core/call/exchange/slot_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "core/algorithms/media/pcmu.h"
#include "core/call/steps/audio_receive_step.h"
#include "core/call/steps/video_decode_step.h"
#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/packet_arrived.h"

namespace jitterscope::slot_table_test {
namespace {

constexpr Timestamp kBegin = Timestamp::ns(5'000'000'000);

/// Counts those there are.
struct Counted {
  explicit Counted(std::atomic<int>& there) : there_(there) { ++there_; }
  ~Counted() { --there_; }
  std::int64_t rounds = 0;
  std::atomic<int>& there_;
};

TEST(SlotTable, ServesFromTheNextRoundAndGivesBackWhatLeaves) {
  std::atomic<int> there{0};
  SlotTable<Counted> table;
  const auto slot = table.add(std::make_unique<Counted>(there));
  ASSERT_TRUE(slot);
  EXPECT_EQ(table.at(*slot), nullptr);
  table.take_changes([](Counted&) {}, [](Counted&) { FAIL(); });
  ASSERT_EQ(table.at(*slot), table.made(*slot));
  table.remove(*slot);
  EXPECT_EQ(table.made(*slot), nullptr);
  int left = 0;
  table.take_changes([](Counted&) {}, [&](Counted&) { ++left; });
  EXPECT_EQ(left, 1);
  EXPECT_EQ(table.at(*slot), nullptr);
  EXPECT_EQ(there, 1) << "not deleted on the serving thread";
  table.collect();
  EXPECT_EQ(there, 0);
}

TEST(SlotTable, HasSixteenSlotsAndOneThatIsLeftIsFreeWhenItIsGivenBack) {
  std::atomic<int> there{0};
  SlotTable<Counted> table;
  for (std::size_t i = 0; i < kMostRemotes; ++i) EXPECT_EQ(table.add(std::make_unique<Counted>(there)), i);
  EXPECT_FALSE(table.add(std::make_unique<Counted>(there)));
  EXPECT_EQ(there, static_cast<int>(kMostRemotes)) << "the one too many is gone";
  table.remove(3);
  table.remove(3);
  EXPECT_FALSE(table.add(std::make_unique<Counted>(there))) << "it is still served";
  table.take_changes();
  const auto again = table.add(std::make_unique<Counted>(there));
  ASSERT_TRUE(again);
  EXPECT_EQ(*again % kMostRemotes, 3u) << "in its place";
  EXPECT_NE(*again, 3u) << "but another";
  EXPECT_TRUE(table.is_gone(3));
  table.remove(3);
  EXPECT_NE(table.made(*again), nullptr) << "who has gone removes nobody";
}

TEST(SlotTable, HundredsJoinAndLeaveWhileTheyAreServed) {
  constexpr int kJoins = 1000;
  std::atomic<int> there{0}, left{0};
  std::atomic<bool> over{false};
  SlotTable<Counted> table;
  std::thread serving([&] {
    const auto round = [&] {
      table.take_changes([](Counted&) {}, [&](Counted&) { ++left; });
      table.each([](Counted& one) { ++one.rounds; });
    };
    while (!over) round();
    round();
  });
  std::vector<std::size_t> in_use;
  for (int joined = 0; joined < kJoins;) {
    const auto slot = table.add(std::make_unique<Counted>(there));
    if (slot) {
      in_use.push_back(*slot);
      ++joined;
    }
    if (!slot || in_use.size() > static_cast<std::size_t>(joined % 13)) {
      if (!in_use.empty()) table.remove(in_use.front()), in_use.erase(in_use.begin());
      std::this_thread::yield();
    }
  }
  for (const std::size_t slot : in_use) table.remove(slot);
  over = true;
  serving.join();
  table.collect();
  EXPECT_EQ(there, 0);
  EXPECT_EQ(left, kJoins) << "each is told that it leaves";
}

/// A packet of 160 samples of this value.
std::vector<std::uint8_t> sound(std::uint32_t ssrc, std::uint16_t number, std::int16_t value) {
  std::vector<std::uint8_t> packet(rtp::kMaxAudioHeaderBytes);
  const rtp::RtpHeader header{number == 0, 0, number, static_cast<std::uint32_t>(number) * 160u, ssrc};
  packet.resize(rtp::write_audio_header(packet, header, {}));
  const std::vector<std::int16_t> samples(160, value);
  std::vector<std::uint8_t> codes(160);
  pcmu_encode(samples, codes);
  packet.insert(packet.end(), codes.begin(), codes.end());
  return packet;
}

class TwoRemotes : public testing::Test {
 protected:
  void add(std::uint32_t ssrc, PlayoutBoard& board) {
    AudioSlotConfig config;
    config.intake = {Medium::kAudio, rtp::kPayloadPcmu, ssrc, {}, &clock_};
    config.playout.setting = *PlayoutSetting::parse("i:40");
    config.playout.period = Duration::ms(20);
    slots_.push_back(*step_.streams().add(std::make_unique<AudioSlot>(events_, board, config)));
  }
  /// One second of both, 20 ms a packet.
  void talk() {
    for (int i = 0; i < 50; ++i, ++next_) {
      for (int tick = 0; tick < 2; ++tick, now_ += Duration::ms(10)) step_.run(now_);
      for (const auto& [ssrc, value] : {std::pair{7u, std::int16_t{1000}}, {8u, std::int16_t{4000}}})
        step_.take({sound(ssrc, next_, value), now_, std::nullopt, false});
    }
  }
  template <typename E>
  std::vector<E> all() {
    std::vector<E> found;
    events_.take_all([&](const Event& event) {
      if (const E* one = get_if<E>(&event)) found.push_back(*one);
    });
    return found;
  }
  /// The samples of the last chunk that was played.
  std::int16_t heard() {
    AudioChunk chunk;
    while (speaker_.pop(chunk)) {}
    return chunk.samples[40];
  }

  CallClock clock_{ConferenceClock{}};
  EventRing events_{"events", 4096};
  PublishedLevel level_;
  AudioRing speaker_{"speaker", 4096};
  PlayoutBoard first_, second_;
  AudioReceiveStep step_{events_, level_, {&speaker_, nullptr}};
  std::vector<std::size_t> slots_;
  Timestamp now_ = kBegin;
  std::uint16_t next_ = 0;
};

TEST_F(TwoRemotes, AreHeardTogether) {
  add(7, first_);
  add(8, second_);
  talk();
  EXPECT_NEAR(heard(), 5000, 200) << "µ-law's steps";
  EXPECT_EQ(all<PacketArrived>().size(), 100u);
}

TEST_F(TwoRemotes, OneThatLeavesIsNotHeardAnyMoreAndTheOtherGoesOn) {
  add(7, first_);
  add(8, second_);
  talk();
  step_.streams().remove(slots_[0]);
  all<PacketArrived>();
  talk();
  EXPECT_NEAR(heard(), 4000, 200);
  EXPECT_EQ(all<PacketArrived>().size(), 50u);
}

TEST_F(TwoRemotes, WhatBelongsToNoneIsRefusedAndCounted) {
  add(7, first_);
  talk();
  step_.finish(now_);
  std::int64_t refused = 0, taken = 0;
  events_.take_all([&](const Event& event) {
    if (const auto* rejected = get_if<PacketRejected>(&event)) {
      EXPECT_EQ(rejected->reason, RejectReason::kWrongSsrc);
      refused += rejected->count.value_or(1);
    }
    taken += holds_alternative<PacketArrived>(event);
  });
  EXPECT_EQ(refused, 50);
  EXPECT_EQ(taken, 50);
  EXPECT_NEAR(heard(), 1000, 50);
}

TEST_F(TwoRemotes, WithoutAnyThereIsSilenceAndEverythingIsRefused) {
  talk();
  step_.finish(now_);
  EXPECT_EQ(heard(), 0);
  EXPECT_TRUE(all<PacketArrived>().empty());
}

struct Taking : PictureDecoder {
  explicit Taking(Duration each = {}) : takes(each) {}
  Timestamp now() const override { return at; }
  Outcome decode(std::span<const std::uint8_t>, VideoFrame&) override {
    const Timestamp begin = at;
    return {true, begin, at += takes};
  }
  Duration takes;
  Timestamp at = kBegin;
};

TEST(DecodeInTurn, ABusyRemoteStarvesNobody) {
  EventRing events("events", 256);
  PlayoutBoard busy_board, other_board;
  LatestValue<VideoFrame> busy_picture, other_picture;
  const auto busy = std::make_shared<FrameExchange>(1000), other = std::make_shared<FrameExchange>(1000);
  Taking decoder;
  VideoDecodeStep step(decoder);
  const DecodeSlotConfig config{*PlayoutSetting::parse("i:60"), Duration::ms(66), {}};
  step.streams().add(std::make_unique<DecodeSlot>(events, busy_board.of(Medium::kVideo), busy, busy_picture, config));
  step.streams().add(
      std::make_unique<DecodeSlot>(events, other_board.of(Medium::kVideo), other, other_picture, config));
  const auto complete = [](FrameExchange& frames, std::uint32_t ssrc, std::int64_t number) {
    FrameBuffer buffer;
    ASSERT_TRUE(frames.free.pop(buffer));
    buffer.done.ssrc = ssrc;
    buffer.done.frame = number;
    frames.complete.push(std::move(buffer));
  };
  for (std::int64_t number = 0; number < 8; ++number) complete(*busy, 1, number);
  complete(*other, 2, 0);
  EXPECT_EQ(step.run(kBegin), kBegin) << "there are more";
  std::vector<std::uint32_t> decoded;
  events.take_all([&](const Event& event) {
    if (const auto* one = get_if<FrameDecoded>(&event)) decoded.push_back(one->ssrc);
  });
  EXPECT_EQ(decoded, (std::vector<std::uint32_t>{1, 2}));
}

/// One remote whose frames are complete at once and take 10 ms each.
TEST(DecodeInTurn, APictureIsPlayedAfterItWasDecoded) {
  EventRing events("events", 256);
  PlayoutBoard board;
  LatestValue<VideoFrame> picture;
  const auto frames = std::make_shared<FrameExchange>(1000);
  Taking decoder(Duration::ms(10));
  VideoDecodeStep step(decoder);
  step.streams().add(
      std::make_unique<DecodeSlot>(events, board.of(Medium::kVideo), frames, picture,
                                   DecodeSlotConfig{*PlayoutSetting::parse("i:0"), Duration::ms(66), {}}));
  for (std::int64_t number = 0; number < 5; ++number) {
    FrameBuffer buffer;
    ASSERT_TRUE(frames->free.pop(buffer));
    buffer.done.frame = number;
    buffer.done.rtp_timestamp = number * 6000;
    buffer.done.completed = kBegin - Duration::ms(400) + Duration::ms(66) * number;
    frames->complete.push(std::move(buffer));
  }
  for (int round = 0; round < 10; ++round) step.run(decoder.at);
  std::map<std::int64_t, Timestamp> decoded;
  int played = 0;
  events.take_all([&](const Event& event) {
    if (const auto* one = get_if<FrameDecoded>(&event)) decoded[one->frame] = one->decode_end;
    const auto* shown = get_if<FramePlayed>(&event);
    if (!shown || shown->outcome != PlayoutOutcome::kPlayed) return;
    ++played;
    EXPECT_GE(shown->playout, decoded.at(shown->frame)) << shown->frame;
  });
  EXPECT_EQ(decoded.size(), 5u);
  EXPECT_GT(played, 0);
}

}  // namespace
}  // namespace jitterscope::slot_table_test
