// An end whose program was stopped, or whose machine was, does not blame the remote for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/algorithms/signalling/conversation.h"

namespace jitterscope::standing_still_test {
namespace {

using testing::HasSubstr;

class StandingStill : public testing::Test {
 protected:
  StandingStill() { talk.dial_and_accept(); }
  /// Ben's program stands still while Ann's goes on; what she says waits for him.
  std::vector<std::string> stand_still(Duration time) {
    std::vector<std::string> waiting;
    for (const Timestamp until = talk.now + time; talk.now < until;) {
      talk.now += Duration::ms(250);
      talk.caller.tick(talk.now);
      for (std::string& line : talk.caller.take_lines()) waiting.push_back(line.substr(0, line.size() - 1));
    }
    return waiting;
  }
  Conversation talk;
};

TEST_F(StandingStill, TheRemotesWordsAreHeardBeforeItIsCalledSilent) {
  talk.wait(Duration::seconds(3));
  const auto waiting = stand_still(Duration::seconds(35));
  EXPECT_EQ(talk.caller.state(), CallStage::kEnded);
  talk.callee.tick(talk.now);  // before the reader has brought a line
  EXPECT_EQ(talk.callee.state(), CallStage::kInCall);
  EXPECT_EQ(talk.callee.unheard(talk.now), Duration{});
  for (const std::string& line : waiting) talk.callee.line(line, talk.now);
  EXPECT_THAT(ended(talk.callee.take_events()).sentence,
              HasSubstr("not heard of this end for 30 s: this program or the network stood still. Call again."));
}

TEST_F(StandingStill, AConnectionThatWasLostMeanwhileIsNotCalledTheRemotesFault) {
  for (const bool looked : {true, false}) {
    talk = Conversation();
    talk.dial_and_accept();
    stand_still(Duration::seconds(35));
    if (looked) talk.callee.tick(talk.now);
    talk.callee.disconnected("the remote closed the connection.", talk.now + Duration::ms(5));
    EXPECT_EQ(ended(talk.callee.take_events()).sentence,
              "This program stood still for 35 s. The connection to the remote was lost: the remote closed the "
              "connection. Call again.");
  }
}

TEST_F(StandingStill, OfLongAgoIsNoReason) {
  const auto waiting = stand_still(Duration::seconds(10));
  talk.callee.tick(talk.now);
  for (const std::string& line : waiting) talk.callee.line(line, talk.now);
  talk.wait(Duration::seconds(60));
  talk.callee.disconnected("the remote closed the connection.", talk.now);
  EXPECT_THAT(ended(talk.callee.take_events()).sentence, testing::StartsWith("The connection to the remote was lost"));
}

TEST_F(StandingStill, SilenceAfterItEndsTheCallAsEver) {
  stand_still(Duration::seconds(35));
  const Timestamp woke = talk.now;
  while (talk.callee.state() == CallStage::kInCall && talk.now < woke + Duration::seconds(60)) {
    talk.callee.tick(talk.now);
    talk.now += Duration::ms(250);
  }
  EXPECT_EQ(talk.now - woke, Duration::ms(30'250));
  EXPECT_THAT(ended(talk.callee.take_events()).sentence, HasSubstr("The remote has been silent for 30 s"));
}

}  // namespace
}  // namespace jitterscope::standing_still_test
