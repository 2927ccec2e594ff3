#pragma once
#include "core/events/events.h"
#include "core/base/net/tcp_media.h"

namespace jitterscope {

inline TcpReported tcp_reported(const TcpConnectionInfo& info, Timestamp now) {
  return {info.round_trip_ms,
          info.round_trip_variation_ms,
          info.congestion_window,
          info.retransmitted,
          info.unsent_bytes,
          info.unacknowledged,
          now};
}

}  // namespace jitterscope
