#include "core/call/shaping_demonstration.h"

#include <gtest/gtest.h>

namespace jitterscope {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(1'000'000'000);

DemonstrationStart start() {
  DemonstrationStart start;
  start.mine = {3, {}};
  start.theirs = {5, {}};
  start.link.up.delay = Duration::ms(7);
  start.background.kilobytes_per_second = 12;
  start.video_kbps = 4500;
  start.blocks_a_frame = 35.4;
  return start;
}

Timestamp at(int seconds) {
  return kBegan + Duration::seconds(seconds);
}

template <typename Wanted>
const Wanted* find(const ShapingDemonstration::Step& step, std::size_t which = 0) {
  for (const Command& command : step.commands)
    if (const auto* found = std::get_if<Wanted>(&command); found && which-- == 0) return found;
  return nullptr;
}

TEST(ShapingDemonstration, TheLinkFitsTheVideo) {
  const LinkSettings link = demonstration_link(start());
  EXPECT_EQ(link.up, link.down);
  EXPECT_NEAR(link.up.rate->kbits_per_second(), 10'000, 1);
  EXPECT_EQ(link.up.limit_packets, 35);
  EXPECT_EQ(demonstration_background(start()).kilobytes_per_second, 500);
  EXPECT_TRUE(demonstration_background(start()).poisson);
  DemonstrationStart small = start();
  small.video_kbps = small.blocks_a_frame = 1;
  small.link.up.kernel = true;
  EXPECT_EQ(demonstration_link(small).up.limit_packets, 5);
  EXPECT_EQ(demonstration_link(small).up.rate->kbits_per_second(), 100);
  EXPECT_TRUE(demonstration_link(small).down.kernel);
}

TEST(ShapingDemonstration, ShowsCThenAThenRestores) {
  ShapingDemonstration demonstration;
  auto step = demonstration.begin(start(), kBegan);
  EXPECT_EQ(step.mark, "settling");
  ASSERT_TRUE(find<SetShaping>(step));
  EXPECT_EQ(find<SetShaping>(step)->shaping.burst_size, 0);
  EXPECT_EQ(find<SetShaping>(step)->end, End::kBoth);
  EXPECT_EQ(find<SetLink>(step)->link, demonstration.link());
  EXPECT_TRUE(demonstration.tick(at(3)).mark.empty());
  step = demonstration.tick(at(4));
  EXPECT_EQ(step.mark, "before c");
  EXPECT_TRUE(step.commands.empty());
  EXPECT_TRUE(demonstration.tick(at(13)).mark.empty());
  step = demonstration.tick(at(14));
  EXPECT_EQ(step.mark, "switching");
  EXPECT_EQ(find<SetShaping>(step)->shaping.burst_size, 1);
  EXPECT_EQ(demonstration.tick(at(17)).mark, "after a");
  EXPECT_TRUE(demonstration.running());
  step = demonstration.tick(at(27));
  EXPECT_EQ(step.mark, "done");
  EXPECT_FALSE(demonstration.running());
  EXPECT_EQ(find<SetShaping>(step)->shaping, start().mine);
  EXPECT_EQ(find<SetShaping>(step)->end, End::kMine);
  EXPECT_EQ(find<SetShaping>(step, 1)->shaping, start().theirs);
  EXPECT_EQ(find<SetShaping>(step, 1)->end, End::kTheirs);
  EXPECT_EQ(find<SetLink>(step)->link, start().link);
  EXPECT_EQ(find<SetBackground>(step)->background, start().background);
  EXPECT_TRUE(demonstration.tick(at(60)).mark.empty());
}

TEST(ShapingDemonstration, StoppingRestoresAtOnce) {
  ShapingDemonstration demonstration;
  EXPECT_TRUE(demonstration.stop().commands.empty());
  demonstration.begin(start(), kBegan);
  const auto step = demonstration.stop();
  EXPECT_EQ(step.mark, "stopped");
  EXPECT_EQ(find<SetLink>(step)->link, start().link);
  EXPECT_FALSE(demonstration.running());
}

}  // namespace
}  // namespace jitterscope
