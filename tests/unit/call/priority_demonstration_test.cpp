#include "core/call/priority_demonstration.h"

#include <gtest/gtest.h>

#include "core/events/audio_block.h"

namespace jitterscope::priority_demonstration_test {
namespace {

using Kind = PrioritySetting::Kind;
const PrioritySetting kLevel{Kind::kRealtime, 30}, kNice{Kind::kNice, -5};

PriorityStart start() {
  PriorityStart start;
  start.processor = 1;
  start.their_audio_block = 320;
  start.mine = {{ThreadRole::kAudioSend, kLevel}, {ThreadRole::kAudioReceive, kNice}, {ThreadRole::kRecorder, kNice}};
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
    threads.emplace_back(priority->end, priority->role);
    EXPECT_EQ(priority->priority, PrioritySetting{});
    EXPECT_EQ(std::get<SetPriority>(*setting.after).priority, PrioritySetting{Kind::kRealtime});
    EXPECT_EQ(std::get<SetPriority>(*setting.after).role, priority->role);
    const PrioritySetting was = priority->role == ThreadRole::kAudioSend ? kLevel : kNice;
    EXPECT_EQ(std::get<SetPriority>(setting.restore).priority, was);
    EXPECT_EQ(std::get<SetPriority>(setting.restore).end, priority->end);
  }
  EXPECT_EQ(threads, (std::vector<std::pair<End, ThreadRole>>{{End::kMine, ThreadRole::kAudioSend},
                                                              {End::kMine, ThreadRole::kAudioReceive}}))
      << "no other thread";
}

TEST(PriorityDemonstration, PressesTheReceiversProcessorAndKeepsBlocksOutOfStep) {
  const ComparisonPlan plan = priority_plan(start());
  const ComparedSetting& load = plan.settings.back();
  EXPECT_EQ(std::get<SetCpuLoad>(load.before).counters, 4);
  EXPECT_FALSE(load.after) << "the same load in both halves";
  EXPECT_EQ(std::get<SetCpuLoad>(load.restore).counters, 0) << "and off before anything else is restored";
  const ComparedSetting& place = plan.settings.at(plan.settings.size() - 2);
  EXPECT_EQ(std::get<SetReceiveProcessor>(place.before).processor, 1);
  EXPECT_FALSE(std::get<SetReceiveProcessor>(place.restore).processor) << "anywhere, as before";
  std::vector<std::pair<int, int>> blocks;
  for (const ComparedSetting& setting : plan.settings)
    if (const auto* block = std::get_if<SetAudioBlock>(&setting.before)) {
      EXPECT_EQ(block->bytes, kFreeAudioBlock);
      blocks.emplace_back(static_cast<int>(block->end), std::get<SetAudioBlock>(setting.restore).bytes);
    }
  EXPECT_EQ(blocks, (std::vector<std::pair<int, int>>{{1, 320}, {0, 256}}));

  PriorityStart loaded = start();
  loaded.cpu_load = 9;
  EXPECT_EQ(demonstration_counters(loaded), 9) << "what the user runs is not taken away";
  EXPECT_EQ(priority_plan(PriorityStart{}).settings.size(), 3u) << "of a remote that says nothing, nothing is set";
}

}  // namespace
}  // namespace jitterscope::priority_demonstration_test
