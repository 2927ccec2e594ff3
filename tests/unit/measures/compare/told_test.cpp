// What the remote counted of a stream sent to it, in stretches: figures, intervals, and how often chance is "clear".
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/events/kinds/peer_summary.h"
#include "core/measures/compare/compare_calls.h"
#include "core/measures/compare/compare_streams.h"
#include "core/measures/report/report_json.h"
#include "tests/unit/measures/compare/stretches.h"

namespace jitterscope::told_test {
namespace {

using compare_test::Autoregressive, compare_test::Tail, compare_test::share_above, compare_test::stretch;

struct Sent {
  double seconds = 60, lost = 0.02, correlation = 0, jitter_ms = 3;
  double from_s = 0;
};

/// Four summaries a second of pictures of four packets, 15 a second, behind those of `summaries`.
void add(std::vector<PeerSummary>& summaries, const Sent& sent, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Autoregressive losses(sent.correlation, random), jitters(0.1, random);
  PeerSummary total = summaries.empty() ? PeerSummary{} : summaries.back();
  total.medium = Medium::kVideo;
  for (int frame = 0; frame < static_cast<int>(sent.seconds * 15); ++frame) {
    bool whole = true;
    for (int block = 0; block < 4; ++block) {
      const bool lost = share_above(losses.next()) < sent.lost;
      ++total.expected;
      lost ? ++total.lost : ++total.packets;
      whole = whole && !lost;
    }
    whole ? ++total.frames_complete : ++total.frames_lost;
    if (frame % 4 != 3) continue;
    total.jitter_ms = sent.jitter_ms + 0.2 * jitters.next();
    total.at = Timestamp() + Duration::from_seconds(sent.from_s + frame / 15.0);
    summaries.push_back(total);
  }
}

std::vector<PeerSummary> sent(const Sent& of, std::uint64_t seed = 1) {
  std::vector<PeerSummary> summaries;
  add(summaries, of, seed);
  return summaries;
}

TimeSpan seconds(double from_s, double to_s) {
  return {Timestamp() + Duration::from_seconds(from_s), Timestamp() + Duration::from_seconds(to_s)};
}

TEST(Told, AStretchHasWhatWasLostInIt) {
  std::vector<PeerSummary> summaries = sent({.lost = 0});
  add(summaries, {.lost = 0.1, .from_s = 60}, 2);
  const auto before = told_figures(summaries, Medium::kVideo, seconds(0, 60)),
             after = told_figures(summaries, Medium::kVideo, seconds(60, 120));
  ASSERT_TRUE(before && after);
  EXPECT_EQ(before->packet_loss.value, 0);
  const PeerSummary &half = summaries[224], &end = summaries.back();
  EXPECT_EQ(half.lost, 0);
  EXPECT_EQ(after->packet_loss.value,
            static_cast<double>(end.lost) / static_cast<double>(end.expected - half.expected));
  EXPECT_EQ(after->frame_loss.value, static_cast<double>(end.frames_lost) / 900);
  EXPECT_NEAR(*after->jitter.value, 3, 0.2);
  for (const ComparedFigure& row : compare(*before, *after))
    EXPECT_EQ(row.verdict, row.name == "jitter_mean_ms" ? DifferenceVerdict::kNotClear : DifferenceVerdict::kClear)
        << row.name;
}

TEST(Told, WithoutALossOnEitherSideNoneIsClear) {
  const auto one = told_figures(sent({.lost = 0}), Medium::kVideo, {});
  const auto rows = compare(*one, *one);
  EXPECT_EQ(rows.front().verdict, DifferenceVerdict::kNotClear);
  EXPECT_LT(rows.front().interval->low, 0);
  EXPECT_GT(rows.front().interval->high, 0);
}

TEST(Told, FewSummariesAreTooFew) {
  const auto minute = told_figures(sent({}), Medium::kVideo, {}),
             few = told_figures(sent({.seconds = 4}), Medium::kVideo, {});
  for (const ComparedFigure& row : compare(*minute, *few)) {
    EXPECT_EQ(row.verdict, DifferenceVerdict::kTooFew) << row.name;
    EXPECT_TRUE(row.reason.find(" s of each stretch would do; these have ") != std::string::npos ||
                row.reason.starts_with("After: so few values"))
        << row.reason;
  }
}

TEST(Told, AnotherStreamCountsFromItsBeginning) {
  std::vector<PeerSummary> summaries = sent({.lost = 0.5}), second = sent({.lost = 0, .from_s = 60});
  summaries.insert(summaries.end(), second.begin(), second.end());
  const auto after = told_figures(summaries, Medium::kVideo, seconds(60, 120));
  EXPECT_EQ(after->packet_loss.value, 0);
}

TEST(Told, WhatIsRepeatedOfAStoppedStreamIsNoJitter) {
  std::vector<PeerSummary> summaries = sent({});
  for (int i = 0; i < 240; ++i) {
    summaries.push_back(summaries.back());
    summaries.back().jitter_ms = 4;
    summaries.back().at = Timestamp() + Duration::from_seconds(60 + i / 4.0);
  }
  const auto before = told_figures(summaries, Medium::kVideo, seconds(0, 60)),
             after = told_figures(summaries, Medium::kVideo, seconds(61, 120));
  EXPECT_FALSE(after->jitter.value);
  for (const ComparedFigure& row : compare(*before, *after)) EXPECT_EQ(row.verdict, DifferenceVerdict::kUnknown);
  AnalysisInput call{"call", {}, Timestamp(), std::make_shared<const std::vector<PeerSummary>>(summaries)};
  AnalysisOptions silent;
  silent.from_s = 61;
  silent.to_s = 90;
  EXPECT_TRUE(compare(call, silent, call, silent).media.empty()) << "no table without a row";
}

TEST(Told, APacketThatComesAfterItsSummaryIsNoLoss) {
  std::vector<PeerSummary> summaries = sent({.lost = 0});
  for (std::size_t i = 0; i + 2 < summaries.size(); i += 2) ++summaries[i].lost;  // taken back by the next one
  const auto one = told_figures(summaries, Medium::kVideo, {});
  EXPECT_EQ(one->packet_loss.value, 0);
  EXPECT_TRUE(compare(*one, *one).front().interval);
  summaries.resize(2);
  summaries[0].lost = 0, summaries[1].lost = 5;
  summaries.push_back(summaries[1]);
  summaries[2].lost = 0;  // nothing else came meanwhile
  summaries.push_back(summaries[2]);
  summaries[3].expected += 10;
  EXPECT_EQ(told_figures(summaries, Medium::kVideo, {})->packet_loss.value, 0);
}

TEST(Told, SoundHasPacketsAlone) {
  std::vector<PeerSummary> summaries = sent({});
  for (PeerSummary& summary : summaries) summary.medium = Medium::kAudio;
  const auto figures = told_figures(summaries, Medium::kAudio, {});
  const auto rows = compare(*figures, *figures);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "loss_ratio");
  EXPECT_EQ(rows[1].name, "jitter_mean_ms");
  EXPECT_FALSE(told_figures(summaries, Medium::kVideo, {}));
  EXPECT_FALSE(told_figures(summaries, Medium::kAudio, seconds(500, 560)));
}

TEST(Told, AnyNumbersOfAFileAreShares) {
  std::vector<PeerSummary> summaries(40);
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    PeerSummary& summary = summaries[i];
    summary.medium = Medium::kVideo;
    summary.at = Timestamp() + Duration::seconds(static_cast<std::int64_t>(i));
    summary.expected = summary.frames_complete = i % 2 ? INT64_MAX : INT64_MIN;
    summary.lost = summary.frames_lost = i % 3 ? INT64_MIN : INT64_MAX;
    summary.jitter_ms = i == 5 ? HUGE_VAL : 0.5;
  }
  const auto figures = told_figures(summaries, Medium::kVideo, {});
  ASSERT_TRUE(figures);
  for (const StretchFigure& figure : {figures->packet_loss, figures->frame_loss, figures->jitter}) {
    ASSERT_TRUE(figure.value);
    EXPECT_GE(*figure.value, 0);
    EXPECT_LE(*figure.value, 1);
  }
}

