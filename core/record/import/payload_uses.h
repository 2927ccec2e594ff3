#pragma once
// The payload types of a captured stream are told apart here by what they are used for.
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/record/import/captured_stream.h"

namespace jitterscope::trace {

class PayloadUses {
 public:
  PayloadUses(std::span<const CapturedRtp> packets, const PayloadLookup& said);

  /// The type of most of the packets that are timed.
  std::uint8_t main_type() const { return main_; }
  const std::optional<KnownPayload>& known(std::uint8_t type) const { return uses_[type].known; }
  /// Telephone-events (also where nobody names them: four bytes, several with one timestamp), comfort noise, and empty
  /// packets among others are not timed.
  bool is_timed(const CapturedRtp& packet) const {
    return uses_[packet.payload_type].timed && (packet.payload > 0 || mostly_empty_);
  }
  /// The clock of its type as somebody says it, in Hz, where the type is another than the main one, and the clock
  /// another than that in use.
  std::optional<double> own_clock_of(const CapturedRtp& packet, std::optional<double> in_use_hz) const {
    const auto clock = uses_[packet.payload_type].clock_rate_hz;
    const bool same = packet.payload_type == main_ || clock == uses_[main_].clock_rate_hz || clock == in_use_hz;
    return same ? std::nullopt : clock;
  }
  /// Counts all types, in their order.
  std::vector<PayloadCount> counts() const;
  /// One whole sentence of packets that are not timed; empty: all are.
  std::string untimed_note() const;

 private:
  struct Use {
    std::size_t packets = 0, empty = 0, of_four_bytes = 0, repeated = 0;  // repeated = timestamp of the one before
    std::uint32_t timestamp = 0;
    std::optional<KnownPayload> known;
    std::optional<double> clock_rate_hz;
    bool timed = true;
  };
  bool is_events(std::uint8_t type, std::size_t all) const;
  bool is_comfort_noise(std::uint8_t type) const;

  std::array<Use, 128> uses_;
  std::uint8_t main_ = 0;
  bool mostly_empty_ = false;
};

/// Fills in what of `stream` follows from the types: medium, clock rate, payload, payloads, notes.
PayloadUses describe(std::span<const CapturedRtp> packets, const PayloadLookup& said, StreamInput& stream);

}  // namespace jitterscope::trace
