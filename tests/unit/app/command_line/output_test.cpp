// What the program prints of text from outside.
#include "app/command_line/output.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace jitterscope::output_test {
namespace {

std::string printed_json(const nlohmann::json& value) {
  testing::internal::CaptureStdout();
  print_json(value);
  return testing::internal::GetCapturedStdout();
}

/// Tag characters lie beyond what four digits say: they need two escapes (RFC 8259 §7).
TEST(Output, JsonWithTagCharactersHasTheSameValueInPrintableOnes) {
  const nlohmann::json value{{"name", "a\U000E0041b\U000E007F\u202Ec\x7F"}};
  const std::string line = printed_json(value);
  EXPECT_EQ(line, "{\"name\":\"a\\udb40\\udc41b\\udb40\\udc7f\\u202ec\\u007f\"}\n");
  EXPECT_EQ(nlohmann::json::parse(line), value);
}

TEST(Output, LinesKeepNewLinesAndTabsAndNoOtherCharacterThatATerminalObeys) {
  testing::internal::CaptureStdout();
  print_text("a\tb\n\x1B[2Jc\U000E0041\xFF\u00E4\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "a\tb\n\uFFFD[2Jc\uFFFD\uFFFD\u00E4\n");
}

TEST(Output, ASentenceIsOneLineWhateverIsInItsNames) {
  testing::internal::CaptureStderr();
  say("a\nb\r\n\u2028c\td is damaged.");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "a\uFFFDb\uFFFD\uFFFD\uFFFDc\uFFFDd is damaged.\n");
}

}  // namespace
}  // namespace jitterscope::output_test
