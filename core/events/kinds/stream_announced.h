#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/columns.h"
#include "core/events/identity.h"

namespace jitterscope {

/// A stream begins, or what is known of it has changed (analysis thread): what its StreamId stands for in the log,
/// before the first event that bears it.
struct StreamAnnounced {
  std::uint16_t stream = 0;
  std::uint8_t from = 0;                // ParticipantId
  std::optional<std::uint8_t> to = {};  // absent: to all
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::optional<std::uint8_t> payload_type = {};
  std::optional<double> clock_rate_hz = {};  // of RTP timestamps
  std::optional<double> period_ms = {};      // of frames (video) or blocks (audio); absent: not known
  Timestamp at;                              // local

  StreamId id() const { return StreamId{stream}; }
  StreamKey key() const {
    return {ParticipantId{from}, to ? std::optional(ParticipantId{*to}) : std::nullopt, medium, ssrc};
  }
};

/// Of which nothing else is known.
inline StreamAnnounced announced(StreamId id, const StreamKey& key, Timestamp at) {
  StreamAnnounced stream;
  stream.stream = id.value;
  stream.from = key.from.value;
  if (key.to) stream.to = key.to->value;
  stream.medium = key.medium;
  stream.ssrc = key.ssrc;
  stream.at = at;
  return stream;
}

namespace trace {

template <>
inline constexpr std::int32_t kSince<StreamAnnounced> = 9;
template <>
struct Table<StreamAnnounced> {
  static constexpr std::string_view name = "stream_announced";
  static constexpr std::string_view meaning = "a stream begins, or what is known of it has changed";
  static constexpr bool holds = true;
  static constexpr auto local = &StreamAnnounced::at;
  template <typename E = StreamAnnounced>
  static auto columns() {
    return trace::columns(
        column("stream", &E::stream, "its number in this trace, from 1"),
        column("participant", &E::from, "who sends it: 0 this end, others as in meta"),
        column("to_participant", &E::to, "NULL: to all"), column("medium", &E::medium, "audio or video"),
        column("ssrc", &E::ssrc), column("payload_type", &E::payload_type),
        column("clock_rate_hz", &E::clock_rate_hz, "of RTP timestamps").within(kClockRateHz),
        column("period_ms", &E::period_ms, "of frames or blocks, as its sender says").within(kPeriodMs));
  }
};

}  // namespace trace
}  // namespace jitterscope
