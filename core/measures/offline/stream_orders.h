#pragma once
// The packets of a finished stream in order of arrival and of sequence.
#include <cstdint>

#include "core/measures/definitions/stream_input.h"
#include "core/measures/packets/packet_order.h"

namespace jitterscope {

struct StreamOrders : DistinctOrders {
  std::size_t last() const { return by_sequence.size() - 1; }  // rank, in both
  std::int64_t copies = 0;                                     // all, duplicates included
};

/// All packets in order of arrival, copies included. Those with a number or time beyond 2^61 are left out: no stream
/// holds one, a damaged file may.
PacketOrder arrivals_of(const StreamInput&);
/// Sorts the packets that arrivals_of() lists, and counts them with their copies.
StreamOrders orders_of(const StreamInput&);

/// Of `expected` numbers, those before the first packet and behind the last one.
std::int64_t lost_around(const StreamOrders&, std::int64_t expected);

}  // namespace jitterscope
