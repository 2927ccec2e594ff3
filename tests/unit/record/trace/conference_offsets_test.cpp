#include "core/record/trace/conference_offsets.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/marker.h"
#include "core/events/kinds/packet_arrived.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::conference_offsets_test {
namespace {

using trace_test::TemporaryFolder;

constexpr Duration kGuess = Duration::seconds(1'700'000'000);

Timestamp at_s(std::int64_t seconds) {
  return Timestamp::ns(seconds * 1'000'000'000);
}

ClockSynced synced(std::int64_t second, bool synchronised, double offset_ms, double bound_ms = 1,
                   std::string_view source = "exchanges") {
  return {synchronised, offset_ms, -80, bound_ms, {}, ShortText<24>(source), at_s(second)};
}

TEST(ConferenceOffsets, AreFixedForWhoeverDoesNotLearn) {
  EXPECT_FALSE(ConferenceOffsets().at(at_s(1)).has_value());
  ConferenceOffsets offsets(kGuess);
  EXPECT_EQ(offsets.at(at_s(1)), kGuess);
  offsets.add(synced(1, false, 0, 0, "master"));
  offsets.add(synced(2, true, 0, 3, "master"));
  EXPECT_EQ(offsets.at(at_s(1)), kGuess);
}

TEST(ConferenceOffsets, OfAnEndThatLearnsAreUnknownAtFirstAndThenFollowTheSkew) {
  ConferenceOffsets offsets(kGuess);
  offsets.add(synced(10, false, 0));
  offsets.add(synced(11, true, 3700));
  offsets.add(synced(20, true, 3701));
  EXPECT_FALSE(offsets.at(at_s(9)).has_value());
  EXPECT_FALSE(offsets.at(at_s(10) + Duration::ms(999)).has_value());
  EXPECT_EQ(offsets.at(at_s(11)), kGuess + Duration::ms(3700));
  EXPECT_EQ(offsets.at(at_s(16)), kGuess + Duration::ms(3700) + Duration::us(400));
  EXPECT_EQ(offsets.at(at_s(20)), kGuess + Duration::ms(3701));
}

TEST(ConferenceOffsets, BeyondAHundredYearsAreNotKnown) {
  ConferenceOffsets offsets(kGuess);
  offsets.add(synced(11, true, 1e300));
  EXPECT_FALSE(offsets.at(at_s(11)).has_value());
  ConferenceOffsets skewed(kGuess);
  ClockSynced fast = synced(11, true, 2e12);
  fast.skew_ppm = -1e6;
  skewed.add(fast);
  EXPECT_EQ(skewed.at(at_s(11)), kGuess + Duration::from_ms(2e12));
  EXPECT_FALSE(skewed.at(Timestamp::ns(1LL << 60)).has_value());
}

TEST(ConferenceOffsets, OfARecordingBegunInTheCallReachBackToItsBegin) {
  ConferenceOffsets offsets(kGuess);
  offsets.add(synced(11, true, 3700));
  EXPECT_EQ(offsets.at(at_s(10)), kGuess + Duration::ms(3700) - Duration::us(80));
}

/// A marker before synchronisation and one after, and a packet with a delay.
void record(const std::string& path, const std::vector<double>& bounds_ms) {
  TraceMeta meta;
  meta.conference_offset = kGuess;
  PacketArrived packet;
  packet.received = at_s(13);
  packet.received_conference = at_s(13) + kGuess;
  packet.sent_conference = at_s(13) + kGuess - Duration::ms(20);
  std::vector<Event> events{synced(10, false, 0, 99), Marker{{"early"}, at_s(10)}};
  for (const double bound : bounds_ms) events.push_back(synced(11, true, 3700, bound));
  events.push_back(Marker{{"late"}, at_s(11)});
  events.push_back(packet);
  packet.sequence = 1;
  events.push_back(packet);
  trace_test::record(path, events, meta);
}

TEST(ConferenceOffsets, AreUsedForRowsWithoutAStampOfTheirOwn) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  record(path, {2});
  SQLite::Database db(path);
  EXPECT_TRUE(db.execAndGet("SELECT conference_ns FROM marker WHERE text = 'early'").isNull());
  EXPECT_EQ(db.execAndGet("SELECT conference_ns FROM marker WHERE text = 'late'").getInt64(),
            (at_s(11) + kGuess + Duration::ms(3700)).ns());
}

std::optional<double> uncertainty_of(const std::string& path) {
  std::string error;
  const auto trace = trace_test::opened(path);
  const auto input = trace ? to_analysis(*trace, error) : std::nullopt;
  EXPECT_TRUE(input && input->streams.size() == 1) << error;
  const auto delay = input ? analyze_stream(input->streams.at(0)).delay : std::nullopt;
  return delay ? delay->uncertainty : std::nullopt;
}

TEST(DelayUncertainty, IsTheBoundThatIsInForceWhenPacketsCome) {
  const TemporaryFolder folder;
  record(folder / "learned.jscope", {4, 9, 2});
  EXPECT_EQ(uncertainty_of(folder / "learned.jscope"), 2);
  record(folder / "same.jscope", {0});
  EXPECT_EQ(uncertainty_of(folder / "same.jscope"), 0);
  record(folder / "never.jscope", {});
  EXPECT_FALSE(uncertainty_of(folder / "never.jscope").has_value());
}

}  // namespace
}  // namespace jitterscope::conference_offsets_test
