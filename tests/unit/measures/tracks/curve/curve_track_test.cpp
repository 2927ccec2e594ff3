#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/unit/measures/tracks/curve/curve_blocks.h"

namespace jitterscope::curve_track_test {
namespace {

using namespace curve_blocks;

std::vector<PacketArrived> blocks(const std::vector<double>& transits_ms) {
  std::vector<PacketArrived> packets;
  for (double transit : transits_ms) packets.push_back(block(static_cast<std::int64_t>(packets.size()), transit));
  std::stable_sort(packets.begin(), packets.end(), [](auto& a, auto& b) { return a.received < b.received; });
  return packets;
}

/// With talkspurts, reordering where the jitter exceeds the period, loss and duplicates.
std::vector<PacketArrived> random_call(std::uint32_t seed, int units, double jitter_ms, bool in_order = false) {
  std::mt19937 random(seed);
  std::exponential_distribution<> jitter(1 / jitter_ms);
  std::vector<PacketArrived> packets;
  bool talkspurt = true;
  Timestamp last;
  for (int i = 0; i < units; ++i) {
    talkspurt |= random() % 25 == 0;
    if (random() % 30 == 0) continue;
    PacketArrived p = block(i, 40 + jitter(random), talkspurt);
    talkspurt = false;
    if (in_order && p.received < last) {
      p.received_conference = last + kConference;
      p.received = last;
    }
    last = p.received;
    packets.push_back(p);
    if (random() % 50 == 0) packets.push_back(p);
  }
  std::stable_sort(packets.begin(), packets.end(), [](auto& a, auto& b) { return a.received < b.received; });
  return packets;
}

CurveTrack track_of(const std::vector<PacketArrived>& packets) {
  CurveTrack track(Medium::kAudio, kBegan);
  for (const PacketArrived& p : packets) track.add(p);
  return track;
}

AnalysisQuery selection(double from_s, double to_s) {
  return query(MeasureWindow::kSelection, from_s, to_s);
}

const OperatingPoint* find(const CompensationView& view, std::string_view policy, bool in_force = false) {
  for (const OperatingPoint& point : view.points)
    if (point.setting.policy.view() == policy && point.in_force == in_force) return &point;
  return nullptr;
}

TEST(CurveTrack, FourBlocksWorkedByHand) {
  CurveTrack track = track_of(blocks({50, 80, 60, 60}));
  const auto view = look(track, query(MeasureWindow::k60s));
  ASSERT_TRUE(view);
  EXPECT_EQ(view->report.frames, 4);
  ASSERT_EQ(view->report.curve.size(), 3u);
  EXPECT_NEAR(view->report.curve[1].buffer_ms, 10, 0.01);
  EXPECT_EQ(view->report.curve[1].dropped_percent, 25);
  EXPECT_NEAR(view->report.area_ms_percent, 1250, 1);
  EXPECT_NEAR(view->report.optimal.buffer_ms, 30, 0.01);
  EXPECT_NEAR(view->from_s, 0.05, 1e-9);
  EXPECT_NEAR(view->to_s, 0.12, 1e-9);
  EXPECT_EQ(look(track, selection(0, 10))->report.area_ms_percent, 1250);
  AnalysisQuery first = query(MeasureWindow::kWhole);
  first.reference = LatenessReference::kFirst;
  EXPECT_EQ(look(track, first)->report.reference, "first");
}

TEST(CurveTrack, FirstReferenceIsTheLowestNumbersTransit) {
  CurveTrack track = track_of(blocks({70, 45, 60}));  // the second arrives before the first
  for (const auto window : {MeasureWindow::k10s, MeasureWindow::kWhole, MeasureWindow::kSelection}) {
    AnalysisQuery q = selection(0, 10);
    q.window = window;
    q.reference = LatenessReference::kFirst;
    EXPECT_NEAR(look(track, q)->report.area_ms_percent, 0, 1);
    q.reference = LatenessReference::kMinimum;
    EXPECT_NEAR(look(track, q)->report.area_ms_percent, 100 * 40 / 3.0, 1.01);
  }
}

TEST(CurveTrack, SaysNothingBeforeTheFirstUnitAndLittleOfAnEmptySelection) {
  CurveTrack track(Medium::kAudio, kBegan);
  EXPECT_FALSE(look(track, query(MeasureWindow::kWhole)));
  EXPECT_FALSE(track.optimal_delay());
  track.add(block(0, 40));
  const auto view = look(track, selection(100, 200));
  ASSERT_TRUE(view);
  EXPECT_EQ(view->report.frames, 0);
  EXPECT_TRUE(view->points.empty());
  EXPECT_TRUE(look(track, selection(200, 100))->bound.empty());
}

TEST(CurveTrack, KeepsAViewForAWhile) {
  CurveTrack track = track_of(blocks({40, 41}));
  const auto q = query(MeasureWindow::k10s);
  const auto view = track.view(kBegan, q);
  track.add(block(2, 40));
  EXPECT_EQ(track.view(kBegan + Duration::ms(199), q), view);
  const auto next = track.view(kBegan + Duration::ms(200), q);
  EXPECT_NE(next, view);
  EXPECT_EQ(track.view(kBegan + Duration::seconds(9), q), next) << "nothing came";
  auto other = q;
  other.gap_scale_percent = 3;
  track.add(block(3, 40));
  const auto third = track.view(kBegan + Duration::seconds(9), q);
  EXPECT_EQ(track.view(kBegan + Duration::ms(9100), other), third)
      << "a slider that moves is answered five times a second";
  EXPECT_EQ(track.view(kBegan + Duration::ms(9200), other)->query, other);
  CurveTrack file(Medium::kAudio, kBegan, SampleMemory::kFile);
  file.add(block(0, 40));
  EXPECT_EQ(file.view(kBegan, q)->query, q);
  EXPECT_EQ(file.view(kBegan, other)->query, other) << "no call waits for it";
}

TEST(CurveTrack, SelectionIsComputedWhileSomethingMayComeIntoIt) {
  CurveTrack track = track_of(blocks(std::vector<double>(100, 40)));  // until 2.02 s
  const auto q = selection(0, 2);
  const auto at = [](int s) { return kBegan + Duration::seconds(s); };
  auto view = track.view(at(3), q);
  const auto changes = [&](int s) {
    track.add(block(50 * s, 40));
    return std::exchange(view, track.view(at(s), q)) != view;
  };
  EXPECT_TRUE(changes(4)) << "decisions follow";
  EXPECT_TRUE(changes(11));
  EXPECT_TRUE(changes(13)) << "since 11 s something may have";
  EXPECT_FALSE(changes(20));
  EXPECT_FALSE(changes(900));
  EXPECT_TRUE(changes(902)) << "its first units are forgotten";
  EXPECT_LT(view->report.frames, 100);
}

/// A stretch kept by running sums is within one bin of the same stretch computed from its units.
TEST(CurveTrack, SlidingStretchesAreThoseOfABatch) {
  std::mt19937 random(9);
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const auto packets = random_call(seed, 200 + static_cast<int>(random() % 4000), 1 + seed % 50);
    CurveTrack track = track_of(packets);
    const double newest_s = (packets.back().received - kBegan).seconds();
    for (const auto& [window, length_s] : {std::pair{MeasureWindow::k10s, 10.0},
                                           {MeasureWindow::k60s, 60.0},
                                           {MeasureWindow::k15min, 900.0},
                                           {MeasureWindow::kWhole, 1e6}}) {
      for (const auto reference : {LatenessReference::kMinimum, LatenessReference::kFirst}) {
        AnalysisQuery live = query(window), batch = selection(newest_s - length_s, newest_s);
        live.reference = batch.reference = reference;
        const auto a = look(track, live), b = look(track, batch);
        EXPECT_EQ(a->report.frames, b->report.frames);
        EXPECT_NEAR(a->report.area_ms_percent, b->report.area_ms_percent, 1.01);
        EXPECT_NEAR(a->report.optimal.distance, b->report.optimal.distance, 0.011 / 230 + 1e-3);
        ASSERT_EQ(a->points.size(), b->points.size());
        for (std::size_t i = 0; i < a->points.size(); ++i) {
          if (a->points[i].setting.is_fixed()) continue;
          EXPECT_EQ(a->points[i].units, b->points[i].units);
          EXPECT_EQ(a->points[i].dropped_percent, b->points[i].dropped_percent);
          EXPECT_NEAR(a->points[i].delay_ms, b->points[i].delay_ms, 0.0101);
        }
      }
    }
  }
}

TEST(CurveTrack, FixedPolicyLiesOnTheCurve) {
  CurveTrack track = track_of(random_call(3, 3000, 30));
  const auto view = look(track, selection(0, 1000));
  const OperatingPoint* fixed = find(*view, PlayoutSetting::kFixed);
  ASSERT_TRUE(fixed);
  EXPECT_EQ(fixed->delay_ms, 60);
  double dropped = 100;
  for (const CurvePoint& corner : view->report.curve)
    if (corner.buffer_ms <= 60) dropped = corner.dropped_percent;
  EXPECT_NEAR(fixed->dropped_percent, dropped, 100.0 * 3 / 3000);  // the curve drawn is thinned threefold
  EXPECT_GT(fixed->dropped_percent, 5);
}

TEST(CurveTrack, AnotherStreamBeginsAnewAndKnownSendTimesDoNot) {
  CurveTrack track(Medium::kAudio, kBegan);
  for (int i = 0; i < 10; ++i) {  // by RTP timestamps of 8000 Hz
    PacketArrived p = block(i, i == 4 ? 65 : 50);
    p.sent_conference.reset();
    track.add(p);
  }
  EXPECT_NEAR(look(track, selection(0, 9))->report.area_ms_percent, 150, 1e-6);
  track.add(block(10, 40));
  EXPECT_EQ(look(track, selection(0, 9.5))->report.frames, 11);
  PacketArrived unknown = block(11, 40);
  unknown.sent_conference.reset();
  track.add(unknown);
  EXPECT_EQ(look(track, selection(0, 9.6))->report.frames, 12);
  PacketArrived other = block(3, 40);
  other.ssrc = 8;
  track.add(other);
  EXPECT_EQ(look(track, selection(0, 9.7))->report.frames, 1);
}

TEST(CurveTrack, FramesOfVideoCountWhenComplete) {
  CurveTrack track(Medium::kVideo, kBegan);
  PlayoutDecided decided;
  decided.medium = Medium::kVideo;
  decided.policy = ShortText<24>("e");
  track.add(decided);
  PacketArrived packet;
  packet.medium = Medium::kVideo;
  packet.received = kBegan;
  packet.received_conference = kBegan + kConference;
  track.add(packet);
  for (int i = 0; i < 6; ++i) {
    FrameDone frame;
    frame.ssrc = 5;
    frame.frame = i;
    frame.rtp_timestamp = 9000 * i;
    frame.outcome = i == 2 ? FrameOutcome::kIncomplete : i == 3 ? FrameOutcome::kPatched : FrameOutcome::kComplete;
    frame.completed = kBegan + Duration::ms(100 * i + (i == 4 ? 30 : 10));
    frame.sent_conference = kBegan + kConference + Duration::ms(100 * i);
    track.add(frame);
    FramePlayed played;
    played.ssrc = 5;
    played.frame = i;
    played.outcome = PlayoutOutcome::kPlayed;
    played.playout = frame.completed + Duration::ms(7);
    if (i != 2) track.add(played);
  }
  const auto view = look(track, selection(0, 9));
  EXPECT_EQ(view->report.frames, 5);
  EXPECT_DOUBLE_EQ(view->report.area_ms_percent, 400);
  EXPECT_TRUE(view->bound.empty());
  ASSERT_EQ(view->points.size(), 8u);
  EXPECT_TRUE(view->points[0].in_force);
  EXPECT_DOUBLE_EQ(view->points[0].delay_ms, 7 + 20 / 5.0);
  EXPECT_EQ(view->points[0].dropped_percent, 0);
}

StreamClock clock_of(ClockRelation relation) {
  StreamClock clock = usual_clock(Medium::kAudio);
  clock.send_times = relation;
  return clock;
}

TEST(CurveTrack, SkewIsRemovedWhereItIsProvenOrAskedFor) {
  std::vector<double> transits;
  std::mt19937 random(4);
  for (int i = 0; i < 18'200; ++i) transits.push_back(40 + i * 0.02 * 0.2 + std::exponential_distribution<>(1)(random));
  CurveTrack track = track_of(blocks(transits));  // 364 s at 200 ppm
  const auto in_a_call = look(track, query(MeasureWindow::kWhole));
  EXPECT_FALSE(in_a_call->report.skew_removed) << "send times are told while clocks are synchronised: there is no skew";
  EXPECT_FALSE(in_a_call->skew_ppm || in_a_call->skew_candidate || in_a_call->skew_refused);
  AnalysisQuery asked = query(MeasureWindow::kWhole);
  asked.remove_skew = true;
  EXPECT_TRUE(look(track, asked)->skew_refused);
  EXPECT_FALSE(look(track, asked)->report.skew_removed);

  track.set_clock(clock_of(ClockRelation::kUnknown));
  track.renew();
  const auto candidate = look(track, query(MeasureWindow::kWhole));
  EXPECT_TRUE(candidate->skew_candidate) << "one direction cannot tell it from a queue";
  EXPECT_FALSE(candidate->report.skew_removed);
  ASSERT_TRUE(candidate->skew_ppm);
  EXPECT_NEAR(*candidate->skew_ppm, 200, 2);
  const auto removed = look(track, asked);
  EXPECT_TRUE(removed->report.skew_removed);
  EXPECT_EQ(removed->report.skew_by, "asked for");
  EXPECT_NEAR(removed->report.area_ms_percent, 100, 10);

  StreamClock proven = clock_of(ClockRelation::kUnknown);
  proven.skew = 200e-6;
  proven.skew_by = "both directions";
  track.set_clock(proven);
  track.renew();
  const auto whole = look(track, query(MeasureWindow::kWhole));
  EXPECT_TRUE(whole->report.skew_removed);
  EXPECT_EQ(whole->report.skew_by, "both directions");
  EXPECT_NEAR(whole->report.area_ms_percent, 100, 10);
  track.set_clock(clock_of(ClockRelation::kUnknown));
  track.renew();
  AnalysisQuery minute = query(MeasureWindow::k60s);
  EXPECT_FALSE(look(track, minute)->report.skew_removed);
  minute.remove_skew = true;
  EXPECT_TRUE(look(track, minute)->report.skew_removed);
}

/// Policies whose delay is fixed within a talkspurt, on arrivals in order: sound in talkspurts, and continuous sound
/// without a marker.
TEST(CurveTrack, NoPolicyWithOneDelayATalkspurtLiesBelowTheBound) {
  std::array<int, 2> compared{};
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    auto packets = random_call(seed, 100 + static_cast<int>(seed % 500), 2 + seed % 40, true);
    const bool continuous = seed % 2 == 1;
    if (continuous)
      for (PacketArrived& p : packets) p.marker = false;
    CurveTrack track = track_of(packets);
    const auto view = look(track, selection(0, 1000));
    for (const std::string_view policy : {"i", "optimum", "ramjee1", "ramjee2", "ramjee3", "ramjee4"}) {
      const OperatingPoint* point = find(*view, policy);
      if (!point || point->dropped_percent > 20) continue;
      if (continuous && policy == "optimum") continue;  // changes its delay there, after 5 s without a talkspurt
      const auto bound = std::find_if(view->bound.begin(), view->bound.end(), [&](auto& corner) {
        return std::abs(corner.dropped_percent - point->dropped_percent) < 1e-9;
      });
      ASSERT_NE(bound, view->bound.end());
      EXPECT_GE(point->delay_ms, bound->buffer_ms - 1e-6) << seed << " " << policy;
      ++compared[continuous];
    }
  }
  EXPECT_GT(compared[0], 1000);
  EXPECT_GT(compared[1], 500);
}

}  // namespace
}  // namespace jitterscope::curve_track_test
