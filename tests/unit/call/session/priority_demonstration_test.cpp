#include "core/call/session/demonstration_plans.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/events/audio_block.h"

namespace jitterscope::priority_demonstration_test {
namespace {

using Kind = PrioritySetting::Kind;

PriorityStart start() {
  PriorityStart start;
  start.processor = 1;
  start.remote_audio_block = 320;
  return start;
}

TEST(PriorityDemonstration, ComparesTheMediaThreadsOfThisEnd) {
  const ComparisonPlan plan = priority_plan(start());
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

  PriorityStart refused = start();
  refused.compared = *slice.granted;
  const ComparisonPlan plan = priority_plan(refused);
  EXPECT_EQ(plan.after, "slice");
  for (const ComparedSetting& setting : plan.settings)
    if (const auto* priority = setting.after ? std::get_if<SetPriority>(&*setting.after) : nullptr) {
      EXPECT_EQ(priority->value, PrioritySetting{Kind::kSlice});
    }
}

TEST(PriorityDemonstration, IsRepeatedWithTwoMoreVideoApplications) {
  EXPECT_EQ(priority_plan(start()).harder, std::vector<AnySetting>{SetVideoLoad{2}});
  PriorityStart loaded = start();
  loaded.video_load = 14;
  EXPECT_EQ(priority_plan(loaded).harder, std::vector<AnySetting>{SetVideoLoad{16}});
  loaded.video_load = 15;
  EXPECT_TRUE(priority_plan(loaded).harder.empty()) << "there cannot be two more";
}

TEST(PriorityDemonstration, PressesTheReceiversProcessorAndKeepsBlocksOutOfStep) {
  const ComparisonPlan plan = priority_plan(start());
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

  PriorityStart loaded = start();
  loaded.cpu_load = 9;
  EXPECT_EQ(demonstration_counters(loaded), 9) << "what the user runs is not taken away";
  EXPECT_EQ(priority_plan(PriorityStart{}).settings.size(), 8u) << "of a remote that says nothing, nothing is set";
}

}  // namespace
}  // namespace jitterscope::priority_demonstration_test
