#pragma once
// A stretch of a call as the window shows it, held against `analyze --from --to` of the same file.
#include <gtest/gtest.h>

#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/frame_sent.h"
#include "core/events/words.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/views/compensation_view.h"
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/quality_view.h"
#include "core/record/open/opened_call.h"
#include "core/record/open/stream_file.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::opened_stretch_test {

using trace_test::TemporaryFolder;

inline void expect_relative(std::optional<double> shown, std::optional<double> exact, const char* what) {
  ASSERT_EQ(shown.has_value(), exact.has_value()) << what;
  if (shown) { EXPECT_NEAR(*shown, *exact, 1e-9 * std::max(1e-3, std::abs(*exact))) << what; }
}

inline void expect_within_bin(std::optional<double> shown, std::optional<double> exact, const char* what) {
  ASSERT_EQ(shown.has_value(), exact.has_value()) << what;
  if (shown) { EXPECT_NEAR(*shown, *exact, 0.01) << what; }
}

inline void expect_same_spacing(const SampleFigures& shown, const InterarrivalReport& exact) {
  EXPECT_EQ(shown.n, exact.n);
  expect_relative(shown.mean, exact.mean, "mean spacing");
  expect_relative(shown.stddev, exact.stddev, "stddev of spacing");
  expect_within_bin(shown.p50, exact.p50, "p50 of spacing");
  expect_within_bin(shown.p95, exact.p95, "p95 of spacing");
  expect_within_bin(shown.p99, exact.p99, "p99 of spacing");
}

inline void expect_same_delay(const SampleFigures& shown, const std::optional<DelayReport>& exact) {
  ASSERT_EQ(shown.n > 0, exact.has_value());
  if (!exact) return;
  expect_relative(shown.mean, exact->mean, "mean delay");
  expect_relative(shown.stddev, exact->stddev, "stddev of delay");
  expect_within_bin(shown.p50, exact->p50, "p50 of delay");
  expect_within_bin(shown.p95, exact->p95, "p95 of delay");
  expect_within_bin(shown.p99, exact->p99, "p99 of delay");
}

inline void expect_same(const StreamSnapshot& shown, const StreamReport& exact) {
  const bool sent = exact.direction == Direction::kSent;
  EXPECT_EQ(shown.packets, exact.packets);
  EXPECT_EQ(shown.expected, exact.expected);
  EXPECT_EQ(shown.lost, exact.lost.value_or(0));
  EXPECT_EQ(shown.refused, exact.refused);
  EXPECT_EQ(shown.bytes, exact.bytes.value_or(0));
  if (!sent) {
    EXPECT_EQ(shown.duplicates, exact.duplicates);
    EXPECT_EQ(shown.reordered, exact.reordered);
    EXPECT_EQ(shown.loss_ratio, exact.loss_ratio);
    EXPECT_EQ(shown.recent_loss_ratio, exact.loss_ratio);
  }
  if (exact.frames && sent) {
    EXPECT_EQ(shown.frames_complete, exact.frames->sent);
  } else if (exact.frames) {
    EXPECT_EQ(shown.frames_complete, exact.frames->complete);
    EXPECT_EQ(shown.frames_lost, exact.frames->lost);
    EXPECT_EQ(shown.frames_late, exact.frames->late);
  } else if (exact.audio && !sent) {
    EXPECT_EQ(shown.frames_complete, exact.audio->blocks - exact.audio->error.value_or(0));
    EXPECT_EQ(shown.frames_lost, exact.audio->error);
    EXPECT_EQ(shown.frames_late, exact.audio->late);
  }
  expect_same_spacing(shown.interarrival, exact.interarrival);
  expect_same_spacing(shown.recent_interarrival, exact.interarrival);
  if (sent) return;
  expect_same_delay(shown.delay, exact.delay);
  EXPECT_EQ(shown.recent_delay_mean_ms.has_value(), exact.delay.has_value());
}

inline void expect_same(const QualityPoint& shown, const QualityPoint& exact) {
  expect_relative(shown.latency_ms, exact.latency_ms, "latency");
  EXPECT_EQ(shown.latency_units, exact.latency_units);
  EXPECT_EQ(shown.ends_at, exact.ends_at);
  expect_relative(shown.network_latency_ms, exact.network_latency_ms, "network latency");
  ASSERT_EQ(shown.jitter_ms.has_value(), exact.jitter_ms.has_value());
  if (shown.jitter_ms) { EXPECT_NEAR(*shown.jitter_ms, *exact.jitter_ms, 1e-6) << "jitter"; }
}

