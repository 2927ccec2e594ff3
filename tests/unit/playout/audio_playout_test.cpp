#include "core/playout/audio_playout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

namespace jitterscope {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Pair;
constexpr auto kPlayed = PlayoutOutcome::kPlayed;
constexpr auto kLate = PlayoutOutcome::kLate;
constexpr auto kLost = PlayoutOutcome::kLost;
constexpr std::int64_t kBlock = 80;  // samples: 10 ms

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(1'000'000'000 + ms * 1'000'000);
}

/// The value of the sample with this RTP timestamp; never 0, which is silence.
std::int16_t value_of(std::int64_t rtp_timestamp) {
  return static_cast<std::int16_t>(1 + rtp_timestamp % 30'000);
}

struct Listener {
  explicit Listener(AudioPlayoutConfig config = {}) : playout(config) { render(0); }
  bool put(std::int64_t sequence, std::int64_t received_ms) {
    return put_at(sequence, sequence * kBlock, received_ms, false);
  }
  bool put_at(std::int64_t sequence, std::int64_t timestamp, std::int64_t received_ms, bool marker,
              std::int64_t size = kBlock) {
    std::vector<std::int16_t> samples;
    for (std::int64_t i = 0; i < size; ++i) samples.push_back(value_of(timestamp + i));
    const bool taken = playout.put({sequence, timestamp, marker, samples, at_ms(received_ms)});
    keep_done();
    return taken;
  }
  void render(std::int64_t until_ms) {
    std::array<std::int16_t, 37> part;  // any size will do
    for (std::size_t count = part.size(); count == part.size();) {
      count = playout.render(at_ms(until_ms), part);
      output.insert(output.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
      keep_done();
    }
  }
  void keep_done() {
    const auto ended = playout.take_done();
    done.insert(done.end(), ended.begin(), ended.end());
  }
  std::vector<std::pair<std::int64_t, PlayoutOutcome>> outcomes() const {
    std::vector<std::pair<std::int64_t, PlayoutOutcome>> list;
    for (const AudioBlockDone& block : done) list.emplace_back(block.sequence, block.outcome);
    return list;
  }
  /// Output between two times.
  std::vector<std::int16_t> heard(std::int64_t from_ms, std::int64_t to_ms) const {
    return {output.begin() + from_ms * 8, output.begin() + to_ms * 8};
  }

  AudioPlayout playout;
  std::vector<std::int16_t> output;
  std::vector<AudioBlockDone> done;
};

std::vector<std::int16_t> block_samples(std::int64_t sequence) {
  std::vector<std::int16_t> samples;
  for (std::int64_t i = 0; i < kBlock; ++i) samples.push_back(value_of(sequence * kBlock + i));
  return samples;
}

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
  listener.put(6, 47);
  listener.render(130);
  EXPECT_THAT(listener.heard(0, 100), Each(0));
  EXPECT_EQ(listener.heard(100, 110), block_samples(5));
  EXPECT_EQ(listener.heard(110, 120), block_samples(6));
  EXPECT_THAT(listener.heard(120, 130), Each(0));
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(5, kPlayed), Pair(6, kPlayed)));
  EXPECT_EQ(listener.done[0].playout, at_ms(100));
  EXPECT_EQ(listener.done[1].received, at_ms(47));
}

TEST(AudioPlayout, how_often_it_is_rendered_does_not_matter) {
  std::vector<std::vector<std::int16_t>> outputs;
  for (const std::int64_t step : {1, 5, 15}) {
    Listener listener;
    for (std::int64_t now = 0; now <= 1500; now += step) {
      listener.render(now);
      if (now % 15 == 0) listener.put_at(now / 15, now * 8, now, false, 120);
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
  EXPECT_EQ(listener.heard(70, 80), block_samples(1));
  EXPECT_EQ(listener.heard(80, 90), block_samples(2));
}

TEST(AudioPlayout, a_missing_block_is_silence_and_lost_when_the_next_has_its_turn) {
  Listener listener;
  listener.put(0, 0);
  listener.put(3, 30);
  listener.render(90);
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(0, kPlayed)));
  listener.render(91);
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(1, kLost), Pair(2, kLost), Pair(3, kPlayed)));
  EXPECT_THAT(listener.heard(70, 90), Each(0));
  EXPECT_EQ(listener.done[1].playout, at_ms(70));
  EXPECT_EQ(listener.done[2].playout, at_ms(80));
  EXPECT_FALSE(listener.done[1].received);
  EXPECT_FALSE(listener.put(1, 92));  // its turn is over
}

TEST(AudioPlayout, a_late_block_plays_at_once_and_moves_the_rest_back) {
  Listener listener;
  listener.put(0, 0);
  listener.render(90);
  listener.put(1, 90);  // due at 70
  listener.put(2, 91);
  listener.render(120);
  EXPECT_EQ(listener.heard(90, 100), block_samples(1));
  EXPECT_EQ(listener.heard(100, 110), block_samples(2));
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(1, kLate), Pair(2, kPlayed)));
  EXPECT_EQ(listener.playout.extra_delay(), Duration::ms(20));
}

