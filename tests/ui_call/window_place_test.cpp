// Where windows open.
#include <gtest/gtest.h>

#include "app/window/window_place.h"

namespace jitterscope::window_place_test {
namespace {

constexpr QSize kUsual(1280, 800), kLeast(1000, 700);

TEST(WindowPlace, OneThatIsAloneFitsItsScreen) {
  EXPECT_EQ(place_in({0, 30, 1920, 1050}, kUsual, kLeast, WindowPlace::kAlone).size(), QSize(1280, 800));
  EXPECT_EQ(place_in({0, 30, 1024, 738}, kUsual, kLeast, WindowPlace::kAlone).size(), QSize(1024, 738));
}

TEST(WindowPlace, OneOfALargeZoomHasTheRoomOfALargeScreen) {
  EXPECT_EQ(place_in({0, 30, 3840, 2130}, 2 * kUsual, kLeast, WindowPlace::kAlone).size(), QSize(2560, 1600));
}

TEST(WindowPlace, TwoStandSideBySideWhereThereIsRoom) {
  const QRect room(100, 30, 2100, 1050);
  const QRect left = place_in(room, kUsual, kLeast, WindowPlace::kLeft),
              right = place_in(room, kUsual, kLeast, WindowPlace::kRight);
  EXPECT_FALSE(left.intersects(right));
  EXPECT_TRUE(room.contains(left) && room.contains(right));
  EXPECT_EQ(left.topLeft(), room.topLeft());
  EXPECT_EQ(right.topRight(), room.topRight());
}

TEST(WindowPlace, ElseBothAreSeenAndReached) {
  const QRect room(0, 0, 1400, 900);
  const QRect left = place_in(room, kUsual, kLeast, WindowPlace::kLeft),
              right = place_in(room, kUsual, kLeast, WindowPlace::kRight);
  EXPECT_NE(left.topLeft(), right.topLeft());
  EXPECT_TRUE(room.contains(left) && room.contains(right));
}

}  // namespace
}  // namespace jitterscope::window_place_test
