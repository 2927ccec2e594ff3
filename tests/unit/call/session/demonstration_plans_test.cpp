#include "core/call/session/demonstration_plans.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/events/audio_block.h"

namespace jitterscope::demonstration_plans_test {
namespace {

using Kind = PrioritySetting::Kind;

ShapingStart shaping_start() {
  ShapingStart start;
  start.remote = {5, {}};
  start.link.up.delay = Duration::ms(7);
  start.video_kbps = 4500;
  start.blocks_a_frame = 35.4;
  return start;
}

TEST(ShapingDemonstration, VideoThatIsOffIsNotCompared) {
  StreamSnapshot video;
  video.packets = 1000;
  video.bytes = 1'000'000;
  video.rate_series = {{1, 4000}, {2, 4000}, {3, 0}, {4, 0}};
  video.last_packets = {{1, 0, 1.0, 0}, {2, 0, 1.1, 0}};
  video.rate_kbps = 4000;
  EXPECT_TRUE(video_on_link(video));
  video.rate_kbps = 0;
  EXPECT_FALSE(video_on_link(video));
}

TEST(ShapingDemonstration, TheLinkFitsTheVideo) {
  const LinkSettings link = demonstration_link(shaping_start());
  EXPECT_EQ(link.up, link.down);
  EXPECT_NEAR(link.up.rate->kbits_per_second(), 10'000, 1);
  EXPECT_EQ(link.up.limit_packets, 35);
  EXPECT_EQ(demonstration_background(shaping_start()).kilobytes_per_second, 500);
  EXPECT_TRUE(demonstration_background(shaping_start()).poisson);
  ShapingStart small = shaping_start();
  small.video_kbps = small.blocks_a_frame = 1;
  small.link.up.kernel = true;
  EXPECT_EQ(demonstration_link(small).up.limit_packets, 5);
  EXPECT_EQ(demonstration_link(small).up.rate->kbits_per_second(), 100);
  EXPECT_TRUE(demonstration_link(small).down.kernel);
}

TEST(ShapingDemonstration, IsRepeatedWithHalfTheQueue) {
  LinkSettings half = demonstration_link(shaping_start());
  half.up.limit_packets = half.down.limit_packets = 17;
  EXPECT_EQ(tighter_link(shaping_start()), half) << "and all else as it was";
  EXPECT_EQ(shaping_plan(shaping_start()).harder, std::vector<AnySetting>{SetLink{half}});
  ShapingStart small = shaping_start();
  small.blocks_a_frame = 1;
  EXPECT_EQ(tighter_link(small).up.limit_packets, 2);
}

TEST(ShapingDemonstration, ComparesCAndAAtBothEndsAndAsksTheRemoteBack) {
  const ComparisonPlan plan = shaping_plan(shaping_start());
  EXPECT_EQ(plan.kind, DemonstrationKind::kShaping);
  EXPECT_EQ(plan.before, "c");
  EXPECT_EQ(plan.after, "a");
  ASSERT_EQ(plan.settings.size(), 4u);
  EXPECT_EQ(std::get<SetLink>(plan.settings[0].before).value, demonstration_link(shaping_start()));
  EXPECT_EQ(std::get<SetBackground>(plan.settings[1].before).value, demonstration_background(shaping_start()));
  for (const std::size_t i : {2u, 3u}) {
    const ComparedSetting& setting = plan.settings[i];
    EXPECT_EQ(setting.of_remote(), i == 2);
    EXPECT_EQ(std::get<SetShaping>(setting.before).value.burst_size, 0);
    EXPECT_EQ(std::get<SetShaping>(*setting.after).value.burst_size, 1);
    if (setting.of_remote()) {
      EXPECT_EQ(*setting.restore, AnySetting(SetShaping{shaping_start().remote, End::kRemote}));
    }
    for (const AnySetting& wanted : {setting.before, *setting.after})
      EXPECT_EQ(end_of(wanted), setting.of_remote() ? End::kRemote : End::kLocal);
  }
}

PriorityStart priority_start() {
  PriorityStart start;
  start.processor = 1;
  start.remote_audio_block = 320;
  return start;
}

TEST(PriorityDemonstration, ComparesTheMediaThreadsOfThisEnd) {
  const ComparisonPlan plan = priority_plan(priority_start());
  EXPECT_EQ(plan.kind, DemonstrationKind::kPriority);
  EXPECT_EQ(plan.before, "default");
  EXPECT_EQ(plan.after, "realtime");
  std::vector<std::pair<End, ThreadRole>> threads;
  for (const ComparedSetting& setting : plan.settings) {
    const auto* priority = std::get_if<SetPriority>(&setting.before);
    if (!priority) continue;
    threads.emplace_back(priority->end, priority->key);
    EXPECT_EQ(priority->value, PrioritySetting{});
    EXPECT_EQ(std::get<SetPriority>(*setting.after).value, PrioritySetting{Kind::kRealtime});
    EXPECT_EQ(std::get<SetPriority>(*setting.after).key, priority->key);
  }
  EXPECT_EQ(threads, (std::vector<std::pair<End, ThreadRole>>{{End::kLocal, ThreadRole::kAudioSend},
                                                              {End::kLocal, ThreadRole::kAudioReceive},
                                                              {End::kLocal, ThreadRole::kVideoSend},
                                                              {End::kLocal, ThreadRole::kVideoReceive}}))
      << "no other thread";
}

/// Which of three a machine refuses.
ComparedClass compared_where_refused(std::initializer_list<Kind> refused) {
  return compared_class([&](const PrioritySetting& asked) {
    return std::ranges::count(refused, asked.kind) ? "No right to " + asked.to_string() + "." : "";
  });
}

TEST(PriorityDemonstration, ComparesNiceOrSlicesWhereRealTimeIsRefused) {
  EXPECT_EQ(compared_where_refused({}).granted, PrioritySetting{Kind::kRealtime});
  EXPECT_EQ(compared_where_refused({}).refusal, "");
  const auto nice = compared_where_refused({Kind::kRealtime});
  EXPECT_EQ(nice.granted, PrioritySetting{Kind::kNice});
  EXPECT_EQ(nice.refusal, "No right to realtime. Compared in its place: nice.") << "the user is told what gives it";
  const auto slice = compared_where_refused({Kind::kRealtime, Kind::kNice});
  EXPECT_EQ(slice.granted, PrioritySetting{Kind::kSlice});
  EXPECT_EQ(slice.refusal, "No right to realtime. Compared in its place: slice.");
  EXPECT_FALSE(compared_where_refused({Kind::kRealtime, Kind::kNice, Kind::kSlice}).granted);

  PriorityStart refused = priority_start();
  refused.compared = *slice.granted;
  const ComparisonPlan plan = priority_plan(refused);
  EXPECT_EQ(plan.after, "slice");
  for (const ComparedSetting& setting : plan.settings)
    if (const auto* priority = setting.after ? std::get_if<SetPriority>(&*setting.after) : nullptr) {
      EXPECT_EQ(priority->value, PrioritySetting{Kind::kSlice});
    }
}

TEST(PriorityDemonstration, IsRepeatedWithTwoMoreVideoApplications) {
  EXPECT_EQ(priority_plan(priority_start()).harder, std::vector<AnySetting>{SetVideoLoad{2}});
  PriorityStart loaded = priority_start();
  loaded.video_load = 14;
  EXPECT_EQ(priority_plan(loaded).harder, std::vector<AnySetting>{SetVideoLoad{16}});
  loaded.video_load = 15;
  EXPECT_TRUE(priority_plan(loaded).harder.empty()) << "there cannot be two more";
}

TEST(PriorityDemonstration, PressesTheReceiversProcessorAndKeepsBlocksOutOfStep) {
  const ComparisonPlan plan = priority_plan(priority_start());
  const ComparedSetting& load = plan.settings.at(plan.settings.size() - 2);
  EXPECT_EQ(std::get<SetCpuLoad>(load.before).value, 4);
  EXPECT_FALSE(load.after) << "the same load in both halves";
  const ComparedSetting& place = plan.settings.at(plan.settings.size() - 3);
  EXPECT_EQ(std::get<SetReceiveProcessor>(place.before).value, 1);
  std::vector<std::pair<End, int>> blocks;
  for (const ComparedSetting& setting : plan.settings)
    if (const auto* block = std::get_if<SetAudioBlock>(&setting.before)) {
      EXPECT_EQ(block->value, kFreeAudioBlock);
      blocks.emplace_back(block->end, setting.restore ? std::get<SetAudioBlock>(*setting.restore).value : 0);
    }
  EXPECT_EQ(blocks, (std::vector<std::pair<End, int>>{{End::kRemote, 320}, {End::kLocal, 0}}));

  PriorityStart loaded = priority_start();
  loaded.cpu_load = 9;
  EXPECT_EQ(std::get<SetCpuLoad>(priority_plan(loaded).settings.at(7).before).value, 9)
      << "what the user runs is not taken away";
  EXPECT_EQ(priority_plan(PriorityStart{}).settings.size(), 8u) << "of a remote that says nothing, nothing is set";
}

RateStart rate_start() {
  RateStart start;
  start.picture_kbps = 900;
  start.sound_kbps = 81;
  return start;
}

const AnySetting* setting_of(const ComparisonPlan& plan, std::string_view name) {
  for (const ComparedSetting& setting : plan.settings)
    if (name_of(setting.before) == name) return &setting.before;
  return nullptr;
}

TEST(RateDemonstration, TheLinkCarriesHalfOfThePictureBesideTheSound) {
  const LinkSettings link = demonstration_link(rate_start());
  EXPECT_DOUBLE_EQ(link.up.rate->bits_per_second(), 531e3);
  EXPECT_EQ(*link.up.limit_bytes, 26'550) << "0.4 s";
  EXPECT_EQ(link.down, LinkSetting{}) << "the reports come back as before";
}

TEST(RateDemonstration, ComparesThisEndWithoutAndWithTheController) {
  RateStart own = rate_start();
  std::string error;
  own.control = *RateControlSetting::parse("fixed:300kbit,keep=motion,epsilon=1ms", error);
  const ComparisonPlan plan = rate_plan(own);
  EXPECT_EQ(plan.kind, DemonstrationKind::kRateControl);
  EXPECT_EQ(plan.before, "off");
  EXPECT_EQ(plan.after, "two-stream");
  int switched = 0;
  for (const ComparedSetting& setting : plan.settings) {
    EXPECT_FALSE(setting.of_remote()) << "nothing is asked of the remote";
    switched += setting.after.has_value();
  }
  EXPECT_EQ(switched, 1) << "only the controller differs";
  const auto* before = setting_of(plan, "rate-control");
  ASSERT_NE(before, nullptr);
  EXPECT_EQ(words_of(*before), "off,keep=motion,epsilon=1ms") << "thresholds of the user's";
  ASSERT_NE(setting_of(plan, "transport"), nullptr);
  EXPECT_EQ(words_of(*setting_of(plan, "transport")), "udp");
}

TEST(RateDemonstration, ALimitBelowWhatTheLinkLeavesIsNotTheControllers) {
  RateStart low = rate_start();
  std::string error;
  low.control = *RateControlSetting::parse("two-stream,max=60kbit", error);
  const ComparisonPlan plan = rate_plan(low);
  for (const ComparedSetting& setting : plan.settings)
    if (setting.after) { EXPECT_EQ(words_of(*setting.after), "two-stream"); }
}

}  // namespace
}  // namespace jitterscope::demonstration_plans_test
