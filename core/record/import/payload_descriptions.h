#pragma once
// The session descriptions that a capture holds (in SIP or SAP over UDP), asked what a payload type carries.
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/record/datagrams/link_layer.h"
#include "core/record/import/payload_types.h"

namespace jitterscope::trace {

class PayloadDescriptions {
 public:
  static constexpr std::size_t kMost = 10'000;  // formats kept; further ones are not

  /// Any datagram that is no RTP packet.
  void add(FrameBytes payload);
  /// Of packets of `type` to this address and port: what is said of that place, else of that port (or, where media come
  /// from where they are sent to, of `source_port`).
  std::optional<PayloadFormat> find(const std::array<std::uint8_t, 16>& destination, std::uint16_t port,
                                    std::uint16_t source_port, std::uint8_t type) const;
  /// What all descriptions that name the type say of it, wherever it goes; nullopt: none does, or they disagree.
  std::optional<PayloadFormat> agreed(std::uint8_t type) const;
  bool knows(std::uint8_t type) const { return known_[type & 0x7F]; }

 private:
  struct Described {
    std::array<std::uint8_t, 16> address{};
    bool has_address = false;
    std::uint16_t port = 0;
    std::uint8_t type = 0;
    PayloadFormat format;
  };
  std::vector<Described> described_;
  std::array<bool, 128> known_{};
};

}  // namespace jitterscope::trace
