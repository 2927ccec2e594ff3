#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// What the remote measures of one of our streams, over the control connection: four times a second, once a second
/// while the remote controls its rate, down to once in 5 s where the way is narrow.
struct PeerSummary {
  Medium medium{};
  std::int64_t packets = 0, expected = 0, lost = 0, duplicates = 0, reordered = 0;
  std::int64_t frames_complete = 0, frames_lost = 0;  // audio: blocks
  std::optional<std::int64_t> frames_late;            // sun97's rule; absent while the period is unknown
  std::optional<double> interarrival_mean_ms, interarrival_stddev_ms, jitter_ms, delay_mean_ms, delay_p95_ms;
  double rate_kbps = 0;
  Timestamp at;  // local, when it came

  constexpr Belonging belonging() const { return Belonging::told(medium); }
};

template <>
struct trace::Table<PeerSummary> {
  static constexpr std::string_view name = "peer_summary";
  static constexpr std::string_view meaning = "what the remote measures of a stream of ours";
  static constexpr auto local = &PeerSummary::at;
  template <typename E = PeerSummary>
  static auto columns() {
    return trace::columns(
        column("medium", &E::medium, "audio or video"), column("packets", &E::packets),
        column("expected", &E::expected), column("lost", &E::lost), column("duplicates", &E::duplicates),
        column("reordered", &E::reordered), column("frames_complete", &E::frames_complete, "audio: blocks"),
        column("frames_lost", &E::frames_lost, "audio: blocks"),
        column("frames_late", &E::frames_late, "audio: blocks; NULL where the nominal period is unknown"),
        column("interarrival_mean_ms", &E::interarrival_mean_ms).within(kMeasuredMs),
        column("interarrival_stddev_ms", &E::interarrival_stddev_ms).within(kSpreadMs),
        column("jitter_ms", &E::jitter_ms, "RFC 3550").within(kSpreadMs),
        column("delay_mean_ms", &E::delay_mean_ms, "one-way").within(kMeasuredMs),
        column("delay_p95_ms", &E::delay_p95_ms, "one-way").within(kMeasuredMs),
        column("rate_kbps", &E::rate_kbps).within(kRateKbps));
  }
};

}  // namespace jitterscope
