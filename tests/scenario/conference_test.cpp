// Three in a conference in virtual time: streams start, stop and begin anew, one leaves and comes back.
#include "tests/scenario/conference.h"
#include "core/events/kinds/frame_decoded.h"

#include <gtest/gtest.h>

#include "tests/snapshot_fields/snapshot_fields.h"

namespace jitterscope::conference {
namespace {

constexpr int kMembers = 3;

/// What a new analyzer says that hears nothing but one participant.
CallAnalyzer hears_alone(const Member& member, ParticipantId participant) {
  CallAnalyzer analyzer(kBegin);
  for (const Record& record : member.records())
    if (record.participant == participant || (record.stream && holds_alternative<StreamAnnounced>(record.event)))
      analyzer.add(record.participant, record.stream, record.event);
  return analyzer;
}

class ThreeInConference : public testing::Test {
 protected:
  /// Member 1 stops and begins anew with other SSRCs, member 2 leaves and comes back.
  ThreeInConference() {
    conference_.run_until(Duration::seconds(6));
    conference_.stop(1);
    conference_.run_until(Duration::seconds(8));
    conference_.begin(1);
    conference_.run_until(Duration::seconds(11));
    conference_.leave(2);
    conference_.run_until(Duration::seconds(14));
    conference_.come_back(2);
    conference_.run_until(Duration::seconds(20));
    conference_.finish();
  }
  std::vector<StreamAnnounced> announced_at(int number) {
    std::vector<StreamAnnounced> streams;
    for (const Record& record : conference_.member(number).records())
      if (const auto* stream = get_if<StreamAnnounced>(&record.event)) streams.push_back(*stream);
    return streams;
  }
  Conference conference_{kMembers, "delay=15ms,jitter=4ms"};
};

TEST_F(ThreeInConference, EachReceivesTwoOfEachMediumAndLosesNothing) {
  for (int number = 0; number < kMembers; ++number) {
    Member& member = conference_.member(number);
    EXPECT_EQ(member.ring_drops(), 0);
    std::map<std::pair<ParticipantId, Medium>, int> streams;
    for (const StreamAnnounced& stream : announced_at(number)) {
      ++streams[{stream.key().from, stream.medium}];
      if (stream.key().from == kThisEnd) continue;
      const auto view = member.analyzer().received(stream.id(), conference_.now());
      ASSERT_TRUE(view) << number << " of " << int{stream.from};
      EXPECT_GT(view->figures.packets, 40);
      EXPECT_EQ(view->figures.lost, 0) << number << " of " << int{stream.from} << " " << stream.ssrc;
      EXPECT_EQ(view->figures.duplicates, 0);
    }
    EXPECT_EQ(streams.size(), 2u * kMembers) << "its own, and two of each medium";
    for (const auto& [whose, count] : streams) EXPECT_LE(count, 3);
  }
}

TEST_F(ThreeInConference, AStreamThatBeginsAnewIsAnotherOfTheSameParticipant) {
  std::map<Medium, std::vector<std::uint32_t>> of_one;
  for (const StreamAnnounced& stream : announced_at(0))
    if (stream.key().from == conference_.member(0).id_of(1)) of_one[stream.medium].push_back(stream.ssrc);
  ASSERT_EQ(of_one.size(), 2u);
  for (const auto& [medium, ssrcs] : of_one) {
    ASSERT_EQ(ssrcs.size(), 2u);
    EXPECT_NE(ssrcs[0], ssrcs[1]);
  }
}

TEST_F(ThreeInConference, EachStreamsFiguresAreThoseOfItsParticipantAlone) {
  int compared = 0;
  for (int number = 0; number < kMembers; ++number) {
    Member& member = conference_.member(number);
    for (const StreamAnnounced& stream : announced_at(number)) {
      if (stream.key().from == kThisEnd) continue;
      CallAnalyzer alone = hears_alone(member, stream.key().from);
      const auto here = member.analyzer().received(stream.id(), conference_.now());
      const auto there = alone.received(stream.id(), conference_.now());
      ASSERT_TRUE(here && there);
      const auto differences = SnapshotFields(*here).differences(SnapshotFields(*there));
      EXPECT_TRUE(differences.empty()) << number << " of " << int{stream.from} << ": " << differences.front();
      ++compared;
    }
  }
  EXPECT_GE(compared, 2 * kMembers * 2);
}

TEST_F(ThreeInConference, EveryFrameIsDecodedOnceAndEveryBlockIsHeard) {
  for (int number = 0; number < kMembers; ++number) {
    std::map<std::pair<std::uint32_t, std::int64_t>, int> frames;
    std::int64_t blocks = 0, unheard = 0;
    for (const Record& record : conference_.member(number).records()) {
      if (const auto* frame = get_if<FrameDecoded>(&record.event)) ++frames[{frame->ssrc, frame->frame}];
      if (const auto* done = get_if<AudioBlockDone>(&record.event)) {
        ++blocks;
        unheard += done->outcome != PlayoutOutcome::kPlayed;
      }
    }
    EXPECT_GT(frames.size(), 200u);
    for (const auto& [frame, times] : frames) EXPECT_EQ(times, 1);
    EXPECT_GT(blocks, 1000);
    EXPECT_EQ(unheard, 0);
  }
}

}  // namespace
}  // namespace jitterscope::conference
