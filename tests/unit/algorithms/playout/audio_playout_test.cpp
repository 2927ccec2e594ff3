#include "core/algorithms/playout/audio_playout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/unit/algorithms/playout/audio_listener.h"

namespace jitterscope::audio_playout_test {
namespace {

using namespace audio_test;
using testing::Each;
using testing::ElementsAre;
using testing::Pair;
constexpr auto kPlayed = PlayoutOutcome::kPlayed;
constexpr auto kLate = PlayoutOutcome::kLate;
constexpr auto kLost = PlayoutOutcome::kLost;
constexpr auto kDropped = PlayoutOutcome::kDropped;

TEST(AudioPlayout, silence_before_the_first_block) {
  Listener listener;
  listener.render(100);
  EXPECT_EQ(listener.output.size(), 800u);
  EXPECT_THAT(listener.output, Each(0));
  EXPECT_TRUE(listener.done.empty());
}

TEST(AudioPlayout, a_block_plays_the_delay_after_its_arrival) {
  Listener listener;
  listener.render(40);
  listener.put(5, 40);
  listener.put(6, 52);
  listener.render(200);
  EXPECT_THAT(listener.heard(0, 100), Each(0));
  EXPECT_TRUE(listener.hears(100, 5 * kBlock, 2 * kBlock, kJoin));
  EXPECT_THAT(listener.heard(180, 200), Each(0));
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(5, kPlayed), Pair(6, kPlayed)));
  EXPECT_EQ(listener.done[0].playout, at_ms(100));
  EXPECT_EQ(listener.done[1].playout, at_ms(110));
  EXPECT_EQ(listener.done[1].received, at_ms(52));
}

TEST(AudioPlayout, how_often_it_is_rendered_does_not_matter) {
  std::vector<std::vector<std::int16_t>> outputs;
  for (const std::int64_t step : {1, 5, 15}) {
    Listener listener;
    for (std::int64_t now = 0; now <= 1500; now += step) {
      listener.render(now);
      if (now % 15 == 0 && now % 105 != 0) listener.put_at(now / 15, now * 8, now, false, 120);
    }
    outputs.push_back(listener.output);
  }
  EXPECT_EQ(outputs[0].size(), 12'000u);
  EXPECT_EQ(outputs[0], outputs[1]);
  EXPECT_EQ(outputs[0], outputs[2]);
}

TEST(AudioPlayout, reordered_blocks_play_in_order) {
  Listener listener;
  listener.put(0, 0);
  listener.put(2, 20);
  listener.put(1, 30);
  listener.render(90);
  EXPECT_TRUE(listener.hears(60, 0, 3 * kBlock, kJoin));
}

TEST(AudioPlayout, a_missing_block_is_concealed_and_lost_a_second_after_its_turn) {
  Listener listener;
  listener.put(0, 0);
  listener.put(3, 30);
  listener.render(91);
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(3, kPlayed)));
  EXPECT_THAT(listener.heard(71, 90), testing::Contains(testing::Gt(500)));
  EXPECT_EQ(listener.playout.report(at_ms(91)).concealed, 2);
  EXPECT_EQ(listener.playout.report(at_ms(91)).gaps, 1);
  listener.render(1200);
  ASSERT_EQ(listener.done.size(), 4u);
  EXPECT_EQ(listener.done[2].sequence, 1);
  EXPECT_EQ(listener.done[2].outcome, kLost);
  EXPECT_EQ(listener.done[2].playout, at_ms(70));
  EXPECT_FALSE(listener.done[2].received);
  EXPECT_FALSE(listener.put(1, 1201));  // reported already
  EXPECT_EQ(listener.done.size(), 4u);
}

TEST(AudioPlayout, a_packet_without_sound_is_no_lost_block) {
  Listener listener;
  listener.put(5, 40);
  listener.playout.skip(6);
  listener.put(7, 60);
  listener.playout.skip(2000);  // far ahead: it is known no more when its turn comes
  listener.put(8, 70);
  listener.render(3000);
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(5, kPlayed), Pair(7, kPlayed), Pair(8, kPlayed)));
  EXPECT_EQ(listener.playout.report(at_ms(3000)).concealed, 0);
}

