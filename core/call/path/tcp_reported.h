#pragma once
#include "core/base/net/tcp_media.h"
#include "core/events/kinds/tcp_reported.h"

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
