#pragma once
// The packets of a finished stream one by one, as a list shows them: what came, in order of arrival, and what did not.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/events/names.h"
#include "core/measures/views/payload_info.h"

namespace jitterscope {

/// Lost: its number lies between two that came, and it did not. Of a stream that was captured as it left, such a number
/// was never seen leaving.
enum class PacketFate : std::uint8_t { kCame, kReordered, kDuplicate, kLost };

/// Times are NaN where they are unknown.
struct PacketRow {
  double at_s = 0;               // since second 0; of what was lost, or its first: evenly between the packets beside it
  std::int64_t number = 0;       // RTP sequence number as it was on the wire; of a packet list as it is there
  std::int64_t count = 1;        // packets that the row stands for: of a long gap, of which `number` is the first, many
  std::int64_t last_number = 0;  // of a long gap; else not used
  double delta_ms = 0;           // since the packet that came before it
  double jitter_ms = 0;          // the estimate of RFC 3550 A.8 after this packet
  double skew_ms = 0;            // how much earlier than its RTP timestamp says, against the stream's first packet
  std::int32_t size = -1;        // bytes of the UDP payload; -1: unknown
  PacketFate fate = PacketFate::kCame;
  bool marker = false;
  bool timed = true;              // false: a telephone-event, comfort noise or no payload, which jitter leaves out
  bool type_changed = false;      // its payload type is not that of the packet that came before
  std::int8_t payload_type = -1;  // of RTP; -1: unknown
};

struct StreamPackets {
  std::size_t stream = 0;        // in the file
  std::optional<Medium> medium;  // absent: nobody says what it carries
  std::vector<PacketRow> rows;
  std::vector<PayloadCount> payloads;  // what the payload types of the rows are
  std::int64_t lost = 0;               // of all rows
  bool left_here = false;              // captured as it left
};

}  // namespace jitterscope