/// At the edges the share that was due of what did not come is of packets here and of frames there, and where the
/// recording ends what waited for its turn.
inline void expect_like_loss(const QualityPoint& shown, const QualityPoint& exact, std::int64_t units) {
  ASSERT_EQ(shown.loss_ratio.has_value(), exact.loss_ratio.has_value());
  if (!shown.loss_ratio) return;
  EXPECT_NEAR(*shown.loss_ratio, *exact.loss_ratio, 3 / static_cast<double>(units)) << "loss";
}

inline void expect_same_split(const Boxed<DelaySplitView>& shown, const std::optional<DelaySplitReport>& exact) {
  if (!exact) return;
  ASSERT_TRUE(shown);
  for (std::size_t part = 0; part < kDelayParts; ++part) {
    ASSERT_EQ(shown->parts[part].has_value(), exact->parts[part].has_value()) << part;
    if (!exact->parts[part]) continue;
    EXPECT_EQ(shown->parts[part]->n, exact->parts[part]->n) << part;
    expect_relative(shown->parts[part]->mean, exact->parts[part]->mean, "part");
  }
}

inline ClockSynced same_clock() {
  ClockSynced clock;
  clock.synchronised = true;
  clock.source = ShortText<24>("same clock");
  clock.bound_ms = 0.02;
  clock.at = trace_test::kBegan;
  return clock;
}

inline std::optional<FrameSent> frame_that_ends_with(const Event& event) {
  const auto* sent = get_if<PacketSent>(&event);
  if (!sent || sent->medium != Medium::kVideo || !sent->marker) return std::nullopt;
  FrameSent frame;
  frame.ssrc = sent->ssrc;
  frame.frame = sent->frame;
  frame.begin = frame.end = sent->sent + Duration::us(10);
  return frame;
}

/// Seconds of the call; of the trace's own what lies in them.
using Times = std::vector<std::pair<double, double>>;

class OpenedStretch : public testing::Test {
 protected:
  /// Each stretch of the file as the window shows it, against its analysis. Gives how many packets that was.
  static std::int64_t expect_agreement(const std::string& path, const Times& times) {
    std::string error, note;
    const auto input = read_stream_file(path, {}, error, note);
    EXPECT_TRUE(input) << error;
    std::int64_t packets = 0;
    for (const auto& [from, to] : times) {
      SCOPED_TRACE(testing::Message() << path << ' ' << from << " to " << to);
      AnalysisOptions options;
      options.from_s = from;
      options.to_s = to;
      const AnalysisReport exact = analyze(*input, options);
      auto call = open_stretch(path, *Stretch::of(from, to), {}, error);
      EXPECT_TRUE(call) << error;
      if (!call || !input) continue;
      const CallSnapshot shown = call->snapshot({});
      EXPECT_TRUE(shown.selected && shown.selected->stretch == *Stretch::of(from, to));
      for (const StreamReport& stream : exact.streams) packets += expect_agreement(shown, stream);
    }
    return packets;
  }
  static std::int64_t expect_agreement(const CallSnapshot& shown, const StreamReport& exact) {
    SCOPED_TRACE(testing::Message() << to_string(exact.medium) << ' ' << to_string(exact.direction));
    const bool sent = exact.direction == Direction::kSent;
    const ReceivedView& received = shown.received(exact.medium);
    const StreamSnapshot& figures = sent ? shown.sent[exact.medium] : received.figures;
    if (exact.expected == 0 && figures.ssrc != exact.ssrc) return 0;  // nothing of it was due
    EXPECT_EQ(figures.ssrc, exact.ssrc.value_or(0));
    expect_same(figures, exact);
    if (sent) return exact.packets;
    if (received.quality && exact.packets > 0) {
      expect_same(received.quality->now, exact.quality);
      const std::int64_t units = exact.frames ? exact.frames->sent : exact.audio ? exact.audio->blocks : 1;
      expect_like_loss(received.quality->now, exact.quality, units);
    }
    expect_same_split(received.split, exact.delay_split);
    if (received.measures) {
      EXPECT_EQ(received.measures->interarrival.n, exact.interarrival.n);
      expect_relative(received.measures->interarrival.stddev, exact.interarrival.stddev, "stddev of measures");
    }
    EXPECT_EQ(received.compensation ? received.compensation->report.frames : 0,
              exact.compensation ? exact.compensation->frames : 0);
    return exact.packets;
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "call.jscope";
};

}  // namespace jitterscope::opened_stretch_test
