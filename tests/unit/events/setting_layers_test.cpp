#include "core/events/setting_layers.h"

#include <gtest/gtest.h>

namespace jitterscope::setting_layers_test {
namespace {

const ShapingSetting kWhole{0, {}}, kThrees{3, {}};
const PrioritySetting kNice{PrioritySetting::Kind::kNice};

TEST(SettingLayers, TheTopOneIsInForceAndLeavingItRestoresWhatIsBelow) {
  SettingLayers layers({});
  layers.put(SetShaping{kThrees}, SettingLayer::kRemote);
  layers.put(SetShaping{kWhole}, SettingLayer::kDemonstration);
  EXPECT_EQ(layers->shaping, kWhole);
  EXPECT_EQ(layers.leave(SettingLayer::kDemonstration), (std::vector<AnySetting>{SetShaping{kThrees}}));
  EXPECT_EQ(layers->shaping, kThrees);
  EXPECT_EQ(layers.leave(SettingLayer::kRemote), (std::vector<AnySetting>{SetShaping{}}));
  EXPECT_EQ(layers->shaping, ShapingSetting{});
  EXPECT_TRUE(layers.leave(SettingLayer::kRemote).empty());
}

TEST(SettingLayers, WhoSetsSomethingMeansItWhateverLayersAboveSaid) {
  SettingLayers layers({});
  layers.put(SetCpuLoad{4}, SettingLayer::kDemonstration);
  layers.put(SetCpuLoad{2});
  EXPECT_EQ(layers->cpu_load, 2);
  EXPECT_TRUE(layers.leave(SettingLayer::kDemonstration).empty());
  EXPECT_EQ(layers->cpu_load, 2);
}

TEST(SettingLayers, AChangeBelowOfSomethingElseLeavesTheLayersAbove) {
  SettingLayers layers({});
  layers.put(SetCpuLoad{4}, SettingLayer::kDemonstration);
  layers.put(SetVideoLoad{1});
  EXPECT_EQ(layers->cpu_load, 4);
  EXPECT_EQ(layers->video_load, 1);
}

TEST(SettingLayers, AKeyNobodyChoseIsChosenByNobodyAfterwards) {
  SettingLayers layers({});
  layers.put(SetPriority{ThreadRole::kVideoSend, kNice}, SettingLayer::kDemonstration);
  layers.put(SetPriority{ThreadRole::kAudioSend, kNice}, SettingLayer::kRemote);
  const auto changed = layers.leave(SettingLayer::kDemonstration);
  EXPECT_EQ(changed,
            (std::vector<AnySetting>{SetPriority{ThreadRole::kVideoSend, {PrioritySetting::Kind::kRealtime}}}));
  EXPECT_EQ(layers->priorities, (PrioritySettings{{ThreadRole::kAudioSend, kNice}}));
}

TEST(SettingLayers, RestoresBackwardsInTheOrderOfFirstPutsWhatDoesNotStayAsItIs) {
  SettingLayers layers({});
  layers.put(SetLipSync{true}, SettingLayer::kDemonstration);  // as below
  layers.put(SetShaping{kThrees}, SettingLayer::kDemonstration);
  layers.put(SetCpuLoad{4}, SettingLayer::kDemonstration);
  layers.put(SetShaping{kWhole}, SettingLayer::kDemonstration);
  EXPECT_EQ(layers.leave(SettingLayer::kDemonstration), (std::vector<AnySetting>{SetCpuLoad{0}, SetShaping{}}));
}

}  // namespace
}  // namespace jitterscope::setting_layers_test
