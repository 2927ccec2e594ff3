#pragma once
// RTP packets in a byte stream (RFC 4571 §2): each after its length in 16 bits, big-endian. Sans-IO.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/algorithms/rtp/byte_order.h"
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/events/bytes_on_link.h"

namespace jitterscope::rtp {

inline constexpr std::size_t kMostFramedBytes = 65535;  // of a packet

/// What goes into the stream before a packet of `packet_bytes` ≤ kMostFramedBytes.
std::array<std::uint8_t, kFramingBytes> framing_of(std::size_t packet_bytes);

/// Finds the packets in a received stream. Any bytes are a stream of packets: whether these are RTP is not looked at.
/// Never allocates after construction; memory is touched as it is used.
class FramedPackets {
 public:
  FramedPackets() : bytes_(std::make_unique_for_overwrite<std::uint8_t[]>(kRoom)) {}

  /// Where the next bytes of the stream go; not empty once next() has given nullopt.
  std::span<std::uint8_t> room();
  /// That many of them were put at the start of room().
  void received(std::size_t bytes);
  /// The next whole packet, not empty (empty ones are passed over, RFC 4571 §2); good until room() is called.
  std::optional<ConstBytes> next();
  /// How many empty ones were passed over in this stream.
  std::int64_t empty() const { return empty_; }
  /// Another stream begins.
  void clear() { begin_ = end_ = 0, empty_ = 0; }

 private:
  static constexpr std::size_t kRoom = kFramingBytes + kMostFramedBytes;
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t begin_ = 0, end_ = 0;  // received and not given out
  std::int64_t empty_ = 0;
};

}  // namespace jitterscope::rtp
