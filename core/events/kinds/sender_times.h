#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// The remote's account of its side of one frame (video) or block (audio) that it sent, by its own clock; of all of
/// them, or of evenly chosen ones where the way is narrow, over the control connection. Durations follow each other
/// without gaps, up to the send call of packet `block` (the frame's last) and from there to the interface.
struct SenderTimes {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // frame number (video) or block number (audio), extended as by the sender
  std::uint16_t block = 0;
  Duration capture;                // video: begin of fetching -> begin of encoding; audio: the block's length
  Duration encode;                 // video: begin -> end of encoding; audio: last sample -> send call
  Duration shaper;                 // video: end of encoding -> send call of this block; audio: 0
  Duration waiting;                // part of the three in which a thread could have run but did not yet
  std::optional<Duration> socket;  // send call -> interface queue
  std::optional<Duration> queue;   // interface queue -> interface
  Timestamp at;                    // local: when it came

  constexpr Belonging belonging() const { return Belonging::received(medium, ssrc); }
};

template <>
struct trace::Table<SenderTimes> {
  static constexpr std::string_view name = "sender_times";
  static constexpr std::string_view meaning =
      "the remote's account of its side of one frame or block; durations by its own clock";
  static constexpr auto local = &SenderTimes::at;
  template <typename E = SenderTimes>
  static auto columns() {
    return trace::columns(
        column("medium", &E::medium, "audio or video"), column("ssrc", &E::ssrc),
        column("frame", &E::frame, "audio: block number"), column("block", &E::block, "packet of the frame"),
        column("capture_ns", &E::capture, "audio: the block's length"), column("encode_ns", &E::encode),
        column("shaper_ns", &E::shaper, "encoded until the send call"),
        column("waiting_ns", &E::waiting, "part of these three in which a thread waited for a processor"),
        column("socket_ns", &E::socket, "send call until the interface queue"),
        column("queue_ns", &E::queue, "interface queue until the interface"));
  }
};

}  // namespace jitterscope
