#pragma once
// What a remote says that it measures of a stream of this end.
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/stats/series.h"
#include "core/base/units/time.h"
#include "core/events/names.h"
#include "core/measures/views/packet_dot.h"

namespace jitterscope {

/// A report of the remote is out of date after this: on a narrow path it reports on a medium only every 5 s.
inline constexpr Duration kReportHolds = Duration::seconds(8);

/// What the remote measures of one of our streams.
struct PeerView {
  Medium medium{};
  std::int64_t packets = 0, lost = 0, duplicates = 0, reordered = 0;
  std::int64_t frames_complete = 0, frames_lost = 0;
  std::optional<std::int64_t> frames_late;
  std::optional<double> frames_per_second;  // complete, of 4 s or between two rare reports; absent until 0.5 s is known
  std::optional<double> loss_ratio;         // whole call
  std::optional<double> recent_loss_ratio;  // last 10 s
  std::optional<double> interarrival_mean_ms, interarrival_stddev_ms, jitter_ms, delay_mean_ms, delay_p95_ms;
  double rate_kbps = 0;
  double age_s = 0;
  std::vector<SeriesPoint> interarrival_stddev_series, jitter_series, loss_series, rate_series;
  std::vector<PacketDot> last_packets;  // video: of the last frames that it reported, as they came there
  std::vector<PacketDot> last_lost;     // of these, that left and of which it did not tell; see told_lost()
  std::uint32_t ssrc = 0;               // whose last_packets are
  // Video: since the newest frame of which it had heard left here, when it reported: so old were its figures then.
  // Absent where it has reported of no frame lately.
  std::optional<double> sent_ago_s;
};

}  // namespace jitterscope