TEST(Told, ChanceIsSeldomClearAndALossThatDoublesMostlyIs) {
  for (const double correlation : {0.0, 0.7}) {
    constexpr int kPairs = 500;
    std::array<int, 3> clear{};
    int found = 0;
    const auto told = [&](double lost, std::uint64_t seed) {
      return *told_figures(sent({.lost = lost, .correlation = correlation}, seed), Medium::kVideo, {});
    };
    for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
      const ToldFigures before = told(0.04, 3 * pair + 1);
      const auto same = compare(before, told(0.04, 3 * pair + 2)), other = compare(before, told(0.08, 3 * pair + 3));
      for (std::size_t row = 0; row < same.size(); ++row) clear[row] += same[row].verdict == DifferenceVerdict::kClear;
      found += other.front().verdict == DifferenceVerdict::kClear;
    }
    for (std::size_t row = 0; row < clear.size(); ++row) {
      EXPECT_LE(clear[row], 0.07 * kPairs) << correlation << ", row " << row;
      RecordProperty("clear, row " + std::to_string(row) + ", " + std::to_string(correlation), clear[row]);
    }
    EXPECT_GE(found, 0.8 * kPairs) << correlation;
  }
}

/// Losses in bursts of a second, a tenth of the time, of sixty packets a second.
std::vector<PeerSummary> in_bursts(double seconds, std::uint64_t seed) {
  constexpr double kLeaves = 1.0 / 60, kEnters = kLeaves / 9;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<> share;
  bool bad = share(random) < 0.1;
  std::vector<PeerSummary> summaries;
  PeerSummary total;
  total.medium = Medium::kAudio;
  for (int packet = 0; packet < static_cast<int>(seconds * 60); ++packet) {
    if (share(random) < (bad ? kLeaves : kEnters)) bad = !bad;
    ++total.expected;
    total.lost += bad && share(random) < 0.5;
    if (packet % 15 != 14) continue;
    total.at = Timestamp() + Duration::from_seconds(packet / 60.0);
    summaries.push_back(total);
  }
  return summaries;
}

