// The end of a long trace, which is shown before the rest has been read.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/events/kinds/marker.h"
#include "core/events/words.h"
#include "core/measures/views/log_rows.h"
#include "core/record/open/opened_call.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::opened_end_test {
namespace {

using trace_test::call;
using trace_test::kBegan;
using trace_test::kConference;

constexpr double kLasts_s = 200;
constexpr std::int64_t kFew = 1000;

class OpenedEnd : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<trace_test::TemporaryFolder>();
    TraceMeta meta;
    meta.call_began = kBegan;
    meta.conference_offset = kConference;
    std::vector<Event> events = call(kLasts_s);
    Marker marker;
    marker.text = ShortText<64>("early");
    marker.at = kBegan + Duration::seconds(3);
    events.insert(events.begin() + 500, marker);
    std::size_t nth = 0;  // some are lost, all along
    std::erase_if(events,
                  [&](const Event& event) { return holds_alternative<PacketArrived>(event) && ++nth % 97 == 0; });
    const std::string path = *folder_ / "whole.jscope";
    trace_test::record(path, events, meta);
    std::string error;
    auto end = open_end(path, error, {}, kFew), whole = open_call(path, error);
    ASSERT_TRUE(end && whole) << error;
    soon = end->snapshot({});
    later = whole->snapshot({});
  }
  static void TearDownTestSuite() { folder_.reset(); }
  void SetUp() override {
    std::filesystem::copy_file(*folder_ / "whole.jscope", path_, std::filesystem::copy_options::overwrite_existing);
  }

  static inline std::unique_ptr<trace_test::TemporaryFolder> folder_;
  static inline CallSnapshot soon, later;  // of the end, and of the whole
  const std::string path_ = *folder_ / "call.jscope";
  std::string error_;
};

TEST_F(OpenedEnd, ShowsOfTheLastMinuteWhatTheWholeShowsOfIt) {
  ASSERT_TRUE(soon.only_from);
  EXPECT_FALSE(later.only_from);
  EXPECT_NEAR(soon.only_from->at_s, kLasts_s - 60, 1.1);
  EXPECT_EQ(soon.elapsed_s, later.elapsed_s);
  for (const Medium medium : kMedia) {
    const ReceivedView &a = soon.received(medium), &b = later.received(medium);
    EXPECT_DOUBLE_EQ(a.figures.rate_kbps, b.figures.rate_kbps);
    EXPECT_EQ(a.figures.recent_interarrival.n, b.figures.recent_interarrival.n);
    EXPECT_EQ(a.figures.recent_interarrival.p95, b.figures.recent_interarrival.p95);
  }
  ASSERT_EQ(soon.marks.size(), 1u) << "what holds and marks are of the whole call";
  EXPECT_EQ(soon.marks[0].text, later.marks[0].text);
}

TEST_F(OpenedEnd, PacketsAndLossAreOfTheWholeCallAndWhatIsNotKnownOfItIsAbsent) {
  for (const Medium medium : kMedia)
    for (const bool sent : {true, false}) {
      const StreamSnapshot& a = sent ? soon.sent[medium] : soon.received(medium).figures;
      const StreamSnapshot& b = sent ? later.sent[medium] : later.received(medium).figures;
      EXPECT_EQ(a.packets, b.packets) << sent;
      EXPECT_EQ(a.lost, b.lost) << sent;
      EXPECT_EQ(a.bytes, b.bytes) << sent;
      EXPECT_EQ(a.expected, b.expected) << sent;
      EXPECT_EQ(a.loss_ratio.has_value(), b.loss_ratio.has_value());
      EXPECT_DOUBLE_EQ(a.loss_ratio.value_or(0), b.loss_ratio.value_or(0));
      EXPECT_TRUE(b.interarrival.n > 0 && b.whole_rate_kbps);
      EXPECT_FALSE(a.interarrival.n > 0 || a.delay.n > 0 || a.whole_rate_kbps || a.whole_frames_per_second);
    }
  EXPECT_GT(soon.received(Medium::kVideo).figures.lost, 10);
}