TEST(AudioPlayout, a_late_block_is_not_played_and_moves_nothing) {
  Listener listener;
  listener.put(0, 0);
  listener.put(2, 22);
  listener.render(75);
  EXPECT_FALSE(listener.put(1, 75));  // due at 70
  listener.render(85);
  EXPECT_FALSE(listener.put(3, 95));  // due at 90; before its turn is over
  listener.put(4, 96);
  listener.render(120);
  EXPECT_TRUE(listener.hears(80, 2 * kBlock, kBlock, kJoin));
  EXPECT_TRUE(listener.hears(100, 4 * kBlock, kBlock, kJoin));
  EXPECT_THAT(listener.outcomes(),
              ElementsAre(Pair(0, kPlayed), Pair(1, kLate), Pair(2, kPlayed), Pair(3, kLate), Pair(4, kPlayed)));
  EXPECT_EQ(listener.of(1)->playout, at_ms(70));
  EXPECT_EQ(listener.playout.report(at_ms(120)).concealed, 2);
  EXPECT_EQ(listener.playout.report(at_ms(120)).gaps, 2);
}

TEST(AudioPlayout, a_block_just_in_time_is_played) {
  Listener listener;
  listener.put(0, 0);
  listener.put(1, 70);
  listener.render(100);
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(1, kPlayed)));
}

TEST(AudioPlayout, by_the_e_policy_a_late_block_plays_at_once_and_moves_the_rest_back) {
  Listener listener("e");
  listener.put(0, 0);
  listener.render(25);
  listener.put(1, 25);  // 15 ms late
  listener.put(2, 26);
  listener.render(60);
  EXPECT_TRUE(listener.hears(25, kBlock, 2 * kBlock, kJoin));
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(1, kPlayed), Pair(2, kPlayed)));
  EXPECT_EQ(listener.of(2)->playout, at_ms(35));
}

TEST(AudioPlayout, by_the_e_policy_a_late_block_also_moves_later_ones_that_wait) {
  Listener listener("e");
  listener.put(0, 0);
  listener.put(2, 12);
  listener.put(1, 14);
  listener.render(60);
  EXPECT_EQ(listener.of(1)->playout, at_ms(14));
  EXPECT_EQ(listener.of(2)->playout, at_ms(24));
  EXPECT_TRUE(listener.hears(14, kBlock, 2 * kBlock, kJoin));
}

/// The pause before a talkspurt is where the delay changes.
TEST(AudioPlayout, a_pause_is_cut_or_stretched_at_a_talkspurt) {
  Listener listener("optimum");  // 60 ms
  for (std::int64_t i = 0; i < 100; ++i) {
    if (i == 30) listener.playout.set_target(Duration::ms(25));
    if (i == 70) listener.playout.set_target(Duration::ms(95));
    listener.render(i * 10);
    listener.put(i, i * 10, i == 40 || i == 80);
  }
  listener.render(1200);
  EXPECT_EQ(listener.of(36)->playout, at_ms(420));
  EXPECT_THAT((std::vector{listener.of(37)->outcome, listener.of(38)->outcome, listener.of(39)->outcome}),
              ElementsAre(kDropped, kDropped, kDropped));
  EXPECT_EQ(listener.of(40)->playout, at_ms(425));  // cuts block 36 in half
  EXPECT_EQ(listener.of(79)->playout, at_ms(815));
  EXPECT_EQ(listener.of(80)->playout, at_ms(895));  // 70 ms after the end of block 79
  EXPECT_EQ(listener.count(kPlayed), 97);
  EXPECT_EQ(listener.playout.report(at_ms(1200)).gaps, 0);
}

TEST(AudioPlayout, a_policy_that_drops_a_block_plays_the_next_in_its_place) {
  Listener listener("queue-monitoring");
  std::int64_t arrival = 0;
  for (std::int64_t i = 0; i < 60; ++i) {
    arrival = std::max<std::int64_t>(i * 10, i >= 5 ? 250 : 0);  // 200 ms without anything, then all at once
    listener.render(arrival);
    listener.put(i, arrival);
  }
  listener.render(1500);
  EXPECT_GT(listener.count(kDropped), 2);
  EXPECT_EQ(listener.count(kDropped) + listener.count(kPlayed), 60);
  for (std::size_t i = 10; i + 1 < 60; ++i) {
    const auto *one = listener.of(static_cast<std::int64_t>(i)), *next = listener.of(static_cast<std::int64_t>(i + 1));
    if (one->outcome == kPlayed && next->outcome == kPlayed) {
      EXPECT_EQ(next->playout - one->playout, Duration::ms(10));
    }
  }
}

