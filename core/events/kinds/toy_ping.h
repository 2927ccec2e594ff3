#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"

namespace jitterscope {

/// A toy: the remote answered a ping beside a stream of sound that it sends.
struct ToyPing {
  std::uint32_t ssrc = 0;
  std::int64_t number = 0;
  std::optional<Duration> round_trip;  // absent: the first one
  Timestamp at;                        // local

  constexpr Belonging belonging() const { return Belonging::received(Medium::kAudio, ssrc); }
};

namespace trace {

template <>
inline constexpr std::int32_t kSince<ToyPing> = 9;
template <>
struct Table<ToyPing> {
  static constexpr std::string_view name = "toy_ping";
  static constexpr std::string_view meaning = "a toy: the remote answered a ping";
  static constexpr auto local = &ToyPing::at;
  static constexpr auto conference = nullptr;
  template <typename E = ToyPing>
  static constexpr auto columns() {
    return trace::columns(column("ssrc", &E::ssrc), column("number", &E::number),
                          column("round_trip_ns", &E::round_trip, "NULL: the first one"));
  }
};

}  // namespace trace
}  // namespace jitterscope
