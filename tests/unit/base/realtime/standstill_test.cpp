#include "core/base/realtime/standstill.h"

#include <gtest/gtest.h>

namespace jitterscope::standstill_test {
namespace {

Timestamp at_s(double s) {
  return Timestamp::ns(1) + Duration::from_seconds(s);
}

TEST(Standstill, IsALongerTimeBetweenTwoLooks) {
  Standstill standstill(Duration::seconds(2));
  EXPECT_EQ(standstill.look(at_s(100)), std::nullopt) << "the first look has none before it";
  EXPECT_EQ(standstill.look(at_s(102)), std::nullopt);
  EXPECT_EQ(standstill.look(at_s(107)), Duration::seconds(5));
  EXPECT_EQ(standstill.look(at_s(107.1)), std::nullopt) << "it is told once";
}

TEST(Standstill, ItsOwnWorkIsNone) {
  Standstill standstill(Duration::seconds(2));
  standstill.look(at_s(0));
  standstill.excuse(at_s(5));
  EXPECT_EQ(standstill.look(at_s(6)), std::nullopt);
  EXPECT_EQ(standstill.look(at_s(9)), Duration::seconds(3));
}

}  // namespace
}  // namespace jitterscope::standstill_test