TEST(Told, BurstsOfASecondAreSeldomClearAndOftenTooFew) {
  for (const double seconds : {6.0, 20.0, 60.0, 240.0}) {
    constexpr std::uint64_t kPairs = 300;
    int clear = 0, told = 0;
    for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
      const auto one = told_figures(in_bursts(seconds, 2 * pair + 1), Medium::kAudio, {}),
                 other = told_figures(in_bursts(seconds, 2 * pair + 2), Medium::kAudio, {});
      const auto row = compare(*one, *other).front();
      clear += row.verdict == DifferenceVerdict::kClear;
      told += row.verdict != DifferenceVerdict::kTooFew;
    }
    if (seconds > 200) { EXPECT_GE(told, 0.5 * kPairs) << "four minutes are enough"; }
    EXPECT_LE(clear, 0.07 * kPairs) << seconds << " s, of " << told << " that are told";
    RecordProperty("clear of told, " + std::to_string(seconds), std::to_string(clear) + " of " + std::to_string(told));
  }
}

TEST(Told, TheTableHasWhatWasSentBehindWhatWasReceived) {
  AnalysisInput call{"call",
                     {stretch({Medium::kVideo, Tail::kGaussian, 0.5, 120}, 5)},
                     Timestamp(),
                     std::make_shared<const std::vector<PeerSummary>>(sent({.seconds = 120}))};
  AnalysisOptions first, second;
  first.to_s = second.from_s = 60;
  const Comparison comparison = compare(call, first, call, second);
  ASSERT_EQ(comparison.media.size(), 2u);
  EXPECT_EQ(comparison.media[0].direction, Direction::kReceived);
  EXPECT_EQ(comparison.media[1].direction, Direction::kSent);
  EXPECT_EQ(comparison.media[1].figures.size(), 3u);
  const auto json = to_json(comparison);
  EXPECT_EQ(json["media"].size(), 1u);
  EXPECT_EQ(json["sent"][0]["medium"], "video");
  EXPECT_TRUE(json["sent"][0]["figures"]["frame_loss_ratio"]["before"].is_number());
  EXPECT_NE(to_text(comparison).find("video sent, as the remote counted"), std::string::npos);
  second.from_s = 500;
  EXPECT_EQ(compare(call, first, call, second).notes.back(), "The remote told nothing of the video sent to it after.");
}

}  // namespace
}  // namespace jitterscope::told_test
