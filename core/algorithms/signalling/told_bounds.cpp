#include "core/algorithms/signalling/told_bounds.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr double kLongestDelayMs = 120'000, kLeastDelayMs = -1000;  // as one_way_delay of what comes here
constexpr double kMostKbps = 1e7;
constexpr double kMostUnitsASecond = 2000, kMostPacketsASecond = 50'000;
constexpr std::int64_t kUnitsAtOnce = 1000, kPacketsAtOnce = 10'000;

bool is_delay(std::optional<double> ms) {
  return !ms || (*ms >= kLeastDelayMs && *ms <= kLongestDelayMs);
}

bool is_spacing(std::optional<double> ms) {
  return !ms || (*ms >= 0 && *ms <= kLongestDelayMs);
}

}  // namespace

void ToldBounds::has_sent(Medium medium, const std::optional<SenderSummary>& counts) {
  if (!counts) return;
  Sent& sent = sent_[medium];
  if (sent.any) sent.newest = std::max(sent.newest, counts->packets - sent.packets);
  if (!sent.any) sent.newest = counts->packets;
  sent.any = true;
  sent.packets = std::max(sent.packets, counts->packets);
  sent.units = std::max(sent.units, counts->units);
}

bool ToldBounds::can_be(const PeerSummary& told) const {
  const Sent& sent = sent_[told.medium];
  const std::int64_t most = sent.any ? sent.most_packets() : 0, units = sent.any ? sent.most_units() : 0;
  return told.expected <= most && told.packets <= told.expected && told.lost <= told.expected &&
         told.frames_complete + told.frames_lost <= units && told.frames_late.value_or(0) <= told.frames_complete &&
         is_spacing(told.interarrival_mean_ms) && is_spacing(told.interarrival_stddev_ms) &&
         is_spacing(told.jitter_ms) && is_delay(told.delay_mean_ms) && is_delay(told.delay_p95_ms) &&
         told.rate_kbps <= kMostKbps;
}

bool ToldBounds::can_be(const PeerQuality& told) const {
  return is_delay(told.latency_ms) && is_delay(told.network_latency_ms) && is_spacing(told.jitter_ms);
}

bool ToldBounds::can_be(const PeerPacket& told) const {
  return told.frame <= sent_[Medium::kVideo].most_units();
}

bool ToldBounds::can_be(const SenderSummary& told) {
  const double elapsed_s = (told.at - began_).seconds();
  const auto most = [elapsed_s](std::int64_t at_once, double a_second) {
    return at_once + static_cast<std::int64_t>(elapsed_s * a_second);
  };
  auto& before = told_[told.medium];
  const bool same = before && before->ssrc == told.ssrc;
  const bool counts_back =
      same && (told.units < before->units || told.packets < before->packets || told.left_out < before->left_out);
  if (counts_back || std::max(told.units, told.left_out) > most(kUnitsAtOnce, kMostUnitsASecond) ||
      told.packets > most(kPacketsAtOnce, kMostPacketsASecond))
    return false;
  before = told;
  return true;
}

}  // namespace jitterscope
