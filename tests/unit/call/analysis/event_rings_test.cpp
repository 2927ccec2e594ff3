// How many events of a thread wait while analysis sleeps.
#include <gtest/gtest.h>

#include "core/call/exchange/event_rings.h"
#include "core/events/kinds/call_ended.h"
#include "core/events/kinds/peer_packet.h"
#include "core/events/kinds/thread_woke.h"

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

TEST(EventRings, WhatARemoteTellsLeavesRoomForWhatThisEndNotes) {
  EventRings rings;
  EventRing& session = rings.of(ThreadRole::kSession);
  int told = 0;
  while (session.push_told(PeerPacket{}, kFirstRemote)) ++told;
  EXPECT_GE(told, 1024);
  EXPECT_EQ(session.dropped(), 1);
  for (int i = 0; i < 512; ++i) EXPECT_TRUE(session.push(CallEnded{}));
  EXPECT_EQ(session.dropped(), 1);
  int taken = 0;
  session.take_all([&](const Event&) { ++taken; });
  EXPECT_EQ(taken, told + 512);
  EXPECT_TRUE(session.push_told(PeerPacket{}, kFirstRemote));
}

}  // namespace
}  // namespace jitterscope::event_rings_test
