#pragma once
// The round trips in the JSON that `irtt client -o FILE` writes.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units/compact_optional.h"

namespace jitterscope {

enum class IrttEnd : std::uint8_t { kClient, kServer };
enum class IrttClock : std::uint8_t { kWall, kMonotonic };
enum class IrttLost : std::uint8_t { kNot, kUnknownWay, kUp, kDown };  // up: to the server

struct IrttRoundTrip {
  /// ns; absent: not told.
  struct Stamps {
    std::array<CompactOptional<std::int64_t>, 2> send, receive;  // by IrttClock
  };
  std::int64_t number = 0;
  IrttLost lost = IrttLost::kNot;
  std::array<Stamps, 2> stamps;  // by IrttEnd

  const Stamps& of(IrttEnd end) const { return stamps[static_cast<std::size_t>(end)]; }
  CompactOptional<std::int64_t> sent(IrttEnd end, IrttClock clock) const {
    return of(end).send[static_cast<std::size_t>(clock)];
  }
  CompactOptional<std::int64_t> received(IrttEnd end, IrttClock clock) const {
    return of(end).receive[static_cast<std::size_t>(clock)];
  }
};

struct IrttFile {
  std::vector<IrttRoundTrip> trips;  // as listed
  std::optional<int> length;         // of a packet, UDP payload bytes
};

/// Survives anything, in time and memory of the text. nullopt and a sentence without an end in `error`: it is no such
/// JSON, is damaged, or has more than `most` round trips. Also nullopt when `stop` is asked for. What it holds beside
/// these is not looked at; a time of 0 or beyond 73 years is none.
std::optional<IrttFile> read_irtt(std::string_view json, std::size_t most, std::string& error,
                                  const std::stop_token& stop);

}  // namespace jitterscope
