#include "app/relay/control_flow.h"

#include <utility>

namespace jitterscope {

std::uint32_t ControlFlow::add(std::string bytes) {
  segments_.emplace(next_, Segment{std::move(bytes), false, std::nullopt});
  return next_++;
}

std::size_t ControlFlow::size(std::uint32_t number) const {
  const auto found = segments_.find(number);
  return found == segments_.end() ? 0 : found->second.bytes.size();
}

void ControlFlow::arrived(std::uint32_t number, std::string& out) {
  const auto found = segments_.find(number);
  if (found == segments_.end()) return;
  found->second.arrived = true;
  while (!segments_.empty() && segments_.begin()->second.arrived) {
    out += segments_.begin()->second.bytes;
    segments_.erase(segments_.begin());
  }
}

void ControlFlow::lost(std::uint32_t number, Timestamp at) {
  const auto found = segments_.find(number);
  if (found == segments_.end() || found->second.arrived) return;
  found->second.resend = at + kResendTime + Duration::ns(losses_++ * 17'000'000 % kResendSpread.ns());
}

std::optional<Timestamp> ControlFlow::resend_due() const {
  std::optional<Timestamp> due;
  for (const auto& [number, segment] : segments_)
    if (segment.resend && (!due || *segment.resend < *due)) due = segment.resend;
  return due;
}

std::optional<std::uint32_t> ControlFlow::take_resend(Timestamp now) {
  for (auto& [number, segment] : segments_) {
    if (!segment.resend || *segment.resend > now) continue;
    segment.resend.reset();
    return number;
  }
  return std::nullopt;
}

void ControlFlow::flush(std::string& out) {
  for (auto& [number, segment] : segments_) out += segment.bytes;
  segments_.clear();
}

}  // namespace jitterscope
