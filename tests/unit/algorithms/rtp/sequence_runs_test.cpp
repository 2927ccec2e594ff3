#include "core/algorithms/rtp/sequence_runs.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace jitterscope::rtp::sequence_runs_test {
namespace {

using Verdict = SequenceRuns::Verdict;

/// Sound of 50 packets a second, 160 units each.
class Sender {
 public:
  explicit Sender(SequenceRuns& runs) : runs_(runs) {}
  RunPacket packet(std::int64_t number, double late_s = 0) const {
    return {static_cast<std::uint16_t>(first_ + number), static_cast<std::uint32_t>(stamp_ + number * 160),
            begin_ + Duration::from_seconds(static_cast<double>(number) / 50 + late_s)};
  }
  SequenceRuns::Answer send(std::int64_t number, double late_s = 0) { return runs_.add(packet(number, late_s)); }
  void send_all(std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from; i <= to; ++i) EXPECT_EQ(send(i).verdict, Verdict::kPlaced) << i;
  }
  /// Another numbering from then on.
  void restart(std::int64_t first, std::int64_t stamp, double at_s) {
    first_ = first, stamp_ = stamp, begin_ = Timestamp() + Duration::from_seconds(at_s);
  }

 private:
  SequenceRuns& runs_;
  std::int64_t first_ = 100, stamp_ = 5000;
  Timestamp begin_;
};

class SequenceRunsTest : public testing::Test {
 protected:
  SequenceRuns runs;
  Sender sender{runs};
};

TEST_F(SequenceRunsTest, ExtendsOverTheWrapWithReordering) {
  sender.restart(65500, 0xFFFFF000, 0);
  for (const int i : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) sender.send(i);
  EXPECT_EQ(sender.send(36).place.sequence, 65536);
  EXPECT_EQ(sender.send(35, 0.03).place.sequence, 65535);
  EXPECT_EQ(sender.send(37).place.sequence, 65537);
  EXPECT_EQ(sender.send(37).place.timestamp, 0xFFFFF000ll + 37 * 160);
}

TEST_F(SequenceRunsTest, APacketBeforeTheFirstHasANumberBeforeIts) {
  sender.restart(0, 5000, 0);
  sender.send_all(0, 0);
  const auto before = sender.send(-1, 0.03);
  EXPECT_EQ(before.verdict, Verdict::kPlaced);
  EXPECT_EQ(before.place.sequence, -1);
  EXPECT_FALSE(before.place.duplicate);
}

TEST_F(SequenceRunsTest, ACopyIsOneOfTheSameTimestampWithinTwoSeconds) {
  sender.send_all(0, 99);
  EXPECT_TRUE(sender.send(90, 0.3).place.duplicate);
  EXPECT_EQ(sender.send(90, 0.3).verdict, Verdict::kPlaced);
  EXPECT_EQ(sender.send(1, 2.1).verdict, Verdict::kHeld) << "too old for one";
  RunPacket other = sender.packet(95, 0.1);
  other.timestamp += 160;
  EXPECT_EQ(runs.add(other).verdict, Verdict::kHeld);
}

TEST_F(SequenceRunsTest, NearNumbersGoOnEvenWhereTimestampsJump) {
  sender.send_all(0, 99);
  RunPacket next = sender.packet(110);
  next.timestamp = 77;
  EXPECT_EQ(runs.add(next).verdict, Verdict::kPlaced);
}

TEST_F(SequenceRunsTest, ALossOfThousandsIsALossWhereTimestampsGoOn) {
  sender.send_all(0, 99);
  const auto after = sender.send(3000);
  EXPECT_EQ(after.verdict, Verdict::kPlaced);
  EXPECT_EQ(after.place.sequence, 3100);
  EXPECT_EQ(after.place.run, 0);
}

TEST_F(SequenceRunsTest, AfterALongSilenceTheTimestampsTellHowManyCycles) {
  sender.send_all(0, 99);
  for (const std::int64_t number : {40'000, 140'000, 1'000'000}) {
    const auto after = sender.send(number);
    EXPECT_EQ(after.verdict, Verdict::kPlaced);
    EXPECT_EQ(after.place.sequence, 100 + number);
    for (std::int64_t i = 1; i < 20; ++i) EXPECT_EQ(sender.send(number + i).place.sequence, 100 + number + i);
  }
}

