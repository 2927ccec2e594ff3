#pragma once
// What the playout of the two received media, the rtcp thread and the analysis thread tell each other while a call
// runs, without a lock: how both media are played, the remote's clock, how long each is to be held and the optimal
// delay.
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/base/realtime/latched_value.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// The last unit that was played.
struct PlayedLast {
  bool known = false;
  std::uint32_t ssrc = 0;
  std::int64_t rtp_timestamp = 0;  // extended
  Timestamp playout;               // local; with what comes after the playout buffer
  Duration held;                   // for lip-sync, when its time was planned
};

/// The pair of the remote's last sender report: the same moment on both clocks.
struct SenderReportPair {
  bool known = false;
  std::uint32_t ssrc = 0;
  Timestamp wall;
  std::uint32_t rtp_timestamp = 0;
  Timestamp received;  // local
};

struct MediumBoard {
  LatchedValue<PlayedLast> played;        // written by audio-receive or video-decode
  LatchedValue<SenderReportPair> report;  // written by rtcp
  // Written by analysis, ns.
  std::atomic<std::int64_t> hold{0};
  std::atomic<std::int64_t> optimum{-1};  // < 0: not known yet
};

struct PlayoutBoard {
  std::array<MediumBoard, 2> media;
  std::atomic<bool> lip_sync{true};                                       // session thread: wanted
  std::atomic<double> skew_ms{std::numeric_limits<double>::quiet_NaN()};  // sound − picture, by analysis; NaN: unknown

  MediumBoard& of(Medium medium) { return media[static_cast<std::size_t>(medium)]; }
  std::optional<double> skew() const {
    const double ms = skew_ms.load(std::memory_order_relaxed);
    return ms == ms ? std::optional(ms) : std::nullopt;
  }
};

}  // namespace jitterscope
