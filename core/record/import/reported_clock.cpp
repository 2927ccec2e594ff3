#include "core/record/import/reported_clock.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/measures/definitions/rtp_clock.h"

namespace jitterscope::trace {
namespace {

constexpr double kJump_s = 1;

/// The reports that came between two jumps of either clock.
class Part {
 public:
  explicit Part(const ReportedTime& first) : first_(first), last_(first) { clock_.add(first.wall_clock, {}); }

  /// False: one of the clocks jumped.
  bool add(const ReportedTime& report, double clock_rate_hz) {
    const double passed_s = (report.wall_clock - last_.wall_clock).seconds();
    const double ticks = std::remainder(passed_s * clock_rate_hz, 4294967296.0);
    const auto expected = static_cast<std::uint32_t>(std::llround(ticks));
    const auto more = static_cast<std::int32_t>(report.rtp_timestamp - last_.rtp_timestamp - expected);
    const double ahead_s = (more - (ticks - std::round(ticks))) / clock_rate_hz;
    if (passed_s < 0 || std::abs(ahead_s) >= kJump_s) return false;
    behind_s_ -= ahead_s;
    last_ = report;
    clock_.add(report.wall_clock, Duration::from_seconds(behind_s_));
    return true;
  }
  Duration length() const { return last_.wall_clock - first_.wall_clock; }
  std::optional<ClockSkew> skew() const { return clock_.skew(); }

 private:
  RtpClock clock_;
  ReportedTime first_, last_;
  double behind_s_ = 0;  // RTP time behind the wall clock, since the first
};

}  // namespace

std::optional<double> reported_drift(std::span<const ReportedTime> reports, double clock_rate_hz) {
  if (!(clock_rate_hz > 0)) return std::nullopt;
  std::vector<Part> parts;
  for (const ReportedTime& report : reports)
    if (parts.empty() || !parts.back().add(report, clock_rate_hz)) parts.emplace_back(report);
  const auto longest = std::ranges::max_element(parts, {}, &Part::length);
  const auto skew = longest == parts.end() ? std::nullopt : longest->skew();
  return skew ? std::optional(skew->slope) : std::nullopt;
}

}  // namespace jitterscope::trace
