// What a comparison says of losses that hang together, of few losses, and of the row that shaping moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "core/measures/compare/compare_streams.h"
#include "core/measures/compare/loss_difference.h"
#include "tests/unit/measures/compare/stretches.h"

namespace jitterscope::losses_test {
namespace {

constexpr auto kClear = DifferenceVerdict::kClear, kNotClear = DifferenceVerdict::kNotClear,
               kTooFew = DifferenceVerdict::kTooFew;

using Rows = std::vector<ComparedFigure>;
const ComparedFigure& row_of(const Rows& rows, std::string_view name) {
  static const ComparedFigure kNone{"absent", "absent", {}, {}, {}};
  const auto found = std::ranges::find(rows, name, &ComparedFigure::name);
  EXPECT_NE(found, rows.end()) << name;
  return found == rows.end() ? kNone : *found;
}

/// Pictures of four packets, 30 a second; in a burst a queue has no room for the end of each picture.
struct Pictures {
  double seconds = 20, lost = 0;  // of the pictures
  double burst_s = 0.1;
  double apart_ms = 0;  // of a picture's packets
};
StreamInput pictures(const Pictures& of, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<> share;
  compare_test::Autoregressive delays(0.3, random);
  StreamInput stream;
  stream.medium = Medium::kVideo;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.clock_rate_hz = 90000;
  const double leaves = std::min(1 / (of.burst_s * 30), 1 - of.lost), enters = leaves * of.lost / (1 - of.lost);
  bool full = share(random) < of.lost;
  for (int frame = 0; frame < static_cast<int>(of.seconds * 30); ++frame) {
    const Timestamp sent = Timestamp() + Duration::from_seconds(frame / 30.0);
    const Duration delay = Duration::from_ms(20 + delays.next());
    for (int block = 0; block < (full ? 3 : 4); ++block) {
      PacketObservation packet;
      packet.sequence = frame * 4 + block;
      packet.sent = sent + Duration::from_ms(of.apart_ms * block);
      packet.received = *packet.sent + delay + Duration::from_ms(0.2 * block);
      packet.rtp_timestamp = frame * 3000;
      packet.frame = frame, packet.block = block, packet.marker = block == 3;
      stream.packets.push_back(packet);
    }
    full = share(random) < (full ? 1 - leaves : enters);
  }
  return stream;
}

Rows compared(const StreamInput& before, const StreamInput& after) {
  return compare(figures_of(stretch_of(before, {}), {}), figures_of(stretch_of(after, {}), {}));
}

TEST(CompareLosses, APictureThatStopsBeingLostIsClear) {
  for (const double seconds : {10.0, 20.0, 55.0}) {
    const Rows rows = compared(pictures({.seconds = seconds, .lost = 0.409}, 1), pictures({.seconds = seconds}, 2));
    for (const auto name : {"loss_ratio", "frame_loss_ratio"}) {
      const ComparedFigure& row = row_of(rows, name);
      EXPECT_EQ(row.verdict, kClear) << name << " in " << seconds << " s: " << row.reason;
      EXPECT_EQ(row.after, 0);
      if (row.interval) { EXPECT_LT(row.interval->high, 0) << name; }
    }
  }
}

/// Of 20 to 40 s the packets of one frame came, at once.
TEST(CompareLosses, OneFrameThatCameSaysNothingOfThePace) {
  StreamInput stream;
  stream.medium = Medium::kVideo;
  stream.clocks.relation = ClockRelation::kCommon;
  for (int i = 0; i < 1800 * 3; ++i) {
    if (i == 1001 || (i >= 1800 && i < 3600 && i / 3 != 900)) continue;
    PacketObservation packet;
    packet.sequence = i, packet.frame = i / 3;
    packet.sent = Timestamp() + Duration::from_ms(i / 3 * 1000.0 / 30 + 0.1 * (i % 3));
    packet.received = *packet.sent + Duration::ms(20);
    stream.packets.push_back(packet);
  }
  AnalysisOptions before, after;
  before.from_s = 0, before.to_s = 20, after.from_s = 20, after.to_s = 40;
  const AnalysisInput input{"a", {stream}, {}};
  const auto figures = [&](const AnalysisOptions& options) {
    return figures_of(stretch_of(stream, span_of(input, options)), options);
  };
  const ComparedFigure row = row_of(compare(figures(before), figures(after)), "loss_ratio");
  EXPECT_EQ(row.verdict, kClear) << row.reason;
}

/// Two frames a second.
TEST(CompareLosses, WhereTooFewFramesAreDueThatIsTheReason) {
  StreamInput stream = pictures({}, 1);
  for (PacketColumns slow; !stream.packets.empty();) {
    for (std::size_t i = 0; i < stream.packets.size(); ++i) {
      PacketObservation packet = stream.packets[i];
      packet.rtp_timestamp = *packet.frame * 45000;
      const Duration later = Duration::from_seconds(static_cast<double>(*packet.frame) * (0.5 - 1.0 / 30));
      packet.sent = *packet.sent + later, packet.received += later;
      slow.push_back(packet);
    }
    stream.packets = std::move(slow);
    break;
  }
  stream.no_latency = NoLatency::kNoPlayout;
  AnalysisOptions options;
  options.playout_ms = 100;
  const StretchFigures slow = figures_of(stretch_of(stream, {}), options);
  const ComparedFigure row = row_of(compare(slow, slow), "quality_distance");
  EXPECT_NE(row.reason.find("fewer than 3 frames/s are due"), std::string::npos) << row.reason;
}

TEST(CompareLosses, FramesAreLostThatDidNotComeWhole) {
  const StreamInput some = pictures({.lost = 0.3}, 1);
  const auto frames = analyze_stream(some, {}).frames;
  ASSERT_TRUE(frames && frames->lost);
  const ComparedFigure row = row_of(compared(some, pictures({}, 2)), "frame_loss_ratio");
  EXPECT_EQ(row.before, static_cast<double>(*frames->lost) / static_cast<double>(frames->sent));
  EXPECT_EQ(row.after, 0);
}

TEST(CompareLosses, WhatShapingMovesHasARow) {
  const StreamInput burst = pictures({}, 1), apart = pictures({.apart_ms = 8}, 2);
  const ComparedFigure row = row_of(compared(burst, apart), "interarrival_stddev_ms");
  EXPECT_EQ(row.before, analyze_stream(burst, {}).interarrival.stddev);
  EXPECT_EQ(row.after, analyze_stream(apart, {}).interarrival.stddev);
  EXPECT_EQ(row.verdict, kClear) << row.reason;
  EXPECT_EQ(row_of(compared(burst, pictures({}, 3)), "interarrival_stddev_ms").verdict, kNotClear);
}

TEST(CompareLosses, LossesThatHangTogetherForLongSayHowManySecondsWouldDo) {
  const Rows rows = compared(pictures({.lost = 0.3, .burst_s = 1}, 1), pictures({.lost = 0.2, .burst_s = 1}, 2));
  for (const auto name : {"loss_ratio", "frame_loss_ratio"}) {
    const ComparedFigure& row = row_of(rows, name);
    EXPECT_EQ(row.verdict, kTooFew) << name;
    EXPECT_NE(row.reason.find(" s of each stretch would do; these have 20 and 20 s."), std::string::npos) << row.reason;
  }
}

/// Four summaries a second.
std::vector<PeerSummary> told(const Pictures& of, std::uint64_t seed) {
  const StreamInput stream = pictures(of, seed);
  std::vector<PeerSummary> summaries;
  PeerSummary total;
  total.medium = Medium::kVideo;
  std::size_t next = 0;
  for (int frame = 0; frame < static_cast<int>(of.seconds * 30); ++frame) {
    int came = 0;
    for (; next < stream.packets.size() && stream.packets[next].frame == frame; ++next) ++came;
    total.packets += came, total.expected += 4, total.lost += 4 - came;
    came == 4 ? ++total.frames_complete : ++total.frames_lost;
    total.at = Timestamp() + Duration::from_seconds(frame / 30.0);
    if (frame % 8 == 7) summaries.push_back(total);
  }
  return summaries;
}

TEST(CompareLosses, WhatTheRemoteCountedIsJudgedTheSameWay) {
  const auto counted = [](const Pictures& of, std::uint64_t seed) {
    return *told_figures(told(of, seed), Medium::kVideo, {});
  };
  for (const Pictures& before : {Pictures{.lost = 0.409}, Pictures{.lost = 0.204}})
    for (const auto name : {"loss_ratio", "frame_loss_ratio"}) {
      const Rows rows = compare(counted(before, 1), counted({}, 2));
      EXPECT_EQ(row_of(rows, name).verdict, kClear) << name << ": " << row_of(rows, name).reason;
    }
  const Rows long_bursts = compare(counted({.lost = 0.3, .burst_s = 2}, 1), counted({.lost = 0.2, .burst_s = 2}, 2));
  const ComparedFigure& row = row_of(long_bursts, "frame_loss_ratio");
  EXPECT_EQ(row.verdict, kTooFew);
  EXPECT_NE(row.reason.find(" s of each stretch would do; these have "), std::string::npos) << row.reason;
}

/// Fifty units a second, of which every n-th was lost up to so many.
LossSeries sound(double seconds, int every, int most) {
  int lost = 0;
  return LossSeries::of_units(static_cast<std::size_t>(seconds * 50), 0.02, [&](std::size_t i) {
    const bool is_lost = every > 0 && i % static_cast<std::size_t>(every) == 0 && lost < most;
    lost += is_lost;
    return is_lost ? 1.0 : 0.0;
  });
}

bool is_clear(const LossDifference& of) {
  return of.interval && (of.interval->low > 0 || of.interval->high < 0);
}

TEST(LossDifference, AFewLossesAreNoDifferenceAndMoreAre) {
  const LossSeries none = sound(20, 0, 0);
  for (const int few : {1, 2, 3, 4}) {
    const LossDifference difference = loss_difference(none, sound(20, 200, few));
    ASSERT_TRUE(difference.interval) << few;
    EXPECT_FALSE(is_clear(difference)) << few;
    EXPECT_LE(difference.interval->low, 0);
    EXPECT_GE(difference.interval->high, few / 1000.0);
  }
  EXPECT_TRUE(is_clear(loss_difference(none, sound(20, 50, 20))));
}

TEST(LossDifference, NoLossOnEitherSideHasAnIntervalThatLongerStretchesMakeNarrower) {
  double before = 1;
  for (const double seconds : {10.0, 20.0, 60.0, 600.0}) {
    const auto interval = loss_difference(sound(seconds, 0, 0), sound(seconds, 0, 0)).interval;
    ASSERT_TRUE(interval) << seconds;
    EXPECT_LT(interval->low, 0);
    EXPECT_GT(interval->high, 0.4 / seconds) << "losses could hang together";
    EXPECT_LT(interval->high, before);
    before = interval->high;
  }
}

TEST(LossDifference, AllAgainstNoneIsClear) {
  const auto interval = loss_difference(sound(20, 1, 1000), sound(20, 0, 0)).interval;
  ASSERT_TRUE(interval);
  EXPECT_LT(interval->high, -0.8);
  EXPECT_GE(interval->low, -1);
}

TEST(LossDifference, TheOtherWayRoundIsTheOppositeAlsoOfUnequalStretches) {
  for (const auto& [one_s, other_s, every] : {std::tuple{20.0, 20.0, 7}, {20.0, 60.0, 15}, {110.0, 20.0, 40}}) {
    const LossSeries one = sound(one_s, every, 10'000), other = sound(other_s, 17, 10'000);
    const auto there = loss_difference(one, other).interval, back = loss_difference(other, one).interval;
    ASSERT_TRUE(there && back) << one_s << " and " << other_s;
    EXPECT_EQ(there->low, -back->high);
    EXPECT_EQ(there->high, -back->low);
    const double difference = *other.share() - *one.share();
    EXPECT_LE(there->low, difference);
    EXPECT_GE(there->high, difference);
  }
}

TEST(LossDifference, ShortStretchesAreTooFewAndSayHowLongWouldDo) {
  const LossDifference difference = loss_difference(sound(1.5, 10, 100), sound(60, 0, 0));
  EXPECT_FALSE(difference.interval);
  EXPECT_DOUBLE_EQ(difference.needed_s, 5);
  EXPECT_FALSE(loss_difference(LossSeries::of_units(100, 0, [](std::size_t) { return 1.0; }), sound(60, 0, 0)).interval)
      << "of no length";
}

/// A full queue drops the end of each picture, so losses come in the pace of pictures.
TEST(LossDifference, APeriodWithinPicturesHidesNoCorrelation) {
  const auto pictures = [](double full_s) {
    return LossSeries::of_units(
        2400, 1 / 120.0,
        [=](std::size_t i) { return i % 4 == 3 && std::fmod(static_cast<double>(i) / 120, 2 * full_s) < full_s; }, 4);
  };
  EXPECT_GT(loss_difference(pictures(2), pictures(2)).correlation_s, 0.4);
  EXPECT_LT(loss_difference(pictures(0.1), pictures(0.1)).correlation_s, 0.1);
}

TEST(CompareLosses, WhereNothingCameAllIsLost) {
  StreamInput none;
  none.medium = Medium::kVideo;
  none.clock_rate_hz = 90000;
  none.missing_after = 2400;
  AnalysisOptions span;
  span.from_s = 0, span.to_s = 20;
  const Rows rows = compare(figures_of({none, {}}, span), figures_of(stretch_of(pictures({}, 2), {}), {}));
  for (const auto name : {"loss_ratio", "frame_loss_ratio"}) {
    EXPECT_EQ(row_of(rows, name).before, 1) << name;
    EXPECT_EQ(row_of(rows, name).verdict, kClear) << name << row_of(rows, name).reason;
  }
  EXPECT_EQ(row_of(rows, "interarrival_stddev_ms").verdict, DifferenceVerdict::kUnknown);
}

}  // namespace
}  // namespace jitterscope::losses_test
