// What a comparison says of two stretches, and what it does not say.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/measures/compare/compare_calls.h"
#include "core/measures/compare/compare_streams.h"
#include "core/measures/report/report_json.h"
#include "core/measures/views/quality_region.h"
#include "tests/unit/measures/changed_packets.h"
#include "tests/unit/measures/compare/stretches.h"

namespace jitterscope::compare_test {
namespace {

constexpr auto kClear = DifferenceVerdict::kClear, kNotClear = DifferenceVerdict::kNotClear,
               kTooFew = DifferenceVerdict::kTooFew, kUnknown = DifferenceVerdict::kUnknown;

using Kinds = StretchFigureKind;
const ComparedFigure& of(const std::vector<ComparedFigure>& rows, Kinds kind) {
  return rows.at(row_of(rows, kind));
}

std::vector<ComparedFigure> compared(const StreamInput& before, const StreamInput& after,
                                     const AnalysisOptions& options = {}) {
  return compare(figures_of(stretch_of(before, {}), options), figures_of(stretch_of(after, {}), options));
}

Kind sound(double later_ms = 0, double lost = 0.02) {
  return {Medium::kAudio, Tail::kGaussian, 0.5, 60, later_ms, lost};
}

TEST(Compare, OfOneKindNothingIsClear) {
  for (const ComparedFigure& row : compared(stretch(sound(), 1), stretch(sound(), 2))) {
    EXPECT_EQ(row.verdict, kNotClear) << row.name;
    EXPECT_LE(row.interval->low, 0) << row.name;
    EXPECT_GE(row.interval->high, 0) << row.name;
  }
}

TEST(Compare, WhatChangedIsClearAndWhatDidNotIsNot) {
  Kind heavy = sound();
  heavy.tail = Tail::kHeavy;
  const struct {
    Kind before, after;
    std::vector<Kinds> clear, not_clear;
  } cases[] = {
      {sound(),
       sound(8),
       {Kinds::kDelayP95, Kinds::kLatency},
       {Kinds::kLoss, Kinds::kDelaySpread, Kinds::kOptimalBuffer}},
      {sound(), sound(0, 0.08), {Kinds::kLoss, Kinds::kDistance}, {Kinds::kDelayP95}},
      {sound(), heavy, {Kinds::kDelaySpread, Kinds::kOptimalBuffer}, {}},
      {sound(0, 0), sound(0, 0), {}, {Kinds::kLoss}},  // none was lost on either side
  };
  for (const auto& [before, after, clear, not_clear] : cases) {
    const auto rows = compared(stretch(before, 1), stretch(after, 2));
    for (const Kinds kind : clear) EXPECT_EQ(of(rows, kind).verdict, kClear) << of(rows, kind).name;
    for (const Kinds kind : not_clear) {
      EXPECT_EQ(of(rows, kind).verdict, kNotClear) << of(rows, kind).name;
      EXPECT_LT(of(rows, kind).interval->low, 0);
      EXPECT_GT(of(rows, kind).interval->high, 0);
    }
  }
  const ComparedFigure shifted = of(compared(stretch(sound(), 1), stretch(sound(8), 2)), Kinds::kDelayP95);
  EXPECT_NEAR(*shifted.difference, 8, 1);
  EXPECT_LT(shifted.interval->low, 8);
  EXPECT_GT(shifted.interval->high, 8);
}

TEST(Compare, FewerThanTenBlocksAreTooFew) {
  Kind kind{Medium::kVideo, Tail::kGaussian, 0.97};  // 66 correlated frames of 900
  const auto rows = compared(stretch(kind, 1), stretch(kind, 2));
  for (const Kinds figure : {Kinds::kDelayP95, Kinds::kDelaySpread, Kinds::kOptimalBuffer, Kinds::kLatency}) {
    EXPECT_EQ(of(rows, figure).verdict, kTooFew) << of(rows, figure).name;
    EXPECT_TRUE(of(rows, figure).before && of(rows, figure).difference);
    EXPECT_FALSE(of(rows, figure).interval);
    EXPECT_NE(of(rows, figure).reason.find(" s of each stretch would do; these have 60 and 60 s."), std::string::npos)
        << of(rows, figure).reason;
  }
  kind = sound();
  kind.seconds = 1.8;  // 90 blocks
  for (const ComparedFigure& row : compared(stretch(sound(), 1), stretch(kind, 2))) {
    EXPECT_EQ(row.verdict, kTooFew) << row.name;
    EXPECT_NE(row.reason.find(" s of each stretch would do; these have 60 and 1.8 s."), std::string::npos)
        << row.reason;
  }
  kind.seconds = 0.2;
  for (const ComparedFigure& row : compared(stretch(sound(), 1), stretch(kind, 2)))
    EXPECT_EQ(row.reason.starts_with("After: so few values do not tell for how long they hang together."),
              row.name != "loss_ratio")
        << row.name << ": " << row.reason;
}

TEST(Compare, WithoutACommonClockDelayAndLatencyAreUnknown) {
  StreamInput before = stretch(sound(), 1), after = stretch(sound(8), 2);
  after.clocks.relation = ClockRelation::kUnknown;
  const auto rows = compared(before, after);
  for (const Kinds kind : {Kinds::kDelayP95, Kinds::kLatency, Kinds::kDistance}) {
    EXPECT_EQ(of(rows, kind).verdict, kUnknown);
    EXPECT_TRUE(of(rows, kind).before);
    EXPECT_FALSE(of(rows, kind).after || of(rows, kind).difference || of(rows, kind).interval);
    EXPECT_TRUE(of(rows, kind).reason.starts_with("After: ")) << of(rows, kind).reason;
    EXPECT_NE(of(rows, kind).reason.find("clocks"), std::string::npos) << of(rows, kind).reason;
  }
  for (const Kinds kind : {Kinds::kLoss, Kinds::kDelaySpread, Kinds::kOptimalBuffer})
    EXPECT_EQ(of(rows, kind).verdict, kNotClear);
}

TEST(Compare, WithoutSendTimesDelayAndItsSpreadAreUnknown) {
  StreamInput before = stretch(sound(), 1);
  change_each_packet(before, [](PacketObservation& packet) { packet.sent = {}; });
  const auto rows = compared(before, stretch(sound(), 2));
  for (const Kinds kind : {Kinds::kDelayP95, Kinds::kDelaySpread})
    EXPECT_EQ(of(rows, kind).reason, "Before: No packet tells when it was sent.");
}

TEST(Compare, WithoutPlayoutLatencyIsUnknownAndSaysWhy) {
  StreamInput after = stretch(sound(), 2);
  after.delay_splits = {};
  after.units_played.reset();
  after.no_latency = NoLatency::kNoPlayout;
  const auto rows = compared(stretch(sound(), 1), after);
  for (const Kinds kind : {Kinds::kLatency, Kinds::kDistance}) {
    EXPECT_EQ(of(rows, kind).verdict, kUnknown);
    EXPECT_FALSE(of(rows, kind).difference);
  }
  EXPECT_EQ(of(rows, Kinds::kLatency).reason, "After: " + std::string(reason_of(NoLatency::kNoPlayout)));
}

TEST(Compare, LatenciesThatEndElsewhereAreNotCompared) {
  StreamInput after = stretch(sound(), 2);
  DelaySplits ends;
  for (std::size_t i = 0; i < after.delay_splits.size(); ++i) {
    DelaySplit split = after.delay_splits[i];
    split.last = DelayPart::kPlayout;
    ends.push_back(split);
  }
  after.delay_splits = ends;
  const auto rows = compared(stretch(sound(), 1), after);
  EXPECT_EQ(of(rows, Kinds::kLatency).verdict, kUnknown);
  EXPECT_TRUE(of(rows, Kinds::kLatency).before && of(rows, Kinds::kLatency).after);
  EXPECT_FALSE(of(rows, Kinds::kLatency).difference);
  EXPECT_EQ(of(rows, Kinds::kLatency).reason, "Latency ends at loudspeaker before and at hand-over after.");
  EXPECT_EQ(of(rows, Kinds::kDelayP95).verdict, kNotClear);
}

TEST(Compare, AnIntervalIsAsMuchWiderAsTheClocksMayBeOff) {
  StreamInput before = stretch(sound(), 1), after = stretch(sound(4), 2);
  const auto exact = compared(before, after);
  EXPECT_EQ(of(exact, Kinds::kDelayP95).verdict, kClear);
  before.delay_uncertainty_ms = after.delay_uncertainty_ms = 3;
  const auto rows = compared(before, after);
  EXPECT_EQ(of(rows, Kinds::kDelayP95).verdict, kNotClear);
  EXPECT_EQ(of(rows, Kinds::kLatency).verdict, kNotClear);
  EXPECT_NEAR(of(rows, Kinds::kDelayP95).interval->low, of(exact, Kinds::kDelayP95).interval->low - 6, 1e-9);
  EXPECT_EQ(of(rows, Kinds::kDelaySpread).interval->low, of(exact, Kinds::kDelaySpread).interval->low);
}

TEST(Compare, IsTheSameEachTimeAndTheOtherWayRoundIsItsOpposite) {
  const StreamInput one = stretch(sound(), 1), other = stretch(sound(8), 2);
  const auto rows = compared(one, other), again = compared(one, other), back = compared(other, one);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].interval->low, again[i].interval->low);
    EXPECT_NEAR(rows[i].interval->low, -back[i].interval->high, 1e-9);
  }
}