TEST_F(SequenceRunsTest, TheSendersCountsOverruleTheTimestamps) {
  sender.send_all(0, 99);
  // 15 minutes without sending, while the clock goes on; twenty packets are lost after it.
  const std::vector<SenderCountAt> counts{{Timestamp() + Duration::from_seconds(1.5), 76},
                                          {Timestamp() + Duration::from_seconds(903), 171}};
  runs.set_sender_counts(counts);
  RunPacket after = sender.packet(100 + 45'000);
  after.sequence = 100 + 120;
  EXPECT_EQ(runs.add(after).place.sequence, 220);
}

TEST_F(SequenceRunsTest, TwoSuccessorsBeginANewRun) {
  sender.send_all(0, 99);
  sender.restart(20'000, 1'000'000'000, 2.5);
  EXPECT_EQ(sender.send(0).verdict, Verdict::kHeld);
  EXPECT_EQ(sender.send(1).verdict, Verdict::kHeld);
  const auto begins = sender.send(2);
  ASSERT_EQ(begins.verdict, Verdict::kBegins);
  EXPECT_EQ(begins.held[0].sequence, 20'000);
  EXPECT_EQ(begins.held[1].sequence, 20'001);
  EXPECT_EQ(begins.held[0].run, 1);
  EXPECT_EQ(begins.place.sequence, 20'002);
  EXPECT_EQ(begins.place.timestamp, 1'000'000'320);
  EXPECT_EQ(begins.place.run, 1);
  sender.send_all(3, 99);
}

TEST_F(SequenceRunsTest, ARepeatedFileIsANewRunEachTime) {
  int begun = 0;
  for (int time = 0; time < 3; ++time) {
    sender.restart(0, 0, time * 8.0);
    for (int i = 0; i < 400; ++i) {
      const auto answer = sender.send(i);
      begun += answer.verdict == Verdict::kBegins;
      EXPECT_EQ(answer.given_up, 0u);
      EXPECT_FALSE(answer.place.duplicate);
    }
  }
  EXPECT_EQ(begun, 2);
}

TEST_F(SequenceRunsTest, CopiesAndOvertakenPacketsDoNotHideANewRun) {
  sender.send_all(0, 99);
  sender.restart(20'000, 1'000'000'000, 2.5);
  for (const int number : {0, 0, 2, 2}) EXPECT_EQ(sender.send(number).verdict, Verdict::kHeld);
  const auto begins = sender.send(1);
  ASSERT_EQ(begins.verdict, Verdict::kBegins);
  ASSERT_EQ(begins.held.size(), 4u);
  EXPECT_TRUE(begins.held[1].duplicate);
  EXPECT_EQ(begins.held[2].sequence, 20'002);
  EXPECT_TRUE(begins.held[3].duplicate);
  EXPECT_EQ(begins.place.sequence, 20'001);
  EXPECT_FALSE(begins.place.duplicate);
}

TEST_F(SequenceRunsTest, NumbersThatWereNotForetoldAfterASilenceBeginARun) {
  sender.send_all(0, 99);
  RunPacket after = sender.packet(350);  // five seconds later, by time and timestamp
  after.sequence = 24'000;
  EXPECT_EQ(runs.add(after).verdict, Verdict::kHeld);
}

TEST_F(SequenceRunsTest, MoreNumbersThanTimeAllowsBeginARun) {
  sender.send_all(0, 99);
  RunPacket next = sender.packet(100);
  next.sequence = 1700;
  EXPECT_EQ(runs.add(next).verdict, Verdict::kHeld);
}

TEST_F(SequenceRunsTest, ALossInABurstAfterAQuietTimeIsALoss) {
  const auto send = [this](int number, double at_s) {  // timestamps tell the time
    return runs.add({static_cast<std::uint16_t>(number), static_cast<std::uint32_t>(at_s * 8000),
                     Timestamp() + Duration::from_seconds(at_s)});
  };
  for (int i = 0; i < 100; ++i) send(i, i * 0.4);
  for (int i = 0; i < 10; ++i) send(100 + i, 40 + i * 0.02);
  const auto after = send(135, 40.7);
  EXPECT_EQ(after.verdict, Verdict::kPlaced);
  EXPECT_EQ(after.place.sequence, 135);
  const auto of_key_frame = send(170, 40.7);
  EXPECT_EQ(of_key_frame.verdict, Verdict::kPlaced) << "of one timestamp";
}

TEST_F(SequenceRunsTest, AtAHighRateALateOneMayBeThousandsBehindAndALossThousandsLong) {
  const auto fast = [](std::int64_t number, double late_s = 0) {
    return RunPacket{static_cast<std::uint16_t>(number), static_cast<std::uint32_t>(number * 18),
                     Timestamp() + Duration::from_seconds(static_cast<double>(number) / 5000 + late_s)};
  };
  for (std::int64_t i = 0; i < 6000; ++i)
    if (i != 4000) runs.add(fast(i));
  EXPECT_EQ(runs.add(fast(4000, 0.4)).verdict, Verdict::kPlaced);
  EXPECT_TRUE(runs.add(fast(3900, 0.5)).place.duplicate);
  const auto after = runs.add(fast(6000 + 3100));
  EXPECT_EQ(after.verdict, Verdict::kPlaced);
  EXPECT_EQ(after.place.sequence, 9100);
}

TEST_F(SequenceRunsTest, ALatePacketOfTheRunBeforeIsOfThatRun) {
  sender.send_all(0, 99);
  Sender next(runs);
  next.restart(20'000, 1'000'000'000, 2.1);
  for (int i = 0; i < 5; ++i) next.send(i);
  const auto late = sender.send(100, 0.3);
  EXPECT_EQ(late.verdict, Verdict::kEarlier);
  EXPECT_EQ(late.place.sequence, 200);
  EXPECT_EQ(late.place.run, 0);
  EXPECT_EQ(next.send(5).place.run, 1);
}

TEST_F(SequenceRunsTest, ASourceThatSendsBetweenTheRunsPacketsIsAnother) {
  Sender other(runs);
  other.restart(40'000, 7'000'000, 0.01);
  std::size_t given_up = 0;
  for (int i = 0; i < 100; ++i) {
    const auto answer = sender.send(i);
    EXPECT_EQ(answer.verdict, Verdict::kPlaced);
    given_up += answer.given_up;
    EXPECT_EQ(other.send(i).verdict, Verdict::kHeld);
  }
  EXPECT_EQ(given_up, 99u);
}

TEST_F(SequenceRunsTest, ARunThatGoesOnAfterBurstsOfAnotherSourceIsResumed) {
  Sender other(runs);
  other.restart(40'000, 7'000'000, 0.01);
  std::map<Verdict, int> count;
  for (int burst = 0; burst < 20; ++burst) {
    for (int i = 0; i < 5; ++i) {
      const auto answer = sender.send(burst * 5 + i);
      EXPECT_EQ(answer.place.run, 0);
      ++count[answer.verdict];
    }
    for (int i = 0; i < 5; ++i) ++count[other.send(burst * 5 + i).verdict];
  }
  EXPECT_EQ(count[Verdict::kBegins], 1);
  EXPECT_EQ(count[Verdict::kResumes], 1);
  EXPECT_EQ(count[Verdict::kOther], 95) << "all but the first burst";
}

TEST_F(SequenceRunsTest, PicturesOfManyPacketsHaveAPaceToo) {
  std::int64_t number = 0;
  const auto picture = [&](std::int64_t index, int packets) {
    SequenceRuns::Answer last;
    for (int i = 0; i < packets; ++i)
      last = runs.add({static_cast<std::uint16_t>(number++), static_cast<std::uint32_t>(index * 3000),
                       Timestamp() + Duration::from_seconds(static_cast<double>(index) / 30) + Duration::us(i * 20)});
    return last;
  };
  for (int i = 0; i < 60; ++i) EXPECT_EQ(picture(i, 200 + i % 7).verdict, Verdict::kPlaced);
  number += 203 * 200;  // 200 pictures are lost
  const auto after = picture(260, 200);
  EXPECT_EQ(after.verdict, Verdict::kPlaced);
  EXPECT_EQ(after.place.sequence, number - 1);
}

TEST_F(SequenceRunsTest, OneLongUnderWayIsNoJump) {
  sender.send_all(0, 1999);
  RunPacket old = sender.packet(800, 20);
  EXPECT_EQ(runs.add(old).verdict, Verdict::kHeld);
  old.of_the_past = true;
  const auto answer = runs.add(old);
  EXPECT_EQ(answer.verdict, Verdict::kPlaced);
  EXPECT_TRUE(answer.place.duplicate);
  old.sequence = static_cast<std::uint16_t>(100 + 1999 - 3000);
  EXPECT_FALSE(runs.add(old).place.duplicate) << "lost before";
}

}  // namespace
}  // namespace jitterscope::rtp::sequence_runs_test
