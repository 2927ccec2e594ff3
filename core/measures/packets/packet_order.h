#pragma once
// Packets of a stream in an order of their own.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/measures/packets/packet_columns.h"

namespace jitterscope {

/// Of packets that outlive it. The columns are by rank in this order. No memory where it is the order in which the
/// packets are listed, else 4 bytes a packet.
class PacketOrder {
 public:
  PacketOrder() = default;  // of none
  /// All, as they are listed.
  explicit PacketOrder(const PacketColumns& packets) : packets_(&packets), size_(packets.size()) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// In the list.
  std::size_t place(std::size_t rank) const { return listed_ ? rank : places_[rank]; }

  std::int64_t sequence(std::size_t rank) const { return packets_->sequence(place(rank)); }
  Timestamp received(std::size_t rank) const { return packets_->received(place(rank)); }
  CompactOptional<Timestamp> sent(std::size_t rank) const { return packets_->sent(place(rank)); }
  CompactOptional<std::int64_t> rtp_timestamp(std::size_t rank) const { return packets_->rtp_timestamp(place(rank)); }
  CompactOptional<std::int64_t> frame(std::size_t rank) const { return packets_->frame(place(rank)); }
  CompactOptional<int> block(std::size_t rank) const { return packets_->block(place(rank)); }
  CompactOptional<int> size(std::size_t rank) const { return packets_->size(place(rank)); }
  bool marker(std::size_t rank) const { return packets_->marker(place(rank)); }
  bool timed(std::size_t rank) const { return packets_->timed(place(rank)); }
  CompactOptional<int> payload_type(std::size_t rank) const { return packets_->payload_type(place(rank)); }
  CompactOptional<std::int64_t> decoding_frame(std::size_t rank) const { return packets_->decoding_frame(place(rank)); }
  CompactOptional<std::int64_t> decoding_timestamp(std::size_t rank) const {
    return packets_->decoding_timestamp(place(rank));
  }
  bool any_decoding_frame() const { return packets_ && packets_->any_decoding_frame(); }
  /// Of any packet of the list, also of those left out.
  bool any_sent() const { return packets_ && packets_->any_sent(); }

  /// Leaves out those for which not keep(place in the list).
  template <typename Keep>
  void keep_if(const Keep& keep) {
    std::size_t first = 0;
    while (first < size_ && keep(place(first))) ++first;
    if (first == size_) return;
    list();
    std::erase_if(places_, [&](std::uint32_t place) { return !keep(place); });
    size_ = places_.size();
  }
  /// By the column; equal ones stay in the order they had. O(n) where their range is small beside 2^64.
  void sort_by_arrival();
  void sort_by_sequence();
  /// It is that of the list, of all packets.
  bool as_listed() const { return listed_; }
  /// Those packets, listed in this order.
  PacketColumns in_order() const;

 private:
  void list();
  template <typename Column>
  void sort_by(const Column& column);

  const PacketColumns* packets_ = nullptr;
  std::size_t size_ = 0;
  bool listed_ = true;
  std::vector<std::uint32_t> places_;
};

/// Times of packets in an order, for whoever goes over them again and again.
struct PacketTimes {
  std::vector<Timestamp> received;
  std::vector<CompactOptional<Timestamp>> sent;  // empty: of no packet of the list one is known
};
PacketTimes times_of(const PacketOrder&);
/// One-way delays of those of which a send time is known, in that order.
std::vector<double> delays_ms(const PacketTimes&);

/// The first copy of each sequence number in both orders; others are left out. `by_arrival` has the packets of which
/// the other one is made.
struct DistinctOrders {
  PacketOrder by_arrival, by_sequence;
};
DistinctOrders distinct_orders(PacketOrder by_arrival);

}  // namespace jitterscope
