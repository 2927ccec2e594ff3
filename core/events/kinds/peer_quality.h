#pragma once
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// Where one of our streams stands in the quality space at the remote (claypool98 §7), over its last 10 s; with each
/// summary.
struct PeerQuality {
  Medium medium{};
  std::optional<double> latency_ms, jitter_ms, loss_ratio;  // as core/algorithms/quality/quality_point.h
  Timestamp at;                                             // local, when it came
  std::optional<double> network_latency_ms = {};            // mean one-way delay
  std::optional<LatencyEnd> ends_at = {};                   // where the latency ends

  constexpr Belonging belonging() const { return Belonging::told(medium); }
};

template <>
struct trace::Table<PeerQuality> {
  static constexpr std::string_view name = "peer_quality";
  static constexpr std::string_view meaning =
      "where one of our streams stands in the quality space at the remote, over its last 10 s";
  static constexpr auto local = &PeerQuality::at;
  template <typename E = PeerQuality>
  static auto columns() {
    return trace::columns(
        column("medium", &E::medium, "audio or video"), column("latency_ms", &E::latency_ms).within(kMeasuredMs),
        column("jitter_ms", &E::jitter_ms).within(kSpreadMs), column("loss_ratio", &E::loss_ratio).within(kShare),
        column("network_latency_ms", &E::network_latency_ms, "mean one-way delay").within(kMeasuredMs),
        column("ends_at", &E::ends_at, "where the latency ends: hand-over, painting, loudspeaker"));
  }
};

}  // namespace jitterscope
