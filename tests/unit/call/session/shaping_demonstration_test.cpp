#include "core/call/session/demonstration_plans.h"

#include <gtest/gtest.h>

namespace jitterscope::shaping_demonstration_test {
namespace {

ShapingStart start() {
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
  const LinkSettings link = demonstration_link(start());
  EXPECT_EQ(link.up, link.down);
  EXPECT_NEAR(link.up.rate->kbits_per_second(), 10'000, 1);
  EXPECT_EQ(link.up.limit_packets, 35);
  EXPECT_EQ(demonstration_background(start()).kilobytes_per_second, 500);
  EXPECT_TRUE(demonstration_background(start()).poisson);
  ShapingStart small = start();
  small.video_kbps = small.blocks_a_frame = 1;
  small.link.up.kernel = true;
  EXPECT_EQ(demonstration_link(small).up.limit_packets, 5);
  EXPECT_EQ(demonstration_link(small).up.rate->kbits_per_second(), 100);
  EXPECT_TRUE(demonstration_link(small).down.kernel);
}

TEST(ShapingDemonstration, IsRepeatedWithHalfTheQueue) {
  LinkSettings half = demonstration_link(start());
  half.up.limit_packets = half.down.limit_packets = 17;
  EXPECT_EQ(tighter_link(start()), half) << "and all else as it was";
  EXPECT_EQ(shaping_plan(start()).harder, std::vector<AnySetting>{SetLink{half}});
  ShapingStart small = start();
  small.blocks_a_frame = 1;
  EXPECT_EQ(tighter_link(small).up.limit_packets, 2);
}

TEST(ShapingDemonstration, ComparesCAndAAtBothEndsAndAsksTheRemoteBack) {
  const ComparisonPlan plan = shaping_plan(start());
  EXPECT_EQ(plan.kind, DemonstrationKind::kShaping);
  EXPECT_EQ(plan.before, "c");
  EXPECT_EQ(plan.after, "a");
  ASSERT_EQ(plan.settings.size(), 4u);
  EXPECT_EQ(std::get<SetLink>(plan.settings[0].before).value, demonstration_link(start()));
  EXPECT_EQ(std::get<SetBackground>(plan.settings[1].before).value, demonstration_background(start()));
  for (const std::size_t i : {2u, 3u}) {
    const ComparedSetting& setting = plan.settings[i];
    EXPECT_EQ(setting.of_remote(), i == 2);
    EXPECT_EQ(std::get<SetShaping>(setting.before).value.burst_size, 0);
    EXPECT_EQ(std::get<SetShaping>(*setting.after).value.burst_size, 1);
    if (setting.of_remote()) { EXPECT_EQ(*setting.restore, AnySetting(SetShaping{start().remote, End::kRemote})); }
    for (const AnySetting& wanted : {setting.before, *setting.after})
      EXPECT_EQ(end_of(wanted), setting.of_remote() ? End::kRemote : End::kLocal);
  }
}

}  // namespace
}  // namespace jitterscope::shaping_demonstration_test
