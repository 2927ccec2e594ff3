#pragma once
// When frames that are sent in another order than they are shown (B frames) are due.
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/units/compact_optional.h"
#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

/// A frame of which any packet came.
struct SentFrame {
  std::int64_t timestamp = 0;       // RTP, extended
  std::int64_t missing_before = 0;  // sequence numbers up to the frame sent before
  std::int64_t missing_within = 0;  // up to the next frame, but for those before that one
};

struct FrameTurn {
  std::int64_t number = 0;                           // in sending order, from 0; frames that were lost count
  CompactOptional<std::int64_t> decoding_timestamp;  // absent: unknown beside a loss
};

/// Of the frames of one run of a sender, in the order of sending: the k-th one sent is due at the k-th smallest
/// timestamp. Frames fall into groups, of which all timestamps are above those before; the turns of a group with a
/// hole in its sequence are unknown. So are those of the frames after a hole, or at the beginning, that may be of a
/// group whose first frame is missing: up to the first group of two or more frames, at most 16, and as long as a
/// timestamp is left out within the longest group; and those of the last group, if it leaves out a timestamp. How many
/// frames a hole took, the timestamps left out around it say in usual steps, but never more than there are numbers
/// missing between frames. Empty: the frames are sent as they are shown (not two of them fell back), or timestamps fall
/// by more than 16 usual steps, as they do where a sender begins anew. O(n log n).
std::vector<FrameTurn> decoding_order(std::span<const SentFrame> frames);

/// Fills decoding_frame and decoding_timestamp of the packets of a video stream without frame numbers, run by run, and
/// notes it. Leaves others as they are: one whose timestamps never fall costs a look at each.
void put_decoding_order(StreamInput& stream);

}  // namespace jitterscope
