#include "core/measures/offline/stream_orders.h"

#include <utility>

namespace jitterscope {
namespace {

/// Small enough for differences not to overflow.
constexpr std::int64_t kFarthest = std::int64_t{1} << 61;

/// All of its numbers and times are.
bool within_reach(const PacketColumns& packets, std::size_t place) {
  const auto small = [](std::int64_t value) { return value >= -kFarthest && value <= kFarthest; };
  const auto sent = packets.sent(place);
  return small(packets.sequence(place)) && small(packets.received(place).ns()) && (!sent || small(sent->ns())) &&
         small(packets.frame(place).value_or(0)) && small(packets.rtp_timestamp(place).value_or(0));
}

}  // namespace

PacketOrder arrivals_of(const StreamInput& stream) {
  PacketOrder by_arrival(stream.packets);
  if (!stream.packets.surely_within(kFarthest))
    by_arrival.keep_if([&](std::size_t place) { return within_reach(stream.packets, place); });
  by_arrival.sort_by_arrival();
  return by_arrival;
}

StreamOrders orders_of(const StreamInput& stream) {
  PacketOrder by_arrival = arrivals_of(stream);
  const auto copies = static_cast<std::int64_t>(by_arrival.size());
  return {distinct_orders(std::move(by_arrival)), copies};
}

std::int64_t lost_around(const StreamOrders& orders, std::int64_t expected) {
  if (orders.by_sequence.empty()) return 0;
  return expected - (orders.by_sequence.sequence(orders.last()) - orders.by_sequence.sequence(0) + 1);
}

}  // namespace jitterscope
