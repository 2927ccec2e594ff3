#include "core/call/path/frame_arrivals.h"

#include <gtest/gtest.h>

#include "core/algorithms/signalling/messages/arrivals.h"

namespace jitterscope::told_arrivals_test {
namespace {

StreamSnapshot received(std::initializer_list<std::int64_t> frames, int blocks = 2) {
  StreamSnapshot stream;
  stream.ssrc = 9;
  for (const std::int64_t frame : frames)
    for (int block = 0; block < blocks; ++block)
      stream.last_packets.push_back({frame, static_cast<std::uint16_t>(block), 0, 1.5 * block});
  return stream;
}

TEST(FrameArrivals, TheNewestFrameAfterWhichAnotherBeganIsToldOnce) {
  EXPECT_TRUE(newest_arrivals({}, {}).empty());
  EXPECT_TRUE(newest_arrivals(received({4}), {}).empty()) << "it may not be whole";
  const auto told = newest_arrivals(received({3, 4, 5}), 3);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[1].ssrc, 9u);
  EXPECT_EQ(told[1].frame, 4);
  EXPECT_EQ(told[1].block, 1);
  EXPECT_EQ(told[1].offset, Duration::us(1500));
  EXPECT_TRUE(newest_arrivals(received({3, 4, 5}), 4).empty());
}

TEST(FrameArrivals, AreBoundedAndNotOfForeignPackets) {
  EXPECT_EQ(newest_arrivals(received({3, 4}, 400), {}).size(), message::Arrivals::kMost);
  auto foreign = received({3, 4});
  foreign.foreign = true;
  EXPECT_TRUE(newest_arrivals(foreign, {}).empty()) << "its frames have no numbers";
}

}  // namespace
}  // namespace jitterscope::told_arrivals_test
