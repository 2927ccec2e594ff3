#include "core/record/import/timeline.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/playout/restart.h"

namespace jitterscope::trace {
namespace {

constexpr double kHour = 3600, kFastestClock = 90000;
constexpr std::size_t kMostStretches = 100'000;  // eleven years of hours; beyond them nothing begins anew
constexpr std::ptrdiff_t kMostTried = 64;        // stretches before the newest one, of a late packet

}  // namespace

std::int64_t Timeline::in_units(std::int64_t timestamp, std::optional<double> own_clock_hz) const {
  if (!own_clock_hz || !clock_rate_hz_) return timestamp;
  return std::llround(static_cast<double>(timestamp) * *clock_rate_hz_ / *own_clock_hz);
}

double Timeline::transit_s(std::int64_t timestamp, Timestamp received) const {
  return received.seconds() - static_cast<double>(timestamp) / clock_rate_hz_.value_or(kFastestClock);
}

bool Timeline::restarts_at(std::int64_t timestamp, Timestamp received) const {
  if (!clock_rate_hz_) return false;
  const double source = static_cast<double>(timestamp - last_) / *clock_rate_hz_;
  const bool usual_again = std::abs(transit_s(timestamp, received) - least_transit_s_) < 1;  // as restart.h has it
  return !usual_again && timestamps_restarted(source, (received - at_).seconds() - source);
}

/// The last one that begins with no higher number, but none of another run: the first packets of a run may be
/// overtaken.
const Timeline::Stretch& Timeline::stretch_of(const NumberedPacket& packet) const {
  const auto end = stretches_.rbegin() + std::min(std::ssize(stretches_), kMostTried);
  const Stretch* of_run = &stretches_.back();
  for (auto stretch = stretches_.rbegin(); stretch != end; ++stretch) {
    if (stretch->run == packet.run) of_run = &*stretch;
    if (stretch->run < packet.run) break;
    if (stretch->first_number <= packet.sequence && stretch->run == packet.run) return *stretch;
  }
  return *of_run;
}

std::int64_t Timeline::timestamp(const NumberedPacket& packet, Timestamp received, std::optional<double> own_clock_hz,
                                 bool timed) {
  const std::int64_t units = in_units(packet.rtp_timestamp, own_clock_hz);
  if (!timed) return units + (stretches_.empty() ? 0 : stretch_of(packet).shift);
  const std::size_t stretches = stretches_.size();
  if (stretches_.empty()) {
    stretches_.push_back({packet.sequence, 0, own_clock_hz, packet.run});
    highest_ = packet.sequence;
  } else if (packet.sequence > highest_) {
    const Stretch& now = stretches_.back();
    const bool other_run = packet.run != now.run, other_clock = own_clock_hz != now.own_clock_hz;
    const bool restarted = !other_run && !other_clock && restarts_at(units + now.shift, received);
    restarts_ += restarted;
    clock_changes_ += other_clock;
    if ((other_run || other_clock || restarted) && stretches_.size() < kMostStretches) {
      const auto hour = static_cast<std::int64_t>(kHour * clock_rate_hz_.value_or(kFastestClock));
      stretches_.push_back({packet.sequence, last_ + hour - units, own_clock_hz, packet.run});
    }
  }
  const std::int64_t on_line = units + stretch_of(packet).shift;
  if (packet.sequence < highest_) return on_line;
  highest_ = packet.sequence, last_ = on_line, at_ = received;
  const double transit = transit_s(on_line, received);
  least_transit_s_ = stretches_.size() > stretches ? transit : std::min(least_transit_s_, transit);
  return on_line;
}

}  // namespace jitterscope::trace
