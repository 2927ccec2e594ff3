#include <gtest/gtest.h>

#include "core/algorithms/playout/playout_offset.h"

namespace jitterscope::reference_transit_test {
namespace {

/// A trace may be edited, or its clock begin anew: times below zero are times.
TEST(ReferenceTransit, TimesBelowZeroAreTimes) {
  ReferenceTransit reference;
  for (int i = 0; i < 400; ++i)
    reference.add(Timestamp::ns(-200'000'000'000) + Duration::ms(1000 * i), Duration::ms(i == 10 ? 3 : 7));
  EXPECT_EQ(reference.smallest(), Duration::ms(7));
  reference.clear();
  reference.add(Timestamp::ns(-5'000'000'000), Duration::ms(4));
  EXPECT_EQ(reference.smallest(), Duration::ms(4));
}

}  // namespace
}  // namespace jitterscope::reference_transit_test
