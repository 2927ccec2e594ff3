#pragma once
// Where a stream stands in the quality space of claypool98 §7: latency, jitter, data loss; the origin is best.
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/events/names.h"

namespace jitterscope {

/// Why a latency is not known.
enum class NoLatency : std::uint8_t {
  kNone,           // it is known
  kNothingPlayed,  // or what was played is not reported
  kSentOnly,       // what the remote end played of a sent stream is in its summaries
  kNoSenderTimes,  // the sender does not report its times: another program
  kClocks,         // the clocks of the two ends are not known to agree
  kNoPlayout       // a capture or a packet list: when its units were played is not in it
};
std::string_view reason_of(NoLatency);  // one sentence; empty for kNone
inline constexpr std::string_view kOwnDropsReason =
    "This program could not keep up with what came: what the network lost is not known.";

/// latency = mean time from a unit's own capture to where its latency ends, of the units that were played: the same
/// units as the whole of the delay split; jitter = standard deviation of the interarrival time of blocks (audio) or
/// frames (video) less the step of their RTP timestamps; loss = share of blocks or frames sent and not played. Absent =
/// cannot be known.
struct QualityPoint {
  std::optional<double> latency_ms, jitter_ms, loss_ratio;
  std::optional<double> network_latency_ms = {};  // mean one-way delay of packets, for comparison
  // Of latency_ms.
  std::optional<LatencyEnd> ends_at = {};
  bool from_send = false;          // runs from the send time: capture is not known
  std::int64_t latency_units = 0;  // of so many
  NoLatency no_latency = NoLatency::kNone;
  std::optional<std::int64_t> units_due = {}, units_played = {};  // of which loss_ratio is; of lost_only: that came
  bool own_drops = false;                  // this program dropped notes of what came: loss and jitter are not known
  bool lost_only = false;                  // of loss_ratio: nothing tells what was played, so it is what did not come
  std::optional<double> burst_ratio = {};  // G.107's BurstR of the units not played; no axis of the space
  std::optional<double> due_per_second = {};  // frames that the sender numbered; what a limit in frames/s is a share of
  bool operator==(const QualityPoint&) const = default;

  /// 0 ≤ played ≤ due, due > 0.
  void set_played(std::int64_t played, std::int64_t due) {
    units_due = due, units_played = played;
    loss_ratio = static_cast<double>(due - played) / static_cast<double>(due);
  }
};

}  // namespace jitterscope
