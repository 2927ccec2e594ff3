// Frames that are sent in another order than they are shown say nothing of the network.
#include <gmock/gmock.h>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/record/open/stream_file.h"
#include "tests/source_tree/source_tree.h"
#include "tests/unit/record/import/sent_video.h"

namespace jitterscope::b_frames_test {
namespace {

using namespace sent_video;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const std::vector<int> kPBB{3, 1, 2}, kPyramid{4, 2, 1, 3}, kDeepPyramid{8, 4, 2, 1, 3, 6, 5, 7};

AnalysisInput imported(const std::vector<Video>& videos) {
  auto got = capture_bytes::import(capture_of_runs(videos).file());
  EXPECT_TRUE(got.input) << got.error;
  return got.input.value_or(AnalysisInput{});
}

StreamReport report_of_runs(const std::vector<Video>& videos, const AnalysisOptions& options = {}) {
  const AnalysisReport report = analyze(imported(videos), options);
  EXPECT_EQ(report.streams.size(), 1u);
  return report.streams.empty() ? StreamReport{} : report.streams[0];
}

StreamReport report_of(const Video& video, const AnalysisOptions& options = {}) {
  return report_of_runs({video}, options);
}

AnalysisOptions within(double from_s, double to_s) {
  AnalysisOptions options;
  options.from_s = from_s;
  options.to_s = to_s;
  return options;
}

void expect_judged(const StreamReport& report, double most_jitter_ms, double most_buffer_ms) {
  ASSERT_TRUE(report.frames && report.compensation && report.quality.jitter_ms);
  EXPECT_LE(*report.quality.jitter_ms, most_jitter_ms);
  EXPECT_EQ(report.frames->late.value_or(0), 0);
  EXPECT_LE(report.compensation->optimal.buffer_ms, most_buffer_ms);
  EXPECT_LE(report.compensation->curve.back().buffer_ms, most_buffer_ms);
}

void expect_exact(const StreamReport& report) {
  expect_judged(report, 0.01, 0.01);
}

void expect_note(const StreamReport& report) {
  EXPECT_THAT(report.notes, Contains(HasSubstr("sent in another order than they are shown")));
}

/// Sent exactly, and with 5 ms of noise.
void expect_no_fault(Video video, std::int64_t frames, std::int64_t lost = 0) {
  for (const double noise_ms : {0.0, 5.0}) {
    SCOPED_TRACE(noise_ms);
    video.noise_ms = noise_ms;
    const StreamReport report = report_of(video);
    ASSERT_TRUE(report.frames);
    EXPECT_EQ(report.frames->sent, frames);
    EXPECT_EQ(report.frames->lost, lost);
    expect_note(report);
    expect_judged(report, noise_ms / 2 + 0.01, noise_ms + 0.01);
  }
}

TEST(BFrames, ExactSendingIsNoJitter) {
  std::string error, note;
  const auto input = read_stream_file(test_data("foreign/13_b_frames.pcap.gz"), {}, error, note);
  ASSERT_TRUE(input) << error;
  const AnalysisReport report = analyze(*input);
  ASSERT_EQ(report.streams.size(), 1u);
  const StreamReport& stream = report.streams[0];
  EXPECT_EQ(stream.packets, 960);
  EXPECT_EQ(stream.lost, 0);
  EXPECT_LE(stream.quality.jitter_ms.value_or(0), 1);
  ASSERT_TRUE(stream.frames && stream.jitter_rfc3550);
  EXPECT_EQ(stream.frames->late.value_or(0), 0);
  EXPECT_EQ(stream.frames->complete, 240);
  EXPECT_NEAR(stream.jitter_rfc3550->mean, 20.15, 0.005) << "the letter of RFC 3550";
  expect_note(stream);
  EXPECT_THAT(to_text(report), Not(HasSubstr("above 50 ms")));
}

TEST(BFrames, OrdersOfManyKinds) {
  expect_no_fault({.shown = in_groups(60, kPBB)}, 181);
  expect_no_fault({.shown = in_groups(60, {2, 1})}, 121);
  expect_no_fault({.shown = in_groups(60, kPyramid)}, 241);
  expect_no_fault({.shown = in_groups(30, kDeepPyramid)}, 241);
  expect_no_fault({.shown = in_groups(60, {8, 16, 4, 12, 2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15})},
                  961);  // two anchors ahead
}

TEST(BFrames, RatesSizesAndMarkers) {
  for (const double fps : {25.0, 30.0, 30000 / 1001.0, 60.0})
    for (const int packets : {1, 12})
      for (const bool markers : {true, false}) {
        SCOPED_TRACE(testing::Message() << fps << " fps, " << packets << " packets, markers " << markers);
        expect_no_fault({.shown = in_groups(20, kPyramid), .fps = fps, .packets = packets, .markers = markers}, 81);
      }
}

TEST(BFrames, TimestampsThatWrap) {
  for (const std::uint32_t first : {0u, 0xFFFFFFFFu, 0u - 100 * 3600u, 0u - 3600u})
    expect_no_fault({.shown = in_groups(60, kPBB), .first_timestamp = first}, 181);
}

TEST(BFrames, InAPartOfTheStreamOnly) {
  std::vector<int> shown;
  for (int i = 0; i < 100; ++i) shown.push_back(i);
  for (const int step : in_groups(30, kPBB)) shown.push_back(100 + step);
  for (int i = 191; i < 300; ++i) shown.push_back(i);
  expect_no_fault({.shown = shown}, 300);
}

TEST(BFrames, GroupsOfChangingSize) {
  std::vector<int> shown{0};
  for (int i = 0, next = 1; i < 80; ++i) {
    const int frames = 1 + i * 7 % 4;  // also anchors side by side
    shown.push_back(next + frames - 1);
    for (int b = 0; b < frames - 1; ++b) shown.push_back(next + b);
    next += frames;
  }
  const auto frames = static_cast<std::int64_t>(shown.size());
  expect_no_fault({.shown = shown}, frames);
}

TEST(BFrames, ARecordThatBeginsAnywhere) {
  for (const std::vector<int>& order : {kPBB, kPyramid, kDeepPyramid})
    for (std::size_t first = 0; first <= 2 * order.size(); ++first) {
      SCOPED_TRACE(testing::Message() << order.size() << " from frame " << first);
      std::vector<int> shown = in_groups(12, order);
      const auto frames = static_cast<std::int64_t>(shown.size());
      expect_no_fault({.shown = shown, .lost = [&](int frame, int) { return frame < static_cast<int>(first); }},
                      frames - static_cast<std::int64_t>(first));
    }
}

TEST(BFrames, ARecordThatEndsAnywhere) {
  for (const std::vector<int>& order : {kPBB, kPyramid, kDeepPyramid})
    for (std::size_t gone = 0; gone <= 2 * order.size(); ++gone) {
      SCOPED_TRACE(testing::Message() << order.size() << " but the last " << gone);
      const std::vector<int> shown = in_groups(12, order);
      const auto frames = static_cast<int>(shown.size() - gone);
      expect_no_fault({.shown = shown, .lost = [&](int frame, int) { return frame >= frames; }}, frames);
    }
}

/// Each frame of the group in turn is lost, once or often.
TEST(BFrames, FramesLost) {
  for (const std::vector<int>& order : {kPBB, kPyramid, kDeepPyramid})
    for (std::size_t gone = 0; gone < order.size(); ++gone)
      for (const int every : {5, 1000}) {
        SCOPED_TRACE(testing::Message() << order.size() << ": frame " << gone << " of each " << every);
        const int size = static_cast<int>(order.size()), groups = 23;
        const auto lost = [&](int frame, int) {
          const int group = (frame - 1) / size;
          return frame > 0 && (frame - 1) % size == static_cast<int>(gone) && group % every == 3;
        };
        expect_no_fault({.shown = in_groups(groups, order), .lost = lost}, groups * size + 1, every == 5 ? 4 : 1);
      }
}

TEST(BFrames, ABurstLosesFramesOfSeveralGroups) {
  for (int first = 40; first < 44; ++first)
    for (int count = 1; count < 20; ++count) {
      SCOPED_TRACE(testing::Message() << count << " from " << first);
      expect_no_fault({.shown = in_groups(20, kPyramid),
                       .lost = [&](int frame, int) { return frame >= first && frame < first + count; }},
                      81, count);
    }
}

TEST(BFrames, PartsOfFramesLost) {
  for (int packet = 0; packet < 4; ++packet) {
    SCOPED_TRACE(packet);
    expect_no_fault(
        {.shown = in_groups(60, kPBB), .lost = [&](int frame, int of) { return frame % 10 == 5 && of == packet; }}, 181,
        18);
  }
}

TEST(BFrames, VariableRatesInventNoLoss) {
  std::vector<int> shown{0};
  for (int i = 0, next = 0; i < 100; ++i) {  // steps of 1, 2 and 5
    const int a = next + 1, b = a + 1 + i % 2, c = b + (i % 10 == 0 ? 5 : 1);
    for (const int step : {c, a, b}) shown.push_back(step);
    next = c;
  }
  expect_no_fault({.shown = shown}, 301);
}

TEST(BFrames, ARateThatChanges) {
  std::vector<int> shown = in_groups(30, kPBB);
  for (const int step : in_groups(30, kPBB)) shown.push_back(93 + 3 * step);
  expect_no_fault({.shown = shown}, 182);
}

/// `--from` and `--to` cut what was numbered before.
TEST(BFrames, APartOfTheStream) {
  for (const std::vector<int>& order : {kPBB, kPyramid})
    for (int from = 0; from < 12; ++from) {
      SCOPED_TRACE(from);
      const Video video{.shown = in_groups(90, order)};
      const StreamReport report = report_of(video, within(2 + from * 0.04, 4 + from * 0.04));
      expect_exact(report);
      expect_note(report);
      EXPECT_EQ(report.frames->lost, 0);
      EXPECT_NEAR(static_cast<double>(report.frames->sent), 50, 1);
    }
}

TEST(BFrames, ALossIsWhereItWasInWhicheverPart) {
  const Video video{.shown = in_groups(90, kPyramid), .lost = [](int frame, int) { return frame == 101; }};
  EXPECT_EQ(report_of(video, within(1, 3)).frames->lost, 0);
  const StreamReport report = report_of(video, within(3, 6));
  EXPECT_EQ(report.frames->lost, 1);
  expect_exact(report);
}

TEST(BFrames, ASenderKilledAtAnyFrameAndStartedAnew) {
  for (const int frames : {96, 97, 98, 99}) {
    SCOPED_TRACE(frames);
    Video first{in_groups(40, kPBB)}, second = first;
    first.lost = [frames](int frame, int) { return frame >= frames; };
    second.first_sequence = 20'000, second.first_timestamp = 4'000'000, second.begins_ms = 9000;
    const StreamReport report = report_of_runs({first, second});
    EXPECT_EQ(report.runs.size(), 2u);
    expect_exact(report);
  }
}

TEST(BFrames, PlainVideoHasNoNote) {
  std::vector<int> shown;
  for (int i = 0; i < 100; ++i) shown.push_back(i);
  for (const double noise_ms : {0.0, 5.0, 90.0}) {
    const StreamReport report = report_of({.shown = shown, .noise_ms = noise_ms});
    EXPECT_THAT(report.notes, Not(Contains(HasSubstr("another order")))) << noise_ms;
    EXPECT_EQ(report.frames->complete, 100);
  }
}

TEST(BFrames, WhatTheNetworkReordersIsTakenInSendingOrder) {
  const StreamReport report = report_of({.shown = in_groups(60, kPyramid), .noise_ms = 90});
  EXPECT_GT(report.reordered, 100);
  EXPECT_EQ(report.frames->complete, 241);
  EXPECT_LE(report.compensation->curve.back().buffer_ms, 90);
  expect_note(report);
}

}  // namespace
}  // namespace jitterscope::b_frames_test
