#include "core/measures/tracks/streams/owed_units.h"

#include <algorithm>
#include <utility>

#include "core/events/kinds/setting_changed.h"
#include "core/measures/tracks/streams/medium_comes.h"

namespace jitterscope {
namespace {

constexpr Duration kLeastPace = Duration::ms(1), kMostPace = Duration::seconds(10);

}  // namespace

/// The median of the last steps: a pause is no pace.
Duration OwedUnits::pace() const {
  const std::size_t n = std::min(stepped_, kSteps);
  std::array<Duration, kSteps> sorted = steps_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(n / 2);
  std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(n));
  return n > 0 ? *middle : nominal_;
}

void OwedUnits::note_pace(const Unit& unit) {
  if (!last_ || last_->ssrc != unit.ssrc) {
    stepped_ = 0;
    return;
  }
  if (unit.number != last_->number + 1) return;
  const Duration step = source_step(unit);
  if (step >= kLeastPace && step <= kMostPace) steps_[stepped_++ % kSteps] = step;
}

Duration OwedUnits::source_step(const Unit& unit) const {
  return Duration::from_seconds(static_cast<double>(unit.rtp_timestamp - last_->rtp_timestamp) / clock_.timestamp_hz);
}

/// What the network held up was numbered, and comes now: its timestamps have no gap.
std::optional<Silence> OwedUnits::paused(Silence silence, const Unit& next) const {
  const std::int64_t numbered = std::clamp<std::int64_t>(next.number - last_->number, 0, silence.units + 1);
  const Duration explained = pace() * (numbered + std::min(left_out_since(), silence.units + 1));
  const Duration unexplained = std::min(source_step(next), silence.to - silence.from) - explained;
  if (unexplained <= kShortest) return std::nullopt;
  silence.units = unexplained.ns() / pace().ns();
  return silence;
}

std::optional<Silence> OwedUnits::add(const PacketArrived& packet) {
  if (packet.medium != medium_ || packet.duplicate || packet.untimed) return std::nullopt;
  if (!packet.frame || !clock_.announced || !is_sent_ || !is_wanted_) {
    last_.reset();
    return std::nullopt;
  }
  const Unit unit{packet.ssrc, *packet.frame, packet.rtp_timestamp, packet.received};
  std::optional<Silence> owed = lasting(packet.received);
  const bool same = last_ && last_->ssrc == unit.ssrc;
  if (owed && same) owed = paused(*owed, unit);
  if (owed) ended_ = owed;
  if (!same || unit.number > last_->number) note_pace(unit), last_ = unit;
  left_out_before_ = told_ ? told_->left_out : 0;
  return owed;
}

/// Of the last one that came 16 bits are the sender's.
std::int64_t OwedUnits::numbered_since(Timestamp now) const {
  if (!told_ || now - told_->at < kShortest) return 0;
  const auto since = static_cast<std::int16_t>(told_->units - 1 - last_->number);
  return std::max<std::int64_t>(since, 0);
}

std::optional<Silence> OwedUnits::add(const SenderSummary& told) {
  if (told.medium != medium_) return std::nullopt;
  const bool same = told_ && told_->ssrc == told.ssrc;
  if (told.left_out < 0 || (same && told.left_out < told_->left_out)) return std::nullopt;  // a count does not fall
  const std::int64_t left_out = same ? told.left_out - told_->left_out : 0;
  if (!same) left_out_before_ = told.left_out;
  told_ = told;
  std::optional<Silence> ended = std::exchange(ended_, {});
  if (!ended || left_out <= 0) return std::nullopt;
  ended->units = -std::min(left_out, ended->units);
  return ended;
}

std::optional<Silence> OwedUnits::add(const SettingChanged& change) {
  const std::optional<bool> comes = medium_comes(change, medium_);
  if (!comes) return std::nullopt;
  (change.end == End::kRemote ? is_sent_ : is_wanted_) = *comes;
  if (*comes) return std::nullopt;
  const std::optional<Silence> owed = lasting(change.at);
  last_.reset();
  return owed;
}

std::optional<Silence> OwedUnits::lasting(Timestamp now) const {
  if (!last_ || now - last_->received <= kShortest || pace() < kLeastPace) return std::nullopt;
  const std::int64_t paced = (now - last_->received).ns() / pace().ns() - left_out_since();
  const std::int64_t units = std::max(paced, numbered_since(now));
  return units > 0 ? std::optional(Silence{last_->received, now, units}) : std::nullopt;
}

}  // namespace jitterscope