/// A call of two minutes: a second stretch behind the first.
AnalysisInput call_of(Medium medium) {
  Kind kind{medium, Tail::kGaussian, 0.5, 120};
  return {"call", {stretch(kind, 5)}, Timestamp()};
}

AnalysisOptions seconds(double from_s, double to_s) {
  AnalysisOptions options;
  options.from_s = from_s;
  options.to_s = to_s;
  return options;
}

TEST(Compare, TheValuesOfAStretchAreThoseOfAnalyze) {
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
    const AnalysisInput call = call_of(medium);
    const Comparison comparison = compare(call, seconds(0, 60), call, seconds(60, 120));
    ASSERT_EQ(comparison.media.size(), 1u);
    const auto& rows = comparison.media.front().figures;
    const StreamReport before = analyze(call, seconds(0, 60)).streams.front();
    EXPECT_EQ(of(rows, Kinds::kLoss).before, before.loss_ratio);
    EXPECT_EQ(of(rows, Kinds::kDelayP95).before, before.delay->p95);
    EXPECT_EQ(of(rows, Kinds::kDelaySpread).before, before.pdv->p95 - before.pdv->p50);
    EXPECT_EQ(of(rows, Kinds::kOptimalBuffer).before, before.compensation->optimal.buffer_ms);
    EXPECT_EQ(of(rows, Kinds::kLatency).before, before.quality.latency_ms);
    const auto verdict = verdict_of(before.quality, QualityMetricKind::kEuclidean, default_limits(medium));
    EXPECT_EQ(of(rows, Kinds::kDistance).before, verdict.distance);
    for (const ComparedFigure& row : rows) EXPECT_EQ(row.verdict, kNotClear) << row.name << " " << row.reason;
  }
}

