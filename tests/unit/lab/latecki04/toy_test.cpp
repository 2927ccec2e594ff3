// A lab of one file, of a call's steps in virtual time.
#include <gtest/gtest.h>

#include "core/lab/labs.h"

namespace jitterscope::toy_test {
namespace {

LabResult run(const std::string& link) {
  const LabDefinition* lab = find_lab("latecki04.toy-bursts");
  EXPECT_TRUE(lab);
  std::string error;
  LabRun settings{.scale = 0.5, .settings = {{"link", link}}};
  auto result = lab ? run_lab(*lab, settings, error) : std::nullopt;
  EXPECT_TRUE(result) << error;
  return result.value_or(LabResult{});
}

TEST(ToyLab, SpacedPacketsFindRoomWhereBurstsDoNot) {
  const LabResult result = run("rate=4mbit,queue=6,delay=10ms");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].reproduced(), true);
  EXPECT_GT(result.findings[0].measured, 10);
}

TEST(ToyLab, OnALongQueueTheFindingComesOutFalse) {
  const LabResult result = run("rate=4mbit,queue=200,delay=10ms");
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].reproduced(), false);
  EXPECT_EQ(result.findings[0].measured, 0);
}

}  // namespace
}  // namespace jitterscope::toy_test
