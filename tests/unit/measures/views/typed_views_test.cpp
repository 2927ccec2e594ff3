#include "core/measures/views/typed_views.h"

#include <gtest/gtest.h>

namespace jitterscope::typed_views_test {
namespace {

struct Count {
  int count = 0;
};

TEST(TypedViews, EachIsThereByItsTypeOnceItIsMade) {
  TypedViews views;
  EXPECT_FALSE(views.get<Count>());
  views.put(Count{1});
  views.put(2.5);
  const TypedViews held = views;
  views.put(Count{3});
  EXPECT_EQ(views.get<Count>()->count, 3);
  EXPECT_EQ(held.get<Count>()->count, 1) << "a copy keeps what it has";
  EXPECT_EQ(*views.get<double>(), 2.5);
  EXPECT_FALSE(views.get<int>());
}

}  // namespace
}  // namespace jitterscope::typed_views_test
