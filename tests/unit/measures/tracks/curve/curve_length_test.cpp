// Long calls, opened files, senders that begin anew, and what the policy in force is charged with.
#include <gtest/gtest.h>

#include <random>

#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/measures/tracks/curve/curve_blocks.h"

namespace jitterscope::curve_length_test {
namespace {

using namespace curve_blocks;

/// 25 minutes whose clock drifts by 50 ppm.
std::vector<PacketArrived> long_call() {
  std::mt19937 random(5);
  std::exponential_distribution<> jitter(1);
  std::vector<PacketArrived> packets;
  for (std::int64_t i = 0; i < 75'000; ++i)
    packets.push_back(block(i, 40 + 50e-6 * 20 * static_cast<double>(i) + std::min(jitter(random), 15.0)));
  return packets;
}

TEST(CurveLength, AnOpenedFileShowsTheCurveOfAnalyze) {
  CurveTrack call(Medium::kAudio, kBegan), file(Medium::kAudio, kBegan, SampleMemory::kFile);
  StreamClock unknown = usual_clock(Medium::kAudio);
  unknown.send_times = ClockRelation::kUnknown;
  StreamInput input;
  for (const PacketArrived& p : long_call()) {
    call.add(p);
    file.add(p);
    PacketObservation seen;
    seen.sequence = p.sequence;
    seen.received = p.received;
    seen.sent = p.received - (*p.received_conference - *p.sent_conference);
    input.packets.push_back(seen);
  }
  // A capture where the stream leaves proves that the drift is the clocks'.
  input.clocks.leaves_here = true;
  const CompensationReport exact = *analyze_stream(input).compensation;
  ASSERT_TRUE(exact.skew_removed);
  unknown.skew = *exact.skew_ppm * 1e-6;
  unknown.skew_by = exact.skew_by;
  for (CurveTrack* track : {&call, &file}) track->set_clock(unknown);
  const auto view = file.view(kBegan, query(MeasureWindow::kWhole));
  EXPECT_TRUE(view->report.skew_removed);
  EXPECT_FALSE(view->skew_unknown);
  EXPECT_EQ(view->report.frames, exact.frames);
  EXPECT_NEAR(*view->report.skew_ppm, *exact.skew_ppm, 1e-6);
  EXPECT_NEAR(view->report.area_ms_percent, exact.area_ms_percent, 1e-3);
  EXPECT_NEAR(view->report.optimal.buffer_ms, exact.optimal.buffer_ms, 1e-3);
  const auto early = file.view(kBegan, query(MeasureWindow::kSelection, 300, 360));
  EXPECT_EQ(early->report.frames, 3000);

  const auto live = call.view(kBegan, query(MeasureWindow::kWhole));  // longer than a call keeps
  EXPECT_TRUE(live->skew_unknown);
  EXPECT_FALSE(live->report.skew_removed);
  EXPECT_EQ(live->report.frames, exact.frames);
  EXPECT_GT(live->report.area_ms_percent, 10 * exact.area_ms_percent);
  call.renew();
  EXPECT_FALSE(call.view(kBegan, query(MeasureWindow::k15min))->skew_unknown);
}

TEST(CurveLength, ASenderWhoseTimestampsBeginAnewIsAnotherStream) {
  CurveTrack track(Medium::kAudio, kBegan);
  for (std::int64_t i = 0; i < 500; ++i) track.add(block(i, 40));
  for (std::int64_t i = 500; i < 800; ++i) {
    PacketArrived p = block(i, i % 2 ? 40 : 60);
    p.sent_conference = *p.sent_conference - Duration::seconds(1000);  // same SSRC
    p.rtp_timestamp -= 8000 * 1000;
    track.add(p);
  }
  const auto view = track.view(kBegan, query(MeasureWindow::kWhole));
  EXPECT_EQ(view->report.frames, 300);
  EXPECT_NEAR(view->report.area_ms_percent, 1000, 2) << "not one bin at the edge";
  EXPECT_NEAR(view->report.optimal.buffer_ms, 20, 0.02);
  for (const OperatingPoint& point : view->points) EXPECT_LT(point.delay_ms, 100) << point.setting.to_string();
}

TEST(CurveLength, ASenderThatStoodStillIsTheSameStream) {
  CurveTrack track(Medium::kAudio, kBegan);
  for (std::int64_t i = 0; i < 200; ++i) {
    PacketArrived p = block(i, i >= 97 && i < 100 ? 5040 : 40);
    if (i >= 100) {  // its clock has gone on
      p.rtp_timestamp += 5 * 8000;
      for (auto* time : {&p.sent_conference, &p.received_conference}) *time = **time + Duration::seconds(5);
      p.received += Duration::seconds(5);
    }
    track.add(p);
  }
  EXPECT_EQ(track.view(kBegan, query(MeasureWindow::kWhole))->report.frames, 200);
}

TEST(CurveLength, ADelayThatGrowsByASecondIsTheSameStream) {
  CurveTrack track(Medium::kAudio, kBegan);
  for (std::int64_t i = 0; i < 200; ++i) track.add(block(i, i == 100 ? 1500 : 40));
  EXPECT_EQ(track.view(kBegan, query(MeasureWindow::kWhole))->report.frames, 200);
}

class PolicyInForce : public testing::Test {
 protected:
  void decide(std::string_view policy, Timestamp at, double delay_ms, double held_ms = 0) {
    PlayoutDecided e;
    e.medium = Medium::kAudio;
    e.policy = ShortText<24>(policy);
    e.delay = Duration::from_ms(delay_ms);
    e.held = Duration::from_ms(held_ms);
    e.at = at;
    track_.add(e);
  }
  void done(std::int64_t number, PlayoutOutcome outcome, double buffer_ms) {
    AudioBlockDone e;
    e.ssrc = 7;
    e.sequence = number;
    e.outcome = outcome;
    e.playout = kBegan + kPeriod * number + Duration::from_ms(40 + buffer_ms);
    track_.add(e);
  }
  OperatingPoint first(const AnalysisQuery& q = query(MeasureWindow::kWhole)) {
    const auto view = look(track_, q);
    return view->points.empty() ? OperatingPoint{} : view->points.front();
  }
  CurveTrack track_{Medium::kAudio, kBegan};
};

TEST_F(PolicyInForce, IsMeasuredOnWhatWasPlayed) {
  decide("i:30", kBegan, 30);
  track_.add(block(0, 40));
  done(5, PlayoutOutcome::kPlayed, 30);  // heard of before its packet
  for (const auto& [number, transit_ms] : {std::pair{0, 40}, {1, 60}, {3, 45}, {2, 90}, {4, 70}, {5, 55}})
    track_.add(block(number, transit_ms));
  for (const int number : {0, 1, 3, 4}) done(number, PlayoutOutcome::kPlayed, 30);
  done(2, PlayoutOutcome::kLate, 30);
  done(2, PlayoutOutcome::kLate, 30);   // said once is enough
  done(99, PlayoutOutcome::kLost, 30);  // never came
  for (const auto& q :
       {query(MeasureWindow::k10s), query(MeasureWindow::kWhole), query(MeasureWindow::kSelection, 0, 10)}) {
    const OperatingPoint point = first(q);
    EXPECT_TRUE(point.in_force);
    EXPECT_EQ(point.setting.to_string(), "i:30");
    EXPECT_EQ(point.units, 6);
    EXPECT_NEAR(point.delay_ms, 30, 0.0051);
    EXPECT_NEAR(point.dropped_percent, 100 / 6.0, 1e-9);
    for (const OperatingPoint& other : look(track_, q)->points)
      EXPECT_EQ(other.setting.is_fixed(), other.in_force) << "it is not run in the shadow too";
  }
}

TEST_F(PolicyInForce, TellsWhatOfItsDelayIsHeldForLipSync) {
  decide("i:60", kBegan, 60, 20);
  for (std::int64_t i = 0; i < 10; ++i) track_.add(block(i, 40));
  for (std::int64_t i = 0; i < 5; ++i) done(i, PlayoutOutcome::kPlayed, 80);
  decide("i:60", kBegan, 60, 40);
  for (std::int64_t i = 5; i < 10; ++i) done(i, PlayoutOutcome::kPlayed, 100);
  EXPECT_TRUE(first().in_force);
  EXPECT_NEAR(first().delay_ms, 90, 0.01);
  EXPECT_NEAR(first().held_ms, 30, 1e-9);
  EXPECT_NEAR(first().distance, 90 / 230.0, 1e-4);
  EXPECT_NEAR(first(query(MeasureWindow::kSelection, 0, 9)).held_ms, 30, 1e-9);
}

TEST_F(PolicyInForce, KeepsItsPointWhereItPlayedNothing) {
  decide("i:5", kBegan, 5, 7);
  for (std::int64_t i = 0; i < 10; ++i) {
    track_.add(block(i, 40));
    done(i, PlayoutOutcome::kLate, 0);
  }
  EXPECT_TRUE(first().in_force);
  EXPECT_EQ(first().units, 10);
  EXPECT_EQ(first().dropped_percent, 100);
  EXPECT_EQ(first().delay_ms, 12);
  EXPECT_EQ(first().held_ms, 7);
}

TEST_F(PolicyInForce, IsNotChargedWithWhatCameBeforeIt) {
  decide("i:5", kBegan, 5);
  for (std::int64_t i = 0; i < 10; ++i) track_.add(block(i, 40));
  decide("ramjee4", kBegan + Duration::ms(235), 60);  // until then blocks 0 to 9 had come, at 220 ms the last
  for (std::int64_t i = 0; i < 10; ++i) done(i, PlayoutOutcome::kLate, 0);
  EXPECT_FALSE(first().in_force);
  done(10, PlayoutOutcome::kPlayed, 60);  // told of before its packet
  for (std::int64_t i = 10; i < 20; ++i) track_.add(block(i, 40));
  for (std::int64_t i = 11; i < 20; ++i) done(i, PlayoutOutcome::kPlayed, 60);
  EXPECT_EQ(first().units, 10);
  EXPECT_EQ(first().dropped_percent, 0);
}

}  // namespace
}  // namespace jitterscope::curve_length_test
