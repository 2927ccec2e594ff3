#include "core/algorithms/rtp/reception.h"

#include <algorithm>

namespace jitterscope::rtp {
namespace {

constexpr std::int64_t kMaxDropout = 3000, kMaxMisorder = 100;  // RFC 3550 A.1

}  // namespace

void Reception::restart(std::uint16_t sequence) {
  *this = Reception{};
  highest_ = sequence;
  seen_.set(static_cast<std::size_t>(highest_ % kWindow));
}

std::optional<Reception::Arrival> Reception::accept(std::uint16_t sequence, bool of_the_past) {
  if (highest_ < 0) {
    restart(sequence);
    return Arrival{highest_, false, false};
  }
  const std::int64_t step = static_cast<std::int16_t>(static_cast<std::uint16_t>(sequence - highest_));
  if (of_the_past && step < -kMaxMisorder && highest_ + step >= 0) {
    if (step > -kWindow) return arrived(highest_ + step);
    return Arrival{highest_ + step, false, false};
  }
  if (step > kMaxDropout || step < -kMaxMisorder) {
    const bool confirmed = jump_ == sequence;
    jump_ = static_cast<std::uint16_t>(sequence + 1);
    if (!confirmed) return std::nullopt;
    restart(sequence);
    return Arrival{highest_, false, true};
  }
  jump_.reset();
  const std::int64_t extended = highest_ + step;
  if (step > 0) {
    const std::int64_t forget = std::min(step, kWindow);
    for (std::int64_t i = 1; i <= forget; ++i) seen_.reset(static_cast<std::size_t>((highest_ + i) % kWindow));
    highest_ = extended;
  }
  return arrived(extended);
}

Reception::Arrival Reception::arrived(std::int64_t sequence) {
  const auto index = static_cast<std::size_t>((sequence + kWindow) % kWindow);
  const bool duplicate = seen_.test(index);
  seen_.set(index);
  return {sequence, duplicate, false};
}

}  // namespace jitterscope::rtp