/// The extremes of the seconds are those of the whole; rates lie beside its own.
TEST_F(OpenedEnd, ItsSeriesAreOfTheWholeCall) {
  for (const Medium medium : kMedia) {
    const StreamSnapshot &a = soon.received(medium).figures, &b = later.received(medium).figures;
    ASSERT_FALSE(a.delay_series.empty() || a.interarrival_series.empty() || a.rate_series.empty());
    EXPECT_LT(a.delay_series.front().at_s, 1.1);
    EXPECT_LT(a.interarrival_series.front().at_s, 1.1);
    EXPECT_LT(a.rate_series.front().at_s, 2.1);
    ASSERT_FALSE(a.loss_series.empty() || soon.sent[medium].rate_series.empty());
    EXPECT_LT(a.loss_series.front().at_s, 2.1);
    EXPECT_LT(soon.sent[medium].rate_series.front().at_s, 2.1);
    const auto extremes = [](const std::vector<EnvelopeSlot>& slots) {
      double least = slots[0].min, most = slots[0].max;
      for (const EnvelopeSlot& slot : slots) least = std::min(least, slot.min), most = std::max(most, slot.max);
      return std::pair(least, most);
    };
    EXPECT_NEAR(extremes(a.delay_series).first, extremes(b.delay_series).first, 1e-6);
    EXPECT_NEAR(extremes(a.delay_series).second, extremes(b.delay_series).second, 1e-6);
    EXPECT_NEAR(extremes(a.interarrival_series).second, extremes(b.interarrival_series).second, 1e-6);
    for (std::size_t i = 1; i < a.rate_series.size(); ++i) {
      EXPECT_GT(a.rate_series[i].at_s, a.rate_series[i - 1].at_s);
      EXPECT_NEAR(a.rate_series[i].value, b.rate_series[b.rate_series.size() / 2].value,
                  b.rate_series[b.rate_series.size() / 2].value * 0.25)
          << to_string(medium) << " at " << a.rate_series[i].at_s;
    }
  }
}

TEST_F(OpenedEnd, IsNotShownOfWhatIsReadSoonOrTellsNoSeconds) {
  EXPECT_FALSE(open_end(path_, error_));
  EXPECT_EQ(error_, "");
  trace_test::record(path_, call(70), {}, trace::kSecondSince - 1);
  EXPECT_FALSE(open_end(path_, error_, {}, kFew));
  EXPECT_EQ(error_, "");
  EXPECT_FALSE(open_end(*folder_ / "list.csv", error_, {}, kFew));
}

TEST_F(OpenedEnd, SecondsOfMoreEventsThanThereAreAreDamage) {
  SQLite::Database(path_, SQLite::OPEN_READWRITE).exec("UPDATE second SET first_row = first_row + 10000000");
  EXPECT_FALSE(open_end(path_, error_, {}, kFew));
  EXPECT_NE(error_.find("damaged: it holds seconds of events that are not there"), std::string::npos) << error_;
  error_.clear();
  EXPECT_FALSE(open_stretch(path_, *Stretch::of(5, 10), {}, error_));
  EXPECT_NE(error_.find("damaged: it holds seconds of events that are not there"), std::string::npos) << error_;
}

/// Of a trace that claims to last half a day, as of one that does.
TEST_F(OpenedEnd, ItsSeriesHaveNoMorePointsThanAreSeen) {
  PacketArrived packet = trace_test::arrived(Medium::kAudio, 7, 0, kBegan + Duration::seconds(1), 0);
  packet.received_conference = packet.received + kConference;
  packet.sent_conference = *packet.received_conference - Duration::ms(3);
  std::vector<Event> events(20, packet);
  for (std::size_t i = 0; i < events.size(); ++i) get<PacketArrived>(events[i]).sequence = static_cast<int>(i);
  TraceMeta meta;
  meta.call_began = kBegan;
  trace_test::record(path_, events, meta);
  SQLite::Database(path_, SQLite::OPEN_READWRITE)
      .exec(fmt::format(
          "DELETE FROM second; INSERT INTO second WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT "
          "50000) SELECT x, 'received', 'audio', 7, NULL, x, {0} + x * 1000000000, {0} + x * 1000000000 + {1}, 0, 0, 0,"
          " 50, 1, 10000, 2000000, 3000000, 4000000, 19000000, 20000000, iif(x = 20001, 90000000, 21000000) FROM n;"
          "UPDATE compact_packet_arrived SET id = id + 100000, second = 50000",
          kBegan.ns(), kConference.ns()));
  auto end = open_end(path_, error_, {}, kFew);
  ASSERT_TRUE(end) << error_;
  const CallSnapshot snapshot = end->snapshot({});
  const StreamSnapshot& stream = snapshot.received(Medium::kAudio).figures;
  EXPECT_EQ(stream.packets, 50'000 * 50);
  for (const auto* series : {&stream.delay_series, &stream.interarrival_series}) {
    EXPECT_TRUE(series->size() > 1000 && series->size() <= 10'000) << series->size();
    EXPECT_LT(series->front().at_s, 20);
  }
  for (const auto* series : {&stream.rate_series, &stream.loss_series}) {
    EXPECT_TRUE(series->size() > 1000 && series->size() <= 10'000) << series->size();
    EXPECT_LT(series->front().at_s, 20);
    EXPECT_NEAR(series->at(500).value, series == &stream.rate_series ? 80 : 100 / 51.0, 1e-9);
  }
  const auto longest = std::ranges::max(stream.interarrival_series, {}, &EnvelopeSlot::max);
  EXPECT_EQ(longest.max, 90);
  EXPECT_NEAR(longest.at_s, 20'001, 20);
}

}  // namespace
}  // namespace jitterscope::opened_end_test
