#include <gtest/gtest.h>

#include "core/events/names.h"

namespace jitterscope::end_words_test {
namespace {

TEST(EndWords, AreLocalAndRemote) {
  EXPECT_EQ(to_string(End::kLocal), "local");
  EXPECT_EQ(to_string(End::kRemote), "remote");
  for (const End end : {End::kLocal, End::kRemote, End::kBoth}) EXPECT_EQ(parse_end(to_string(end)), end);
}

TEST(EndWords, ThoseOfOlderTracesAndScriptsAreUnderstood) {
  EXPECT_EQ(parse_end("mine"), End::kLocal);
  EXPECT_EQ(parse_end("theirs"), End::kRemote);
  EXPECT_FALSE(parse_end("there"));
}

}  // namespace
}  // namespace jitterscope::end_words_test