TEST(AudioPlayout, a_block_just_in_time_is_not_late) {
  Listener listener;
  listener.put(0, 0);
  listener.put(1, 70);
  listener.render(100);
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(1, kPlayed)));
}

TEST(AudioPlayout, the_timeline_moves_back_at_most_the_extra_delay) {
  AudioPlayoutConfig config;
  config.max_extra_delay = Duration::ms(5);
  Listener listener(config);
  listener.put(0, 0);
  listener.render(78);
  listener.put(1, 78);  // 8 ms late, 5 ms allowed: its first 3 ms are cut
  listener.put(2, 79);
  listener.render(95);
  const auto first = block_samples(1);
  EXPECT_EQ(listener.heard(78, 85), (std::vector<std::int16_t>{first.begin() + 24, first.end()}));
  EXPECT_EQ(listener.heard(85, 95), block_samples(2));
  EXPECT_EQ(listener.playout.extra_delay(), Duration::ms(5));
}

TEST(AudioPlayout, a_block_wholly_in_the_past_is_late_and_not_heard) {
  AudioPlayoutConfig config;
  config.max_extra_delay = Duration::ms(0);
  Listener listener(config);
  listener.put(0, 0);
  listener.render(200);
  listener.put(1, 200);
  listener.render(210);
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(1, kLate)));
  EXPECT_THAT(listener.heard(70, 210), Each(0));
}

TEST(AudioPlayout, returns_to_the_delay_after_a_spike) {
  Listener listener;
  for (std::int64_t i = 0; i < 600; ++i) {
    const std::int64_t received = i == 50 ? 600 : std::max<std::int64_t>(i * 10, i > 50 && i < 60 ? 600 : 0);
    listener.render(received);
    listener.put(i, received);
    if (i == 70) { EXPECT_EQ(listener.playout.extra_delay(), Duration::ms(40)); }
  }
  EXPECT_EQ(listener.playout.extra_delay(), Duration::ms(0));
  listener.render(6100);
  EXPECT_EQ(listener.heard(6050, 6060), block_samples(599));  // sent at 5990
}

/// 10 minutes with the sender's clock off by 200 ppm: nothing lost, and few late.
TEST(AudioPlayout, follows_the_senders_clock) {
  for (const double rate : {1.0002, 0.9998}) {
    Listener listener;
    std::int64_t late = 0;
    for (std::int64_t i = 0; i < 60'000; ++i) {
      const auto received = static_cast<std::int64_t>(static_cast<double>(i) * 10 * rate);
      listener.render(received);
      listener.put(i, received);
    }
    for (const AudioBlockDone& block : listener.done) {
      EXPECT_NE(block.outcome, kLost);
      late += block.outcome == kLate;
    }
    EXPECT_EQ(late, 0) << rate;
    EXPECT_LT(listener.playout.extra_delay(), Duration::ms(10));
  }
}

TEST(AudioPlayout, a_marker_after_silence_or_a_jump_starts_the_timeline_anew) {
  Listener listener;
  listener.put_at(0, 0, 0, true);
  listener.put_at(1, 80 + 4000, 500, true);      // half a second of silence by timestamp, 490 ms by arrival
  listener.put_at(2, 160 + 40'000, 700, false);  // jump
  listener.render(780);
  EXPECT_EQ(listener.done.at(1).playout, at_ms(560));
  EXPECT_EQ(listener.done.at(2).playout, at_ms(760));
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(0, kPlayed), Pair(1, kPlayed), Pair(2, kPlayed)));
}

TEST(AudioPlayout, a_jump_of_sequence_starts_anew) {
  Listener listener;
  listener.put(2000, 0);
  EXPECT_TRUE(listener.put(5, 10));
  listener.render(100);
  EXPECT_THAT(listener.outcomes(), ElementsAre(Pair(2000, kLost), Pair(5, kPlayed)));
}

TEST(AudioPlayout, a_long_outage_loses_its_blocks) {
  Listener listener;
  listener.put(0, 0);
  listener.render(5000);
  listener.put(500, 5000);
  listener.render(5100);
  EXPECT_EQ(listener.done.size(), 501u);
  EXPECT_THAT(listener.outcomes().back(), Pair(500, kPlayed));
  EXPECT_EQ(listener.heard(5060, 5070), block_samples(500));
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

TEST(AudioPlayout, every_block_ends_exactly_once) {
  for (unsigned seed = 0; seed < 10; ++seed) {
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
    Listener listener;
    for (const auto& [when, sequence] : arrivals) {
      listener.render(when);
      listener.put(sequence, when);
    }
    listener.render(30'000);
    std::map<std::int64_t, int> ends;
    for (const AudioBlockDone& block : listener.done) ++ends[block.sequence];
    EXPECT_EQ(static_cast<std::int64_t>(ends.size()), last + 1);
    for (const auto& [sequence, count] : ends) EXPECT_EQ(count, 1) << sequence;
    EXPECT_EQ(listener.output.size(), 240'000u);
  }
}

}  // namespace
}  // namespace jitterscope
