#include "app/relay/way_counts.h"

#include <algorithm>

#include "core/base/units/data.h"

namespace jitterscope {

WayCounts::WayCounts(LinkWay way) {
  totals_.way = way;
  own_delays_.reserve(kMostOwnDelays);
}

void WayCounts::offered(Content content) {
  ++totals_.offered;
  if (content == Content::kBackground) ++totals_.background_offered;
}

void WayCounts::delivered(int bytes_on_link, bool duplicate) {
  ++totals_.delivered;
  if (duplicate) ++totals_.duplicated;
  delivered_bytes_ += bytes_on_link;
}

void WayCounts::dropped(LinkDrop reason, Content content) {
  switch (reason) {
    case LinkDrop::kQueueFull: ++totals_.dropped_queue; break;
    case LinkDrop::kRandomLoss: ++totals_.dropped_random; break;
    case LinkDrop::kCollisions: ++totals_.dropped_collisions; break;
    case LinkDrop::kOverload:
      ++totals_.dropped_overload;
      overloaded_ = true;
      break;
  }
  if (content == Content::kRtp) ++totals_.media_dropped;
  if (content == Content::kBackground) ++totals_.background_dropped;
}

void WayCounts::own_delay(Duration delay) {
  if (own_delays_.size() < kMostOwnDelays) own_delays_.push_back(delay);
}

void WayCounts::queue(const link::QueueState& state) {
  totals_.queue_packets = state.packets;
  totals_.queue_bytes = state.bytes;
  totals_.queue_packets_max = std::max(totals_.queue_packets_max, state.packets);
}

LinkReport WayCounts::report(Timestamp at) {
  LinkReport report = totals_;
  const Duration since = at - totals_.at;
  report.delivered_kbps =
      totals_.at == Timestamp() ? 0 : (DataSize::bytes(delivered_bytes_) / since).kbits_per_second();
  report.own_delay_us.reset();
  if (!own_delays_.empty()) {
    const auto middle = own_delays_.begin() + static_cast<std::ptrdiff_t>(own_delays_.size() / 2);
    std::nth_element(own_delays_.begin(), middle, own_delays_.end());
    report.own_delay_us = middle->us();
    overloaded_ = overloaded_ || *middle > kLongestOwnDelay;
  }
  report.overloaded = overloaded_;
  report.at = totals_.at = at;
  totals_.queue_packets_max = totals_.queue_packets;
  delivered_bytes_ = 0;
  overloaded_ = false;
  own_delays_.clear();
  return report;
}

}  // namespace jitterscope
