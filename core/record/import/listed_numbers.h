#pragma once
// Sequence, frame and timestamp numbers of the rows of a packet list, extended over the wraps of their counters.
#include <cstdint>
#include <vector>

#include "core/measures/packets/packet_columns.h"

namespace jitterscope {

/// A row without a receive time.
struct LostRow {
  std::int64_t number = 0;
  Timestamp neighbour;  // when the packet of the row before it came; of the row after it where `leads`
  bool leads = false;   // no row before it is of a packet that came
};

/// Sorts the packets by arrival (those of equal times stay in their order) and extends numbers of 16 bits (sequence and
/// frame) and of 32 (RTP timestamp) where they wrap: where all of a kind are counters of so many bits and one falls
/// back by more than half of their range. The numbers of lost rows, in order of the list, go with those of their
/// neighbours.
void put_in_order(std::vector<PacketObservation>& packets, std::vector<LostRow>& lost);

}  // namespace jitterscope
