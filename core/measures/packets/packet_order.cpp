#include "core/measures/packets/packet_order.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/stats/radix_sort.h"

namespace jitterscope {

void PacketOrder::list() {
  if (!std::exchange(listed_, false)) return;
  places_.resize(size_);
  std::iota(places_.begin(), places_.end(), std::uint32_t{0});
}

template <typename Column>
void PacketOrder::sort_by(const Column& column) {
  if (empty()) return;
  bool sorted = true;
  std::int64_t before = column(place(0)), least = before, most = before;
  for (std::size_t rank = 1; rank < size_; ++rank) {
    const std::int64_t key = column(place(rank));
    sorted &= before <= key;
    before = key;
    least = std::min(least, key);
    most = std::max(most, key);
  }
  if (sorted) return;
  list();
  std::vector<std::int64_t> keys(packets_->size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = column(i);
  const auto key_of = [&](std::uint32_t place) { return keys[place]; };
  const bool near = least >= 0 || most <= std::numeric_limits<std::int64_t>::max() + least;
  if (near) return radix_sort(places_, key_of);
  std::ranges::stable_sort(places_, {}, key_of);
}

void PacketOrder::sort_by_arrival() {
  sort_by([this](std::size_t place) { return packets_->received(place).ns(); });
}

void PacketOrder::sort_by_sequence() {
  sort_by([this](std::size_t place) { return packets_->sequence(place); });
}

PacketColumns PacketOrder::in_order() const {
  PacketColumns packets;
  for (std::size_t rank = 0; rank < size_; ++rank) packets.push_back((*packets_)[place(rank)]);
  return packets;
}

PacketTimes times_of(const PacketOrder& order) {
  PacketTimes times;
  times.received.resize(order.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank) times.received[rank] = order.received(rank);
  if (!order.any_sent()) return times;
  times.sent.resize(order.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank) times.sent[rank] = order.sent(rank);
  return times;
}

std::vector<double> delays_ms(const PacketTimes& times) {
  std::vector<double> delays;
  delays.reserve(times.sent.size());
  for (std::size_t i = 0; i < times.sent.size(); ++i)
    if (const auto sent = times.sent[i]) delays.push_back((times.received[i] - *sent).ms());
  return delays;
}

DistinctOrders distinct_orders(PacketOrder by_arrival) {
  PacketOrder by_sequence = by_arrival;
  by_sequence.sort_by_sequence();
  std::vector<std::uint32_t> copies;
  std::optional<std::int64_t> before;
  for (std::size_t rank = 0; rank < by_sequence.size(); ++rank) {
    const std::int64_t sequence = by_sequence.sequence(rank);
    if (sequence == before) copies.push_back(static_cast<std::uint32_t>(by_sequence.place(rank)));
    before = sequence;
  }
  if (copies.empty()) return {std::move(by_arrival), std::move(by_sequence)};
  std::sort(copies.begin(), copies.end());
  const auto is_first = [&](std::size_t place) { return !std::binary_search(copies.begin(), copies.end(), place); };
  by_arrival.keep_if(is_first);
  by_sequence.keep_if(is_first);
  return {std::move(by_arrival), std::move(by_sequence)};
}

}  // namespace jitterscope
