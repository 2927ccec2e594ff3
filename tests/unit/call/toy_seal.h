#pragma once
// A seal that protects nothing but shows where packets are sealed: payloads are changed by a key, a tag says which.
#include <algorithm>

#include "core/algorithms/rtp/packet_seal.h"

namespace jitterscope {

class ToySeal : public rtp::PacketSeal {
 public:
  /// 0: it can seal nothing.
  explicit ToySeal(std::uint8_t key) : key_(key) {}

  std::size_t seal(Kind kind, rtp::ConstBytes head, rtp::ConstBytes body, std::span<std::uint8_t> room) override {
    if (key_ == 0) return 0;
    auto end = std::copy(body.begin(), body.end(), std::copy(head.begin(), head.end(), room.begin()));
    change(room, static_cast<std::size_t>(end - room.begin()));
    *end++ = tag(kind);
    return static_cast<std::size_t>(end - room.begin());
  }
  std::optional<std::size_t> open(Kind kind, rtp::ConstBytes sealed, std::span<std::uint8_t> room) override {
    if (sealed.empty() || sealed.back() != tag(kind)) return std::nullopt;
    std::copy(sealed.begin(), sealed.end() - 1, room.begin());
    change(room, sealed.size() - 1);
    return sealed.size() - 1;
  }

 private:
  static constexpr std::size_t kClear = 12;  // the SSRC stays readable
  void change(std::span<std::uint8_t> bytes, std::size_t size) const {
    for (std::size_t i = kClear; i < size; ++i) bytes[i] ^= key_;
  }
  std::uint8_t tag(Kind kind) const { return static_cast<std::uint8_t>(key_ + static_cast<int>(kind)); }
  const std::uint8_t key_;
};

}  // namespace jitterscope
