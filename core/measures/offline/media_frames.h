#pragma once
// Which packets make which frame, and which frames came whole.
#include <cstdint>
#include <span>
#include <vector>

#include "core/events/names.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/packets/packet_order.h"

namespace jitterscope {

/// A frame of a video stream, or a block of an audio stream.
struct MediaFrame {
  std::int64_t number = 0;
  bool complete = true;
  bool marked = false;              // sound: the first block of a talkspurt
  bool timed = true;                // false: it counts for loss alone; when it was due is unknown, or nothing
  Timestamp received;               // of the packet that came last
  CompactOptional<Timestamp> sent;  // of its first packet
  CompactOptional<std::int64_t> rtp_timestamp;  // of its first packet; of frames sent out of order the decoding one
};

/// Distinct packets in sequence order → frames in number order; frames of which nothing came are not listed.
/// Packets belong together by frame number; where no packet has one, by the number of their frame in sending order,
/// where that is not the order of showing (decoding_order.h); else by RTP timestamp, and frames are then numbered from
/// 0, a step of the timestamp across missing packets counting as many frames as the usual step goes into it. Without
/// either: empty. A frame is complete when its sequence numbers run from its first block to its last without a hole.
/// The first is known by its block number, the last by the marker bit. Where packets do not carry these, a neighbour in
/// sequence that belongs to another frame shows the edge; a hole between two frames is divided by the usual size (that
/// of most frames), and charged to the earlier frame where that does not fit. Of sound each packet is a block, numbered
/// by its sequence; one that is not timed is a block all the same. `unread`: ascending, the numbers of packets that
/// came and could not be read; the frame of each is not complete.
std::vector<MediaFrame> media_frames(Medium, const PacketOrder& by_sequence, std::span<const std::int64_t> unread = {});
/// The last argument of a stream: what the receiver refused, without packets of other payload types, which are of no
/// frame.
std::vector<std::int64_t> unread_of(const StreamInput& stream);

}  // namespace jitterscope
