#pragma once
// The live numbers of a call, from its events alone, incrementally and in bounded memory. Same definitions as
// stream_analysis.h: counts and means equal, percentiles within one bin of 0.01 ms.
#include <cstdint>
#include <memory>
#include <optional>

#include "core/events/events.h"
#include "core/metrics/snapshot.h"

namespace jitterscope {

/// Numbers for a report block of an RTCP RR (RFC 3550 6.4.1, A.3, A.8) about a stream we receive.
struct ReportInput {
  std::uint32_t ssrc = 0;
  double fraction_lost = 0;            // since the last report taken
  std::int32_t cumulative_lost = 0;    // clamped to 24 bits, as on the wire
  std::uint32_t highest_sequence = 0;  // extended
  std::uint32_t jitter = 0;            // media clock units
};

/// Owned by the analysis thread; not thread-safe. No clock, no lock; allocates rarely (new histogram pages).
class CallAnalyzer {
 public:
  explicit CallAnalyzer(Timestamp call_began);  // local
  ~CallAnalyzer();
  CallAnalyzer(CallAnalyzer&&) noexcept;
  CallAnalyzer& operator=(CallAnalyzer&&) noexcept;

  /// Every event of the call, of both directions, in any order between threads. A new SSRC restarts a stream's figures
  /// and keeps its series.
  void add(const Event&);

  /// `now` = local.
  CallSnapshot snapshot(Timestamp now);

  /// What this end measures of the stream it receives, for the far end.
  PeerSummary summary(Medium, Timestamp now);

  /// For the next RR; absent until a packet has come. Begins a new interval of fraction_lost.
  std::optional<ReportInput> take_report(Medium);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitterscope
