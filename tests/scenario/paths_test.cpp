// Whose a stream is, its SSRC alone says: streams of several participants come by one path, and those of one by two.
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/events/words.h"
#include "tests/scenario/conference.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/snapshot_fields/snapshot_fields.h"

namespace jitterscope::conference::paths_test {
namespace {

constexpr int kMembers = 4;

/// Member 0 has both media of 1 and 2 by the path to 1, and of 3 the sound by that to 3, the picture by that to 2.
int ways(int number, int other, Medium medium) {
  if (number != 0) return other;
  if (other == 3) return medium == Medium::kAudio ? 3 : 2;
  return 1;
}

class StreamsByPaths : public testing::Test {
 protected:
  StreamsByPaths() {
    for (int number = 0; number < kMembers; ++number)
      conference_.member(number).set_interests({{ViewKind::kReport, Duration::seconds(2)}});
    conference_.run_until(Duration::seconds(7));
    conference_.member(0).finish(conference_.now());
  }
  Member& here() { return conference_.member(0); }
  Conference conference_{kMembers, "delay=15ms,jitter=4ms,loss=2%", true, ways};
};

/// Returns what an analyzer says that hears nothing but this stream and the clocks.
std::optional<ReceivedView> alone(const Member& member, const StreamAnnounced& stream, Timestamp now) {
  CallAnalyzer analyzer(kBegin);
  for (const Record& record : member.records())
    if (record.stream == stream.id() || holds_alternative<ClockSynced>(record.event))
      analyzer.add(record.participant, record.stream, record.event);
  return analyzer.received(stream.id(), now);
}

TEST_F(StreamsByPaths, EachHasTheFiguresOfAnAnalyzerThatHearsItAlone) {
  std::set<std::pair<ParticipantId, Medium>> compared;
  for (const Record& record : here().records()) {
    const auto* stream = get_if<StreamAnnounced>(&record.event);
    if (!stream || stream->key().from == kThisEnd) continue;
    const auto all = here().analyzer().received(stream->id(), conference_.now());
    const auto one = alone(here(), *stream, conference_.now());
    ASSERT_TRUE(all && one);
    EXPECT_GT(all->figures.packets, 60);
    EXPECT_GT(all->figures.lost, 0);
    const auto differences = SnapshotFields(*all).differences(SnapshotFields(*one));
    EXPECT_TRUE(differences.empty()) << int{stream->from} << ": " << differences.front();
    compared.insert({stream->key().from, stream->medium});
  }
  EXPECT_EQ(compared.size(), 2u * (kMembers - 1));
}

/// Reports tell of each stream that comes, and those of its sender are its participant's.
TEST_F(StreamsByPaths, RtcpKnowsEachByItsSsrc) {
  PerMedium<std::set<std::uint32_t>> told, come;
  std::map<std::pair<ParticipantId, Medium>, std::set<std::uint32_t>> of_senders;
  for (const Record& record : here().records()) {
    const auto* report = get_if<RtcpReported>(&record.event);
    if (!report) continue;
    if (report->direction == Direction::kSent && report->ssrc) told[report->medium].insert(*report->ssrc);
    if (report->direction == Direction::kReceived && report->sender_ssrc)
      of_senders[{record.participant, report->medium}].insert(*report->sender_ssrc);
  }
  for (int other = 1; other < kMembers; ++other)
    for (const Medium medium : kMedia) {
      const std::uint32_t own = conference_.member(other).sending()->ssrc(medium);
      come[medium].insert(own);
      EXPECT_EQ((of_senders[{here().id_of(other), medium}]), std::set{own}) << other << " " << to_string(medium);
      EXPECT_EQ(here().playout_of(other).of(medium).report.load().ssrc, own) << "the clock of its playout";
    }
  for (const Medium medium : kMedia) EXPECT_EQ(told[medium], come[medium]) << to_string(medium);
}

}  // namespace
}  // namespace jitterscope::conference::paths_test
