// Playout in a running call: another policy takes over without losing anything, and what is held for lip-sync.
#include "core/algorithms/playout/video_playout.h"
#include "core/call/analysis/lip_sync_keeper.h"
#include "core/call/steps/playout_switch.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_decoded.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::playout_call_test {
namespace {

class PlayoutCallTest : public TwoSessions {
 protected:
  void set(Medium medium, const char* words) { ada_->post(SetPlayout{medium, *PlayoutSetting::parse(words)}); }
  bool more_flows() { return more_comes(*ada_, Medium::kAudio) && more_comes(*ada_, Medium::kVideo); }
};

TEST_F(PlayoutCallTest, PoliciesFollowEachOtherWithoutLosingBlocksOrFrames) {
  EndpointOptions ada = session_options("Ada");
  ada.trace_path = folder_ / "ada.jscope";
  ASSERT_TRUE(in_full_call(ada));
  for (const char* words : {"ramjee4", "optimum", "queue-monitoring", "e", "i:80"}) {
    set(Medium::kAudio, words);
    set(Medium::kVideo, words);
    ASSERT_TRUE(more_flows()) << words;
  }
  ada_->post(SetLipSync{false});
  ASSERT_TRUE(
      eventually([&] { return marked(*ada_, "playout.video i:80", false) && marked(*ada_, "lip-sync off", false); }));
  EXPECT_EQ(ada_->view().settings.playout[Medium::kAudio].to_string(), "i:80");
  ASSERT_TRUE(ada_hangs_up());

  std::vector<std::int64_t> blocks, frames;  // as they ended
  for (const AudioBlockDone& done : events_in<AudioBlockDone>(ada.trace_path)) {
    blocks.push_back(done.sequence);
    EXPECT_NE(done.outcome, PlayoutOutcome::kLost) << done.sequence;
  }
  for (const FramePlayed& played : events_in<FramePlayed>(ada.trace_path)) frames.push_back(played.frame);
  const auto decoded = std::ranges::count_if(events_in<FrameDecoded>(ada.trace_path), &FrameDecoded::ok);
  PerMedium<std::vector<std::string>> policies;
  for (const PlayoutDecided& decided : events_in<PlayoutDecided>(ada.trace_path))
    policies[decided.medium].emplace_back(decided.policy.view());
  EXPECT_GE(events_in<PlayoutReport>(ada.trace_path).size(), 2u);
  for (const Medium medium : kMedia) {
    auto& in_turn = policies[medium];
    in_turn.erase(std::unique(in_turn.begin(), in_turn.end()), in_turn.end());
    EXPECT_EQ(in_turn, (std::vector<std::string>{"i:60", "ramjee4", "optimum", "queue-monitoring", "e", "i:80"}));
  }

  std::ranges::sort(blocks);
  EXPECT_EQ(std::ranges::adjacent_find(blocks), blocks.end()) << "each block ends once";
  ASSERT_FALSE(blocks.empty());
  EXPECT_EQ(blocks.back() - blocks.front() + 1, static_cast<std::int64_t>(blocks.size())) << "and each ends";
  std::ranges::sort(frames);
  EXPECT_EQ(std::ranges::adjacent_find(frames), frames.end()) << "each frame ends once";
  EXPECT_LE(static_cast<std::int64_t>(frames.size()), decoded);
  EXPECT_GE(static_cast<std::int64_t>(frames.size()), decoded - 10)
      << "those of the last moments may not have been due";
}

TEST(LipSyncKeeper, HoldsTheSoundThatWouldBePlayedEarlier) {
  PlayoutBoard board;
  LipSyncKeeper keeper(board);
  const Timestamp wall = Timestamp::ns(1'000'000'000'000), begin = Timestamp::ns(5'000'000'000);
  // Both reports are of the same moment; the 32 bits of the sound's timestamp have wrapped since.
  const std::int64_t audio_then = (std::int64_t{1} << 32) + 800, video_then = 90'000;
  board.of(Medium::kAudio).report.store({true, 1, wall, static_cast<std::uint32_t>(audio_then), begin});
  board.of(Medium::kVideo).report.store({true, 2, wall, static_cast<std::uint32_t>(video_then), begin});
  EXPECT_FALSE(board.skew());
  for (int i = 0; i < 20; ++i) {
    const Timestamp now = begin + Duration::ms(100 * i);
    board.of(Medium::kAudio).played.store({true, 1, audio_then + 800 * i, now + Duration::ms(60), {}});
    board.of(Medium::kVideo).played.store({true, 2, video_then + 9000 * i, now + Duration::ms(160), {}});
    keeper.round(now);
  }
  ASSERT_TRUE(board.skew());
  EXPECT_NEAR(*board.skew(), -100, 0.2) << "the sound is early";
  EXPECT_NEAR(Duration::ns(board.of(Medium::kAudio).hold).ms(), 100, 0.2);
  EXPECT_EQ(board.of(Medium::kVideo).hold, 0);
  board.lip_sync = false;
  keeper.round(begin + Duration::ms(2000));
  EXPECT_EQ(board.of(Medium::kAudio).hold, 0);
}

/// The sound comes from another sender, or its sender counts anew; the report on the board is the old one.
TEST(LipSyncKeeper, AStreamThatBeginsAnewWaitsForItsOwnReport) {
  for (const bool other_ssrc : {true, false}) {
    PlayoutBoard board;
    LipSyncKeeper keeper(board);
    const Timestamp wall = Timestamp::ns(1'000'000'000'000), begin = Timestamp::ns(5'000'000'000);
    const std::int64_t then = 800'000, later = then + (other_ssrc ? 400'000 : 4'000'000);
    board.of(Medium::kAudio).report.store({true, 1, wall, static_cast<std::uint32_t>(then), begin});
    board.of(Medium::kVideo).report.store({true, 2, wall, 90'000, begin});
    const auto play = [&](std::uint32_t ssrc, std::int64_t from, int first, int last) {
      for (int i = first; i < last; ++i) {
        const Timestamp now = begin + Duration::ms(100 * i);
        board.of(Medium::kAudio).played.store({true, ssrc, from + 800 * i, now + Duration::ms(60), {}});
        board.of(Medium::kVideo).played.store({true, 2, 90'000 + 9000 * i, now + Duration::ms(160), {}});
        keeper.round(now);
      }
    };
    play(1, then, 0, 20);
    EXPECT_NEAR(Duration::ns(board.of(Medium::kAudio).hold).ms(), 100, 0.2);
    const std::uint32_t ssrc = other_ssrc ? 3 : 1;
    play(ssrc, later, 20, 40);
    EXPECT_FALSE(board.skew());
    EXPECT_EQ(board.of(Medium::kAudio).hold, 0);
    board.of(Medium::kAudio).report.store({true, ssrc, wall, static_cast<std::uint32_t>(later), begin});
    play(ssrc, later, 40, 60);
    EXPECT_NEAR(Duration::ns(board.of(Medium::kAudio).hold).ms(), 100, 0.2) << other_ssrc;
  }
}

TEST(PlayoutSwitch, TheLastOfManyChangesCounts) {
  PlayoutSwitch switching(PlayoutSetting{});
  VideoPlayout playout(PlayoutSetting{}, Duration::ms(33));
  MediumBoard board;
  EventRing ring("events", 8);
  const RemoteEvents events(ring, kFirstRemote);
  for (int round = 0; round < 3; ++round) {
    for (int ms = 1; ms <= 50; ++ms)
      switching.set(PlayoutSetting::fixed(Duration::ms(100 * round + ms)), Medium::kVideo, Duration::ms(33));
    switching.apply(playout, board, Timestamp::ns(1), events);
    const auto decided = playout.take_decided();
    ASSERT_TRUE(decided);
    EXPECT_EQ(decided->policy.view(), "i:" + std::to_string(100 * round + 50));
    switching.apply(playout, board, Timestamp::ns(2), events);
    EXPECT_FALSE(playout.take_decided());
  }
}

TEST(LipSyncKeeper, WithoutReportsNothingIsHeld) {
  PlayoutBoard board;
  LipSyncKeeper keeper(board);
  board.of(Medium::kAudio).played.store({true, 1, 800, Timestamp::ns(5), {}});
  board.of(Medium::kVideo).played.store({true, 2, 9000, Timestamp::ns(500'000'000), {}});
  keeper.round(Timestamp::ns(500'000'000));
  EXPECT_EQ(board.of(Medium::kAudio).hold, 0);
  EXPECT_FALSE(board.skew());
}

}  // namespace
}  // namespace jitterscope::playout_call_test
