#include "core/measures/definitions/sender_counts.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr std::size_t kMostCounts = 64;

}  // namespace

std::int64_t packets_beyond(const CountedSilence& of) {
  const std::int64_t beyond = packets_beyond({of.first.packets, of.highest_at_first}, {of.last.packets, of.highest});
  const Duration silent = of.last.at - of.last_received - kUnderWay, counted = of.last.at - of.first.at;
  if (silent <= Duration()) return 0;
  if (counted <= Duration()) return beyond;
  const double pace = static_cast<double>(of.last.packets - of.first.packets) / counted.seconds();
  return std::min(beyond, static_cast<std::int64_t>(std::ceil(std::max(0.0, pace * silent.seconds()))));
}

void SenderCounts::add_packet(Timestamp received, std::int64_t highest) {
  last_received_ = std::max(last_received_, received);
  if (first_) {
    if (received <= first_->at) highest_at_first_ = std::max(highest_at_first_, highest);
    return;
  }
  recent_.push_back({received, highest});
  while (received - recent_.front().at > kUnderWay) recent_.pop_front();
}

void SenderCounts::add_report(const SenderCount& report) {
  newest_ = report;
  counts_.push_back(report);
  if (counts_.size() > kMostCounts) counts_.pop_front();
  if (first_ || recent_.empty()) return;
  first_ = report;
  highest_at_first_ = recent_.front().highest - 1;
  for (const HighestAt& each : recent_)
    if (each.at <= report.at) highest_at_first_ = each.highest;
  recent_.clear();
}

std::int64_t SenderCounts::beyond(Timestamp now, std::int64_t highest) {
  while (counts_.size() > 1 && now - counts_[1].at >= kUnderWay) counts_.pop_front();
  if (!first_) return 0;
  const std::int64_t beyond = packets_beyond({*first_, newest_, highest_at_first_, highest, last_received_});
  if (now - counts_.front().at < kUnderWay || counts_.front().at - last_received_ < kUnderWay) return beyond;
  return std::max(beyond, packets_beyond({first_->packets, highest_at_first_}, {counts_.front().packets, highest}));
}

}  // namespace jitterscope
