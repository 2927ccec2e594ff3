#pragma once
// The packets of one captured RTP stream, and what can be said of a stream that nobody described.
#include <cstdint>
#include <span>

#include "core/metrics/stream_input.h"

namespace jitterscope::trace {

/// Small: there may be millions.
struct CapturedRtp {
  std::int64_t at_ns = 0, sent_ns = 0;
  std::uint32_t timestamp = 0;
  std::uint16_t sequence = 0, size = 0;  // of the UDP payload
  std::uint16_t frame = 0, block = 0;
  std::uint8_t payload_type = 0;  // below 128
  bool marker = false, has_sent = false, has_block = false;
};

/// Sequence numbers, timestamps and frames are extended. Medium and clock rate follow from the payload type of most
/// packets; of a dynamic one the rate is that at which timestamps run against time, snapped to a usual one (else
/// unknown), and 90 kHz, or several packets a timestamp, make it video. The elements of our header extension are taken
/// where those of all packets fit together: frame numbers change with the timestamp, and delays lie within 0 and 10 s
/// (the clocks of call and capture count as one).
StreamInput to_stream(std::uint32_t ssrc, std::span<const CapturedRtp> packets);

}  // namespace jitterscope::trace
