#pragma once
// One-way delays of one stream, how they vary, and RFC 3550's jitter. Times in ms; absent = cannot be said from this
// stream, never zero.
#include <cstdint>
#include <optional>

namespace jitterscope {

struct Rfc3550Report {
  double last = 0, mean = 0, max = 0;  // mean of the estimate after each packet from the second on
};

struct DelayReport {
  double min = 0, mean = 0;
  std::optional<double> stddev;
  double p50 = 0, p95 = 0, p99 = 0, max = 0;
  std::optional<double>
      uncertainty;            // half-width: bound of the sender's clock + of the receiver's, largest of the span
  bool skew_removed = false;  // of delays less what skew added since the first packet
};

struct PdvReport {
  double p50 = 0, p95 = 0, p99 = 0, max = 0;
  bool skew_removed = false;
};  // RFC 5481

/// RFC 3393 over pairs of packets with consecutive sequence numbers; a pair of which one did not come, or of which a
/// send time is unknown, is undefined. Absent figures: every pair is.
struct IpdvReport {
  std::int64_t pairs = 0;      // defined
  double undefined_share = 0;  // of all pairs between the lowest and the highest sequence number
  std::optional<double> mean_abs, p95_abs, max_abs;
};

}  // namespace jitterscope