TEST(AudioPlayout, another_policy_knows_the_transits_of_before) {
  Listener listener("i:200");
  for (std::int64_t i = 0; i < 50; ++i) {
    listener.render(i * 10);
    listener.put(i, i * 10 + (i % 2 == 0 ? 0 : 8));
  }
  const auto first = listener.playout.take_decided();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->policy.view(), "i:200");
  EXPECT_EQ(first->delay, Duration::ms(200));
  EXPECT_FALSE(listener.playout.take_decided());
  auto old = listener.playout.set_policy(
      make_playout_change(PlayoutSetting::fixed(Duration::ms(20)), Medium::kAudio, Duration::ms(10)), at_ms(500));
  EXPECT_NE(old, nullptr);
  const auto decided = listener.playout.take_decided();
  ASSERT_TRUE(decided);
  EXPECT_EQ(decided->policy.view(), "i:20");
  EXPECT_EQ(decided->delay, Duration::ms(20));
  listener.put(51, 518);
  listener.render(540);
  EXPECT_EQ(listener.of(51)->playout, at_ms(530));
}

TEST(AudioPlayout, a_marker_after_a_silence_keeps_the_delay) {
  Listener listener;
  listener.put_at(0, 0, 0, true);
  listener.put_at(1, 80 + 4000, 512, true);
  listener.render(600);
  EXPECT_EQ(listener.of(1)->playout, at_ms(570));
}

TEST(AudioPlayout, a_jump_of_the_timestamp_starts_anew) {
  Listener listener;
  listener.put_at(0, 0, 0, true);
  listener.render(100);
  listener.put_at(1, 160 + 40'000, 200, false);
  listener.render(300);
  EXPECT_EQ(listener.of(1)->playout, at_ms(260));
}

TEST(AudioPlayout, a_jump_of_sequence_starts_anew) {
  Listener listener;
  listener.put(2000, 0);
  EXPECT_TRUE(listener.put(5, 10));
  listener.render(100);
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(2000, kDropped), Pair(5, kPlayed)));
}

TEST(AudioPlayout, an_outage_of_a_thousand_numbers_loses_them_and_a_longer_one_begins_anew) {
  for (const bool longer : {false, true}) {
    Listener listener;
    listener.put(0, 0);
    listener.render(10'000);
    listener.put(longer ? 1001 : 1000, 10'010);
    listener.render(12'000);
    EXPECT_EQ(listener.count(kLost), longer ? 0 : 999);
    EXPECT_EQ(listener.count(kPlayed), 2);
    EXPECT_EQ(listener.playout.report(at_ms(12'000)).concealed, longer ? 0 : 999);
  }
}

/// Each of them could have a thousand rows written for nothing.
TEST(AudioPlayout, a_jump_with_every_block_is_not_told_number_by_number) {
  Listener listener;
  for (std::int64_t i = 0; i < 1000; ++i) {
    listener.put_at(i * 1000, i * 8, i, false, 8);
    listener.render(i);
  }
  listener.render(3000);
  EXPECT_LT(listener.count(kLost), 2000);
  EXPECT_EQ(listener.done.size() - static_cast<std::size_t>(listener.count(kLost)), 1000u);
}

/// A thousand blocks a second, of which nine tenths are lost.
TEST(AudioPlayout, what_a_call_loses_is_told_number_by_number) {
  Listener listener;
  for (std::int64_t i = 0; i < 10'000; ++i) {
    if (i % 10 == 0) listener.put_at(i, i * 8, i, false, 8);
    listener.render(i);
  }
  listener.render(12'000);
  EXPECT_EQ(listener.count(kLost), 9 * 999);
  EXPECT_EQ(listener.count(kPlayed), 1000);
}

/// The E-policy would play 9 s late, which is more than it can hold.
TEST(AudioPlayout, by_the_e_policy_sound_goes_on_after_a_stall_of_nine_seconds) {
  Listener listener("e");
  for (std::int64_t i = 0; i < 1500; ++i) {
    const std::int64_t received = i < 100 ? i * 10 : std::max<std::int64_t>(i * 10, 10'000);
    listener.render(received);
    if (i != 700 && i != 950) listener.put(i, received);
  }
  listener.render(20'000);
  EXPECT_EQ(listener.done.size(), 1500u);
  EXPECT_EQ(listener.count(kLost), 2);
  EXPECT_GT(listener.count(kPlayed), 650);
  EXPECT_EQ(listener.of(1499)->outcome, kPlayed);
  EXPECT_LT(listener.of(1499)->playout - *listener.of(1499)->received, Duration::seconds(9));
}

TEST(AudioPlayout, a_block_that_the_first_overtook_is_played) {
  Listener listener;
  listener.put(7, 0);
  EXPECT_TRUE(listener.put(5, 1));
  listener.render(2000);
  EXPECT_EQ(listener.of(5)->outcome, kPlayed);
  EXPECT_EQ(listener.of(5)->playout, at_ms(40));
  EXPECT_EQ(listener.of(6)->outcome, kLost);
  EXPECT_EQ(listener.of(7)->playout, at_ms(60));
  EXPECT_FALSE(listener.put(4, 2000));  // too late to be the first
  EXPECT_EQ(listener.done.size(), 3u);
}

TEST(AudioPlayout, blocks_of_a_millisecond_fill_a_delay_of_two_and_a_half_seconds) {
  Listener listener("i:2000");
  listener.playout.hold(Duration::ms(500));
  for (std::int64_t i = 0; i < 8000; ++i) {
    listener.render(i);
    listener.put_at(i, i * 8, i, i == 0, 8);
  }
  listener.render(11'000);
  EXPECT_EQ(listener.count(kPlayed), 8000);
}

TEST(AudioPlayout, refuses_duplicates_and_sizes_it_cannot_hold) {
  Listener listener;
  EXPECT_TRUE(listener.put(1, 0));
  EXPECT_FALSE(listener.put(1, 0));
  EXPECT_FALSE(listener.put_at(2, 160, 0, false, 0));
  EXPECT_FALSE(listener.put_at(2, 160, 0, false, 2049));
  EXPECT_TRUE(listener.put_at(2, 160, 0, false, 2048));
  EXPECT_FALSE(listener.put(-1, 0));
}

TEST(AudioPlayout, holds_at_most_eight_seconds) {
  Listener listener("e");
  listener.put_at(0, 0, 0, false, 2048);
  for (std::int64_t i = 1; i < 100; ++i) listener.put_at(i, i * 2048, 1, false, 2048);  // 25 s at once
  EXPECT_LE(listener.playout.report(at_ms(1)).level, Duration::seconds(9));
  EXPECT_GT(listener.count(kDropped), 60);
  listener.render(40'000);
  EXPECT_EQ(listener.done.size(), 100u);
}

TEST(AudioPlayout, level_is_the_sound_that_waits) {
  Listener listener;
  for (std::int64_t i = 0; i < 5; ++i) listener.put(i, i * 10);
  EXPECT_EQ(listener.playout.report(at_ms(40)).level, Duration::ms(50));
  listener.render(65);
  EXPECT_EQ(listener.playout.report(at_ms(65)).level, Duration::ms(45));
}

TEST(AudioPlayout, every_block_ends_exactly_once) {
  for (const std::string_view words : {"e", "i:40", "optimum", "ramjee1", "ramjee4", "queue-monitoring"}) {
    for (unsigned seed = 0; seed < 5; ++seed) {
      std::mt19937 random(seed);
      std::multimap<std::int64_t, std::int64_t> arrivals;  // ms → sequence
      std::int64_t last = 0;
      for (std::int64_t i = 0; i < 2000; ++i) {
        if (i > 0 && random() % 20 == 0) continue;
        last = i;
        const std::int64_t spike = random() % 100 == 0 ? 200 : 0;
        const std::int64_t when = i == 0 ? 0 : i * 10 + spike + static_cast<std::int64_t>(random() % 30);
        for (int copies = random() % 10 == 0 ? 2 : 1; copies > 0; --copies) arrivals.emplace(when, i);
      }
      Listener listener(words);
      for (const auto& [when, sequence] : arrivals) {
        listener.render(when);
        listener.playout.hold(Duration::ms(when / 100 % 50));
        listener.put(sequence, when, sequence % 100 == 0);
      }
      listener.render(30'000);
      std::map<std::int64_t, int> ends;
      for (const AudioBlockDone& block : listener.done) ++ends[block.sequence];
      EXPECT_EQ(static_cast<std::int64_t>(ends.size()), last + 1);
      for (const auto& [sequence, count] : ends) EXPECT_EQ(count, 1) << sequence;
      EXPECT_EQ(listener.output.size(), 240'000u);
    }
  }
}

}  // namespace
}  // namespace jitterscope::audio_playout_test
