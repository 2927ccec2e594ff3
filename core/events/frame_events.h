#pragma once
// The way of a picture, from its capture to the screen. Plain structs of the log: see events.h.
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// A captured picture became blocks (video-encode thread).
struct FrameEncoded {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  Timestamp captured, encode_begin, encode_end;  // local
  std::int32_t bytes = 0;                        // JPEG entropy-coded bytes
  std::int32_t blocks = 0;
  std::int32_t width = 0, height = 0, quality = 0;
};

/// A picture was left out by its sender (video-encode, video-send threads).
struct FrameOmitted {
  std::uint32_t ssrc = 0;
  std::optional<std::int64_t> frame;  // its number where it had one
  OmitReason reason{};
  Timestamp at;  // local
};

/// The schedule of a frame has been carried out (video-send thread).
struct FrameSent {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  Timestamp begin, end;  // local: first and last send call
  std::int32_t blocks = 0;
  std::int32_t overrun_blocks = 0;  // went out at once because the next frame had come
  Duration fetching;                // T_p measured for this frame
  Duration burst_interval;          // T_burst in force
  std::int32_t burst_size = 0;      // S_burst in force
};

/// A frame was completed or given up by the reassembler (video-receive thread).
struct FrameDone {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  FrameOutcome outcome{};
  bool late = false;            // sun97: R_i - R_{i-1} > T for consecutive frame numbers
  bool discarded_late = false;  // the option to throw late frames away was on
  std::int32_t blocks_received = 0;
  std::int32_t bytes = 0;
  std::int64_t rtp_timestamp = 0;
  std::optional<Timestamp> sent_conference;  // of the first block
  Timestamp first_arrival, completed;        // local; completed = when it was decided for lost frames
};

/// A complete frame was decoded and handed to the screen (video-decode thread).
struct FrameDecoded {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  bool ok = true;
  Timestamp completed, decode_begin, decode_end;  // local
  std::int32_t width = 0, height = 0;
};

/// A decoded frame of the far end was painted (GUI thread).
struct FrameShown {
  std::int64_t frame = 0;
  Timestamp shown;  // local
};

}  // namespace jitterscope
