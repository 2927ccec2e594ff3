#include "core/algorithms/signalling/told_bounds.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr double kLongestDelayMs = 120'000, kLeastDelayMs = -1000;  // as one_way_delay of what comes here
constexpr double kMostKbps = 1e7;
constexpr std::int64_t kMostCopies = 16;  // of each packet
constexpr double kMostUnitsASecond = 2000, kMostPacketsASecond = 50'000;
constexpr std::int64_t kUnitsAtOnce = 1000, kPacketsAtOnce = 10'000;
constexpr std::int64_t kMostOfAStream = 1'000'000'000;  // weeks of the shortest blocks

bool is_delay(std::optional<double> ms) {
  return !ms || (*ms >= kLeastDelayMs && *ms <= kLongestDelayMs);
}

}  // namespace

void ToldBounds::has_sent(Medium medium, const std::optional<SenderSummary>& counts) {
  if (!counts) return;
  Sent& sent = sent_[medium];
  if (sent.looks > 0) sent.newest = std::max(sent.newest, counts->packets - sent.packets);
  ++sent.looks;
  sent.packets = std::max(sent.packets, counts->packets);
  sent.units = std::max(sent.units, counts->units);
}

bool ToldBounds::can_be(const PeerSummary& told) const {
  const Sent& sent = sent_[told.medium];
  return std::max(told.duplicates, told.reordered) <= kMostCopies * sent.most_packets() &&
         told.lost >= -told.duplicates && told.expected <= sent.most_packets() && told.packets <= told.expected &&
         told.lost <= told.expected && told.frames_complete + told.frames_lost <= sent.most_units() &&
         told.frames_late.value_or(0) <= told.frames_complete && is_delay(told.delay_mean_ms) &&
         is_delay(told.delay_p95_ms) && told.rate_kbps <= kMostKbps;
}

bool ToldBounds::can_be(const PeerQuality& told) const {
  return is_delay(told.latency_ms) && is_delay(told.network_latency_ms);
}

bool ToldBounds::can_be(const PeerPacket& told) const {
  return told.frame <= sent_[Medium::kVideo].most_units() && told.offset.ms() <= kLongestDelayMs;
}

bool ToldBounds::can_be(const SenderTimes& told) const {
  const Duration whole =
      told.capture + told.encode + told.shaper + told.socket.value_or(Duration()) + told.queue.value_or(Duration());
  return std::max(whole, told.waiting).ms() <= kLongestDelayMs;
}

bool ToldBounds::can_be(const SenderSummary& told) {
  auto& counted = told_[told.medium];
  if (!counted || counted->last.ssrc != told.ssrc) {  // it may have sent to others for long
    if (std::max({told.units, told.packets, told.left_out}) > kMostOfAStream) return false;
    counted = {told, told};
    return true;
  }
  const SenderSummary &first = counted->first, &last = counted->last;
  const double elapsed_s = (told.at - first.at).seconds();
  const auto grows = [&](std::int64_t SenderSummary::*count, std::int64_t at_once, double a_second) {
    const std::int64_t most = at_once + static_cast<std::int64_t>(elapsed_s * a_second);
    return told.*count >= last.*count && told.*count - first.*count <= most;
  };
  if (!grows(&SenderSummary::units, kUnitsAtOnce, kMostUnitsASecond) ||
      !grows(&SenderSummary::left_out, kUnitsAtOnce, kMostUnitsASecond) ||
      !grows(&SenderSummary::packets, kPacketsAtOnce, kMostPacketsASecond))
    return false;
  counted->last = told;
  return true;
}

}  // namespace jitterscope
