#include "core/measures/definitions/sender_counts.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::size_t kMostCounts = 64;

}  // namespace

void SenderCounts::add_packet(Timestamp received, std::int64_t highest) {
  if (first_) {
    if (received <= first_->at) highest_at_first_ = std::max(highest_at_first_, highest);
    return;
  }
  recent_.push_back({received, highest});
  while (received - recent_.front().at > kUnderWay) recent_.pop_front();
}

void SenderCounts::add_report(const SenderCount& report) {
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
  if (!first_ || now - counts_.front().at < kUnderWay) return 0;
  return packets_beyond({first_->packets, highest_at_first_}, {counts_.front().packets, highest});
}

}  // namespace jitterscope