TEST(Compare, AStretchWithNothingInItIsUnknown) {
  const AnalysisInput call = call_of(Medium::kAudio);
  const Comparison comparison = compare(call, seconds(0, 60), call, seconds(500, 560));
  for (const ComparedFigure& row : comparison.media.at(0).figures) {
    EXPECT_EQ(row.verdict, kUnknown);
    EXPECT_EQ(row.reason, "After: Nothing of it was due in this time.");
  }
}

TEST(Compare, OfEachMediumTheStreamOfMostPacketsIsCompared) {
  AnalysisInput before = call_of(Medium::kAudio), after = call_of(Medium::kVideo);
  after.streams.push_back(before.streams.front());
  StreamInput small = stretch({Medium::kAudio, Tail::kGaussian, 0.5, 10}, 3), sent = before.streams.front();
  small.ssrc = 99;
  sent.direction = Direction::kSent;
  before.streams.insert(before.streams.begin(), {small, sent});
  const Comparison comparison = compare(before, {}, after, {});
  ASSERT_EQ(comparison.media.size(), 1u);
  EXPECT_EQ(comparison.media.front().ssrc_before, 7u);
  ASSERT_EQ(comparison.notes.size(), 2u);
  EXPECT_EQ(comparison.notes[0], "Before, 1 more of audio came: the stream of most packets is compared.");
  EXPECT_EQ(comparison.notes[1], "No video was received before.");
}

TEST(Compare, TextAndJsonHaveEveryRow) {
  const AnalysisInput call = call_of(Medium::kAudio);
  const Comparison comparison = compare(call, seconds(0, 60), call, seconds(118, 120));
  const auto json = to_json(comparison);
  EXPECT_EQ(json["before"]["to_s"], 60);
  const auto& figures = json["media"][0]["figures"];
  EXPECT_EQ(figures.size(), kStretchFigures - 1) << "sound has no frames";
  EXPECT_EQ(figures["delay_p95_ms"]["verdict"], "too few");
  EXPECT_TRUE(figures["delay_p95_ms"]["interval"].is_null());
  EXPECT_TRUE(figures["delay_p95_ms"]["difference"].is_number());
  const std::string text = to_text(comparison);
  for (const ComparedFigure& row : comparison.media[0].figures) EXPECT_NE(text.find(row.words), std::string::npos);
  EXPECT_NE(text.find("after   call, from 118 to 120 s"), std::string::npos) << text;
  EXPECT_NE(text.find(" pp "), std::string::npos) << "a share changes by percentage points: " << text;
  EXPECT_NE(text.find("s of each stretch would do; these have 60 and 2 s."), std::string::npos) << text;
}

}  // namespace
}  // namespace jitterscope::compare_test
