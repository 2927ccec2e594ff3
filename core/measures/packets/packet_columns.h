#pragma once
// The packets of a stream, of which a file may hold millions, as columns of a few bits a number.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "core/base/stats/packed_numbers.h"
#include "core/base/units/compact_optional.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// One datagram of the stream as it arrived (for a sent stream: as it departed; then `received` is the send time and
/// `sent` is absent, or in a capture what the packet says of it). Duplicates are included. Sequence and frame numbers
/// are extended.
struct PacketObservation {
  std::int64_t sequence = 0;
  Timestamp received;
  CompactOptional<Timestamp> sent;  // same clock as `received`
  CompactOptional<std::int64_t> rtp_timestamp;
  CompactOptional<std::int64_t> frame;
  CompactOptional<int> block;
  CompactOptional<int> size;  // UDP payload bytes
  bool marker = false;
  bool timed = true;  // false: it counts for loss, not for jitter, spacing, lateness (a telephone-event, comfort noise)
  // Of video that is sent in another order than it is shown (decoding_order.h), else absent.
  CompactOptional<std::int64_t> decoding_frame = {};      // by which its packets belong together, in sending order
  CompactOptional<std::int64_t> decoding_timestamp = {};  // absent with a decoding_frame: when it was due is unknown
  CompactOptional<int> payload_type = {};                 // of RTP, 0 to 127; of captures
  bool operator==(const PacketObservation&) const = default;
};

/// As std::vector<PacketObservation>, of which no packet is changed once it is in. About 15 bytes a packet.
/// Whoever goes over many of them asks for the columns it needs: a whole packet takes ten times as long.
class PacketColumns {
 public:
  class Iterator;
  PacketColumns() = default;
  PacketColumns(std::span<const PacketObservation> packets);
  PacketColumns(const std::vector<PacketObservation>& packets) : PacketColumns(std::span(packets)) {}

  void push_back(const PacketObservation& packet);
  std::size_t size() const { return sequences_.size(); }
  bool empty() const { return size() == 0; }
  PacketObservation operator[](std::size_t i) const;
  PacketObservation front() const { return (*this)[0]; }
  PacketObservation back() const { return (*this)[size() - 1]; }
  Iterator begin() const;
  Iterator end() const;

  std::int64_t sequence(std::size_t i) const { return sequences_[i]; }
  Timestamp received(std::size_t i) const { return Timestamp::ns(received_[i]); }
  CompactOptional<Timestamp> sent(std::size_t i) const { return Timestamp::ns(sent_[i]); }
  CompactOptional<std::int64_t> rtp_timestamp(std::size_t i) const { return rtp_timestamps_[i]; }
  CompactOptional<std::int64_t> frame(std::size_t i) const { return frames_[i]; }
  CompactOptional<int> block(std::size_t i) const { return small(blocks_[i]); }
  CompactOptional<int> size(std::size_t i) const { return small(sizes_[i]); }
  bool marker(std::size_t i) const { return (flags_[i] & kMarker) != 0; }
  bool timed(std::size_t i) const { return (flags_[i] & kUntimed) == 0; }
  CompactOptional<int> payload_type(std::size_t i) const {
    const std::int64_t behind = flags_[i] / kTypes;
    return behind == 0 ? CompactOptional<int>() : CompactOptional<int>(static_cast<int>(behind - 1));
  }

  CompactOptional<std::int64_t> decoding_frame(std::size_t i) const {
    return any_decoding_frame() ? decoding_frames_[i] : PackedNumbers::kAbsent;
  }
  CompactOptional<std::int64_t> decoding_timestamp(std::size_t i) const {
    return any_decoding_frame() ? decoding_timestamps_[i] : PackedNumbers::kAbsent;
  }

  /// No number or time of any packet lies further from 0; false where that is not plain at once. O(n / 256).
  bool surely_within(std::int64_t reach) const;
  /// Of any packet a send time is known. O(n / 256).
  bool any_sent() const { return !sent_.all_absent(); }
  /// Of any packet the number of its frame is known. O(n / 256).
  bool any_frame() const { return !frames_.all_absent(); }
  /// Frames are sent in another order than they are shown.
  bool any_decoding_frame() const { return decoding_frames_.size() > 0; }
  /// Of memory that they take.
  std::size_t bytes() const;

 private:
  static CompactOptional<int> small(std::int64_t value) {
    return value == PackedNumbers::kAbsent ? CompactOptional<int>() : CompactOptional<int>(static_cast<int>(value));
  }
  void push_decoding(const PacketObservation& packet);

  static constexpr std::int64_t kMarker = 1, kUntimed = 2, kTypes = 4;  // its multiples: one more than the payload type
  PackedNumbers decoding_frames_, decoding_timestamps_;  // empty until a packet has any, so that they cost nothing
  PackedNumbers sequences_, received_, sent_, rtp_timestamps_, frames_, blocks_, sizes_, flags_;
};

/// From one to the next; yields packets by value.
class PacketColumns::Iterator {
 public:
  using value_type = PacketObservation;
  using reference = PacketObservation;
  using pointer = void;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;  // as its references are none

  Iterator() = default;
  Iterator(const PacketColumns* packets, std::size_t place) : packets_(packets), place_(place) {}
  PacketObservation operator*() const { return (*packets_)[place_]; }
  Iterator& operator++() {
    ++place_;
    return *this;
  }
  Iterator operator++(int) { return {packets_, place_++}; }
  bool operator==(const Iterator& other) const { return place_ == other.place_; }

 private:
  const PacketColumns* packets_ = nullptr;
  std::size_t place_ = 0;
};

inline PacketColumns::Iterator PacketColumns::begin() const {
  return {this, 0};
}
inline PacketColumns::Iterator PacketColumns::end() const {
  return {this, size()};
}

}  // namespace jitterscope
