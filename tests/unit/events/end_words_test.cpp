#include <gtest/gtest.h>

#include "core/events/names.h"

namespace jitterscope::end_words_test {
namespace {

TEST(EndWords, AreLocalAndRemote) {
  EXPECT_EQ(to_string(End::kMine), "local");
  EXPECT_EQ(to_string(End::kTheirs), "remote");
  for (const End end : {End::kMine, End::kTheirs, End::kBoth}) EXPECT_EQ(parse_end(to_string(end)), end);
}

TEST(EndWords, ThoseOfOlderTracesAndScriptsAreUnderstood) {
  EXPECT_EQ(parse_end("mine"), End::kMine);
  EXPECT_EQ(parse_end("theirs"), End::kTheirs);
  EXPECT_FALSE(parse_end("there"));
}

}  // namespace
}  // namespace jitterscope::end_words_test
