#pragma once
// How many frames a second a sender numbers: what a limit in frames a second is a share of. Not thread-safe.
#include <cmath>
#include <cstdint>
#include <optional>

namespace jitterscope {

/// How many units were numbered in how much RTP time: the sum of the steps of a window or a stream.
struct NumberedTime {
  static constexpr double kPause_s = 1;       // a unit that was due so long after the one before followed a pause
  static constexpr double kBeganAnew_s = 60;  // timestamps that go on by so much for one unit began anew

  std::int64_t units = 0;
  double seconds = 0;
  std::int64_t paused_units = 0;  // numbered across pauses, which count only where there is nothing else
  double paused_seconds = 0;

  void add(const NumberedTime& other) {
    units += other.units, seconds += other.seconds;
    paused_units += other.paused_units, paused_seconds += other.paused_seconds;
  }
  std::optional<double> per_second() const {
    if (units > 0) return static_cast<double>(units) / seconds;
    return paused_units > 0 ? std::optional(static_cast<double>(paused_units) / paused_seconds) : std::nullopt;
  }
};

/// Estimates in how many frames the missing packets were, where `frames` had `packets`; 0 where these had none.
inline std::int64_t frames_of_packets(std::int64_t missing, std::int64_t frames, std::int64_t packets) {
  return packets > 0
             ? std::llround(static_cast<double>(missing) * static_cast<double>(frames) / static_cast<double>(packets))
             : 0;
}

/// Follows a sender from unit to unit, in the order of their numbers.
class UnitNumbering {
 public:
  /// Returns what was numbered since the unit before: nothing where either count goes back. Any values are allowed.
  NumberedTime add(std::int64_t number, std::int64_t rtp_timestamp, double clock_rate_hz) {
    const bool first = !known_;
    const auto units =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(number_));
    const auto ticks = static_cast<std::int64_t>(static_cast<std::uint64_t>(rtp_timestamp) -
                                                 static_cast<std::uint64_t>(rtp_timestamp_));
    known_ = true, number_ = number, rtp_timestamp_ = rtp_timestamp;
    if (first || units <= 0 || ticks <= 0 || !(clock_rate_hz > 0)) return {};
    const double seconds = static_cast<double>(ticks) / clock_rate_hz, step = seconds / static_cast<double>(units);
    if (step > NumberedTime::kBeganAnew_s) return {};
    if (step > NumberedTime::kPause_s) return {0, 0, units, seconds};
    return {units, seconds, 0, 0};
  }

 private:
  bool known_ = false;
  std::int64_t number_ = 0, rtp_timestamp_ = 0;
};

}  // namespace jitterscope
