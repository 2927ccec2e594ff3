#include "core/base/units/short_text.h"

#include <gtest/gtest.h>

namespace jitterscope {
namespace {

TEST(ShortText, IsTheTextCutToItsBytes) {
  EXPECT_EQ(ShortText<4>("abc").view(), "abc");
  EXPECT_EQ(ShortText<4>("abcd").view(), "abcd");
  EXPECT_EQ(ShortText<4>("abcde").view(), "abcd");
}

/// What copies from the null pointer, if no byte, is told by the undefined-behaviour sanitizer alone.
TEST(ShortText, OfNoTextIsEmpty) {
  EXPECT_EQ(ShortText<4>(std::string_view()).view(), "");
  EXPECT_EQ(ShortText<4>(std::string_view()), ShortText<4>());
}

}  // namespace
}  // namespace jitterscope
