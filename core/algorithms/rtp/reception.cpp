#include "core/algorithms/rtp/reception.h"

#include <algorithm>

namespace jitterscope::rtp {
namespace {

constexpr std::int64_t kMaxDropout = 3000, kMaxMisorder = 100;  // RFC 3550 A.1

}  // namespace

void Reception::restart(std::uint16_t sequence) {
  *this = Reception{};
  highest_ = lowest_ = sequence;
  received_ = 1;
  seen_.set(static_cast<std::size_t>(highest_ % kWindow));
}

std::optional<Reception::Arrival> Reception::accept(std::uint16_t sequence) {
  if (received_ == 0) {
    restart(sequence);
    return Arrival{highest_, false, false};
  }
  const std::int64_t step = static_cast<std::int16_t>(static_cast<std::uint16_t>(sequence - highest_));
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
  if (seen_.test(index)) {
    ++duplicates_;
    return {sequence, true, false};
  }
  seen_.set(index);
  ++received_;
  lowest_ = std::min(lowest_, sequence);
  return {sequence, false, false};
}

std::int64_t Reception::expected() const {
  return received_ == 0 ? 0 : highest_ - lowest_ + 1;
}

ReportBlock Reception::report_block(std::uint32_t ssrc, std::uint32_t jitter) {
  const std::int64_t expected_since = expected() - expected_before_;
  const std::int64_t lost_since = expected_since - (received_ - received_before_);
  expected_before_ = expected();
  received_before_ = received_;
  ReportBlock block;
  block.ssrc = ssrc;
  if (expected_since > 0 && lost_since > 0)
    block.fraction_lost = static_cast<std::uint8_t>(std::min<std::int64_t>(255, lost_since * 256 / expected_since));
  block.cumulative_lost = static_cast<std::int32_t>(std::min<std::int64_t>(0x7FFFFF, expected() - received_));
  block.highest_sequence = static_cast<std::uint32_t>(highest_);
  block.jitter = jitter;
  return block;
}

}  // namespace jitterscope::rtp
