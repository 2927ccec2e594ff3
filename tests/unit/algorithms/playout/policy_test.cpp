#include "core/algorithms/playout/policy_definition.h"

#include <gtest/gtest.h>

#include <all_playout_policies_count.h>
#include <random>
#include <set>

#include "core/algorithms/playout/fixed_delay_policy.h"
#include "core/algorithms/playout/policies/queue_monitoring_policy.h"

namespace jitterscope::policy_test {
namespace {

constexpr std::int64_t kPeriodMs = 20;

/// Feeds units that are made every period and travel `transit_ms`; answers in ms of playout − source.
struct Feeder {
  explicit Feeder(std::string_view words, Medium medium = Medium::kAudio, std::int64_t period = kPeriodMs)
      : policy(make_playout_policy(*PlayoutSetting::parse(words), medium, Duration::ms(period))), period_ms(period) {}
  std::optional<double> take(double transit_ms, bool talkspurt = false) {
    const Duration source = Duration::ms(period_ms * number);
    const Timestamp received = Timestamp::ns(kEpochNs) + source + Duration::from_ms(transit_ms);
    const auto playout = policy->take({number++, source, received, talkspurt});
    if (!playout) return std::nullopt;
    return (*playout - Timestamp::ns(kEpochNs) - source).ms();
  }
  double repeat(int units, double transit_ms, bool talkspurt = false) {
    double last = 0;
    for (int i = 0; i < units; ++i) last = take(transit_ms, talkspurt).value();
    return last;
  }
  static constexpr std::int64_t kEpochNs = 7'000'000'000;
  std::unique_ptr<PlayoutPolicy> policy;
  std::int64_t period_ms, number = 0;
};

TEST(ExpandPolicy, a_late_unit_moves_all_that_follows_back) {
  Feeder e("e");
  EXPECT_EQ(e.policy->delay(), Duration{});
  EXPECT_EQ(e.take(30), 30);
  EXPECT_EQ(e.take(25), 30);
  EXPECT_EQ(e.take(47.5), 47.5);
  EXPECT_EQ(e.take(10, true), 47.5);
  EXPECT_EQ(e.policy->delay(), Duration::from_ms(37.5));  // over the shortest
}

TEST(FixedDelayPolicy, is_the_delay_over_the_shortest_transit_and_changes_at_talkspurts) {
  Feeder i("i:60");
  EXPECT_EQ(i.take(30, true), 90);
  EXPECT_EQ(i.take(20), 90);  // a shorter transit counts from the next talkspurt on
  EXPECT_EQ(i.policy->delay(), Duration::ms(70));
  EXPECT_EQ(i.take(95), 90);  // late: not for it
  EXPECT_EQ(i.take(40, true), 80);
  EXPECT_EQ(i.policy->delay(), Duration::ms(60));
}

TEST(FixedDelayPolicy, the_users_target_counts_at_once_and_the_optimum_at_a_talkspurt) {
  Feeder fixed("i:60"), optimum("optimum");
  for (Feeder* feeder : {&fixed, &optimum}) {
    EXPECT_EQ(feeder->take(10, true), 70);
    feeder->policy->set_target(Duration::ms(100));
  }
  EXPECT_EQ(fixed.take(10), 110);
  EXPECT_EQ(optimum.take(10), 70);
  EXPECT_EQ(optimum.take(10, true), 110);
}

TEST(FixedDelayPolicy, sound_without_pauses_adapts_after_five_seconds_and_by_a_step_a_second) {
  Feeder optimum("optimum");
  EXPECT_EQ(optimum.take(10, true), 70);
  optimum.policy->set_target(Duration::ms(100));
  EXPECT_EQ(optimum.repeat(249, 10), 70);  // until 4.98 s
  EXPECT_EQ(optimum.take(10), 110);        // 5 s
  optimum.policy->set_target(Duration::ms(80));
  EXPECT_EQ(optimum.repeat(49, 10), 110);
  EXPECT_EQ(optimum.take(10), 90);  // 6 s
  optimum.policy->set_target(Duration::ms(81));
  EXPECT_EQ(optimum.repeat(100, 10), 90);  // not worth a step
  EXPECT_EQ(optimum.take(10, true), 91);
}

TEST(FixedDelayPolicy, takes_a_new_reference_when_all_is_late_for_half_a_second) {
  Feeder i("i:60");
  EXPECT_EQ(i.repeat(10, 10, true), 70);
  EXPECT_EQ(i.repeat(25, 150), 70);  // late from 0 to 480 ms
  EXPECT_EQ(i.take(140), 70);        // received 490 ms after the first late one
  EXPECT_EQ(i.take(150), 200);
  EXPECT_EQ(i.policy->delay(), Duration::ms(60));
}

TEST(FixedDelayPolicy, few_late_units_are_no_run_until_a_second_has_passed) {
  Feeder sound("i:60", Medium::kAudio, 80), picture("i:60", Medium::kVideo, 80);
  EXPECT_EQ(sound.take(10, true), 70);
  EXPECT_EQ(sound.repeat(9, 150), 70);  // 640 ms
  EXPECT_EQ(sound.take(150), 210);      // the tenth
  EXPECT_EQ(picture.take(10, true), 70);
  EXPECT_EQ(picture.repeat(7, 150, true), 70);  // 480 ms
  EXPECT_EQ(picture.take(150, true), 210);
  Feeder slow("i:60", Medium::kVideo, 300), slower("i:60", Medium::kVideo, 1000);
  EXPECT_EQ(slow.take(10, true), 70);
  EXPECT_EQ(slow.repeat(2, 150, true), 70);
  EXPECT_EQ(slow.take(150, true), 210);  // the third, 600 ms
  EXPECT_EQ(slower.take(10, true), 70);
  EXPECT_EQ(slower.take(150, true), 70);
  EXPECT_EQ(slower.take(150, true), 210);  // 1 s
}

TEST(FixedDelayPolicy, one_unit_in_time_ends_a_run_of_late_ones) {
  Feeder i("i:60");
  i.repeat(10, 10, true);
  for (int round = 0; round < 10; ++round) {
    EXPECT_EQ(i.repeat(24, 150), 70);
    EXPECT_EQ(i.take(60), 70);
  }
}

/// Where most is late by chance, a fixed delay stays where it is: on the curve.
TEST(FixedDelayPolicy, much_that_is_late_is_no_step_of_the_delay) {
  Feeder i("i:20");
  std::mt19937 random(6);
  i.take(10, true);
  int moved = 0, late = 0;
  for (int unit = 0; unit < 3000; ++unit) {
    const double transit = 10 + static_cast<double>(random() % 66'000) / 1000;
    const double offset = i.take(transit, unit % 100 == 0).value();
    moved += offset > 30;
    late += offset < transit;
  }
  EXPECT_GT(late, 2000);
  EXPECT_EQ(moved, 0);
}

TEST(RamjeePolicy, continuous_sound_changes_its_delay_after_a_run_of_late_units_alone) {
  for (const std::string_view words : {"ramjee1", "ramjee2", "ramjee3", "ramjee4"}) {
    Feeder ramjee(words);
    const double first = ramjee.take(10, true).value();
    EXPECT_EQ(ramjee.repeat(1000, 30), first) << words;  // 20 s: no patience
    EXPECT_EQ(ramjee.repeat(25, 300), first) << words;   // late for 480 ms
    EXPECT_GE(ramjee.repeat(200, 300), 300) << words;
  }
}

TEST(FixedDelayPolicy, begins_anew_when_the_sender_does) {
  Feeder i("i:60");
  EXPECT_EQ(i.take(10), 70);
  i.policy->restart();
  EXPECT_EQ(i.policy->delay(), Duration{});
  EXPECT_EQ(i.take(-5000), -4940);
}

TEST(QueueMonitoring, thresholds_halve_with_each_unit) {
  const Duration period = Duration::ms(20);
  EXPECT_EQ(QueueMonitoringPolicy::threshold(3, period), period * 3600);
  EXPECT_EQ(QueueMonitoringPolicy::threshold(4, period), period * 1800);
  EXPECT_EQ(QueueMonitoringPolicy::threshold(7, period), period * 225);
  EXPECT_EQ(QueueMonitoringPolicy::threshold(8, period), period * 112);
  EXPECT_EQ(QueueMonitoringPolicy::threshold(14, period), period);
  EXPECT_EQ(QueueMonitoringPolicy::threshold(99, period), period);
}

/// A unit 130 ms late leaves 7 units waiting: one goes after 225 periods, the next after 450 more, and so on; two stay.
TEST(QueueMonitoring, a_spike_is_worked_off_unit_by_unit) {
  Feeder qm("queue-monitoring");
  EXPECT_EQ(qm.take(10), 10);
  EXPECT_EQ(qm.take(140), 140);
  double offset = 140;
  std::int64_t last = qm.number;
  for (const std::int64_t threshold : {225, 450, 900, 1800, 3600}) {
    std::optional<double> played = offset;
    while (played) played = qm.take(10);
    EXPECT_EQ(qm.number - last, threshold + 1) << offset;
    last = qm.number;
    offset -= kPeriodMs;
    EXPECT_EQ(qm.policy->delay(), Duration::from_ms(offset - 10));
  }
  EXPECT_EQ(qm.repeat(8000, 10), 40);  // 30 ms wait: two units
}

TEST(QueueMonitoring, a_queue_that_ran_short_is_counted_anew) {
  Feeder qm("queue-monitoring");
  qm.take(10);
  qm.take(140);
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(qm.repeat(225, 10), 140);
    EXPECT_EQ(qm.take(130), 140);  // one unit waits
  }
}

TEST(ReferenceTransit, is_the_smallest_of_the_last_minute) {
  std::mt19937 random(2);
  ReferenceTransit reference;
  std::vector<std::pair<std::int64_t, std::int64_t>> all;  // received ms, transit ms
  std::int64_t now = 0;
  for (int i = 0; i < 3000; ++i) {
    now += static_cast<std::int64_t>(random() % 60) + (random() % 500 == 0 ? 70'000 : 0);
    all.emplace_back(now, static_cast<std::int64_t>(random() % 1000));
    reference.add(Timestamp::ns(0) + Duration::ms(now), Duration::ms(all.back().second));
    std::int64_t expected = all.back().second;
    for (const auto& [received, transit] : all)  // parts of 0.6 s are forgotten whole
      if (now / 600 - received / 600 < 100) expected = std::min(expected, transit);
    ASSERT_EQ(reference.smallest(), Duration::ms(expected)) << i;
  }
}

struct Random {
  explicit Random(unsigned seed) : engine(seed) {}
  double operator()() {  // 10 ms and more, with spikes
    const double spike = engine() % 150 == 0 ? static_cast<double>(engine() % 200) : 0;
    return 10 + static_cast<double>(engine() % 30'000) / 1000 + spike;
  }
  std::mt19937 engine;
};

TEST(PlayoutPolicies, adaptive_ones_keep_one_delay_a_talkspurt) {
  for (const std::string_view words : {"i:40", "optimum", "ramjee1", "ramjee2", "ramjee3", "ramjee4"}) {
    Feeder feeder(words);
    Random transit(3);
    int changes = 0;
    double in_force = 0;
    for (int i = 0; i < 5000; ++i) {
      const bool talkspurt = i % 73 == 0;
      const double offset = feeder.take(transit(), talkspurt).value();
      if (!talkspurt) { ASSERT_EQ(offset, in_force) << words << ' ' << i; }
      changes += offset != in_force;
      in_force = offset;
    }
    EXPECT_GT(changes, 3) << words;
  }
}

TEST(PlayoutPolicies, a_step_of_the_transit_does_not_silence_any_for_good) {
  for (const PlayoutPolicyDefinition& definition : playout_policies()) {
    const std::string words = playout_setting_of(definition).to_string();
    Feeder feeder(words == "i:60" ? "i:30" : words);
    feeder.take(10, true);
    feeder.repeat(300, 10);
    int late = 0;
    for (int i = 0; i < 1000; ++i) {
      const auto offset = feeder.take(310);
      late = offset && *offset < 310 ? late + 1 : 0;
    }
    EXPECT_EQ(late, 0) << words;
  }
}

/// A trace may be edited, or its clock begin anew: times below zero are times.
TEST(ReferenceTransit, TimesBelowZeroAreTimes) {
  ReferenceTransit reference;
  for (int i = 0; i < 400; ++i)
    reference.add(Timestamp::ns(-200'000'000'000) + Duration::ms(1000 * i), Duration::ms(i == 10 ? 3 : 7));
  EXPECT_EQ(reference.smallest(), Duration::ms(7));
  reference.clear();
  reference.add(Timestamp::ns(-5'000'000'000), Duration::ms(4));
  EXPECT_EQ(reference.smallest(), Duration::ms(4));
}

TEST(PlayoutPolicyTable, HasEveryPolicyOnceInTheOrderInWhichTheyAreShown) {
  std::string names;
  for (const auto& definition : playout_policies()) names += definition.name + " ";
  EXPECT_EQ(names, "e i optimum ramjee1 ramjee2 ramjee3 ramjee4 queue-monitoring ");
  EXPECT_EQ(playout_policies().size(), kPlayoutPolicies);
  std::set<int> places;
  for (const auto& definition : playout_policies())
    EXPECT_TRUE(places.insert(definition.place).second) << definition.name;
}

TEST(PlayoutPolicyTable, EachIsFoundMadeAndExplained) {
  for (const auto& definition : playout_policies()) {
    const PlayoutSetting setting = playout_setting_of(definition);
    EXPECT_EQ(find_playout_policy(definition.name), &definition);
    EXPECT_EQ(known_playout(setting.to_string()), setting) << definition.name;
    EXPECT_TRUE(make_playout_policy(setting, Medium::kAudio, Duration::ms(20))) << definition.name;
    EXPECT_FALSE(definition.label.empty()) << definition.name;
    EXPECT_GT(definition.sentence.size(), 30U) << definition.name;
    PlayoutSetting longest = setting;
    if (longest.delay) longest.delay = PlayoutSetting::kMostDelay - Duration::ms(1) / 1000;
    EXPECT_LT(longest.to_string().size(), sizeof(PlayoutSetting::policy)) << "an event holds no more";
  }
}

TEST(PlayoutPolicyTable, TheOneThatIsSetUnlessToldOtherwiseIsThere) {
  EXPECT_EQ(known_playout(PlayoutSetting{}.to_string()), PlayoutSetting{});
  EXPECT_TRUE(PlayoutSetting{}.is_fixed());
}

TEST(PlayoutPolicyTable, WhatIsNotThereIsRefused) {
  for (const std::string_view words : {"", "i", "i:", "i:-1", "i:2001", "i:nan", "i:60x", "I:60", "e:60", "ramjee5",
                                       "ramjee4:10", "optimum ", "a-word-of-thirty-bytes-or-more", "é"})
    EXPECT_FALSE(known_playout(words)) << words;
  EXPECT_THROW(make_playout_policy(*PlayoutSetting::parse("ramjee5"), Medium::kAudio, Duration::ms(20)),
               std::invalid_argument);
}

}  // namespace
}  // namespace jitterscope::policy_test
