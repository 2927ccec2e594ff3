#pragma once
// Where the relay keeps the datagrams that are on its link: a fixed number of buffers, so that a link that holds for
// long, or a flood, cannot take the machine's memory.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/events/link_setting.h"
#include "core/events/names.h"

namespace jitterscope {

/// Which of an end's four sockets.
enum class Channel : std::uint8_t { kAudio, kAudioRtcp, kVideo, kVideoRtcp };
inline constexpr std::size_t kChannels = 4;

/// One thread. Buffers are used again newest first: memory is touched only as far as it was ever needed.
class PacketPool {
 public:
  static constexpr std::size_t kLargest = 10'240;  // bytes of a datagram: above --block-size's most and its headers
  static constexpr std::size_t kPackets = kMostInLink;  // 64 MB
  struct Packet {
    std::size_t size = 0;
    LinkWay way{};
    Channel channel{};               // which socket it came to
    std::uint8_t traffic_class = 0;  // TOS or traffic class, as it came
    std::uint8_t copies_gone = 0;
    bool used = false;
  };

  explicit PacketPool(std::size_t packets = kPackets);
  ~PacketPool();
  PacketPool(const PacketPool&) = delete;
  PacketPool& operator=(const PacketPool&) = delete;

  /// A copy of `bytes` (at most kLargest) with what is known of it. nullopt: all are in use.
  std::optional<std::uint32_t> take(std::span<const std::byte> bytes, const Packet& about);
  Packet& packet(std::uint32_t index) { return packets_[index]; }
  std::span<const std::byte> bytes(std::uint32_t index) const;
  void free(std::uint32_t index);

  /// Calls `act(index)` for each packet in use; it may free that one.
  template <typename Act>
  void for_each(Act&& act) {
    for (std::uint32_t i = 0; i < packets_.size(); ++i)
      if (packets_[i].used) act(i);
  }

 private:
  std::byte* memory_;
  std::vector<Packet> packets_;
  std::vector<std::uint32_t> free_;
};

}  // namespace jitterscope
