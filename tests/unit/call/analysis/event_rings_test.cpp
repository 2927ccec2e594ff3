// How many events of a thread wait while analysis sleeps.
#include <gtest/gtest.h>

#include "core/call/exchange/event_rings.h"

namespace jitterscope::event_rings_test {
namespace {

/// 1000 blocks of 8 bytes a second, of each how the thread woke, what it sent and when that left.
TEST(EventRings, HoldASecondOfTheShortestBlocks) {
  EventRings rings;
  for (const ThreadRole role : {ThreadRole::kAudioSend, ThreadRole::kAudioReceive}) {
    for (int i = 0; i < 3000; ++i) rings.of(role).push(ThreadWoke{});
    EXPECT_EQ(rings.of(role).dropped(), 0) << to_string(role);
  }
}

}  // namespace
}  // namespace jitterscope::event_rings_test
