// A sender under rate control leaves pictures out: their neighbours are not late for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/playout/video_stream.h"

namespace jitterscope::left_out_frames_test {
namespace {

using testing::ElementsAre;

TEST(Reassembler, a_frame_after_left_out_ones_is_late_by_its_time_stamp) {
  ReassemblerConfig config;
  config.period = Duration::ms(33);  // frame_of: 66.7 ms apart
  Receiver receiver(config);
  receiver.push_all(frame_of("small_420.jpg", 1), at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 2), at_ms(66));
  receiver.push_all(frame_of("small_420.jpg", 3), at_ms(170));  // 104 ms: more than 1.5 of its step
  receiver.push_all(frame_of("small_420.jpg", 4), at_ms(230));
  std::vector<bool> late;
  for (const FrameDone& done : receiver.done) late.push_back(done.late);
  EXPECT_THAT(late, ElementsAre(false, false, true, false));
}

TEST(Reassembler, a_frame_that_is_only_delayed_is_late_by_the_period) {
  ReassemblerConfig config;
  config.period = Duration::ms(60);  // its time stamps say 66.7
  Receiver receiver(config);
  receiver.push_all(frame_of("small_420.jpg", 1), at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 2), at_ms(95));
  receiver.push_all(frame_of("small_420.jpg", 3), at_ms(200));
  EXPECT_FALSE(receiver.done.at(1).late);
  EXPECT_TRUE(receiver.done.at(2).late);
}

}  // namespace
}  // namespace jitterscope::left_out_frames_test
