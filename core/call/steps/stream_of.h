#pragma once
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/call/exchange/slot_table.h"

namespace jitterscope {

/// Whose slot it is in that a packet of this sender belongs: of the first that `is_its(slot, ssrc)` says so of. What
/// belongs to none is given to the only one there is, which learns its SSRC or says what is wrong with it, and what is
/// no whole packet (no sender) to any. nullptr: it is nobody's.
template <typename T, typename IsIts>
T* slot_of(SlotTable<T>& slots, std::optional<std::uint32_t> ssrc, IsIts&& is_its) {
  T *own = nullptr, *first = nullptr;
  int count = 0;
  slots.each([&](T& slot) {
    if (!first) first = &slot;
    ++count;
    if (!own && ssrc && is_its(slot, *ssrc)) own = &slot;
  });
  return own ? own : count == 1 || !ssrc ? first : nullptr;
}

/// The stream to which the RTP packet belongs.
template <typename Stream>
Stream* stream_of(SlotTable<Stream>& streams, rtp::ConstBytes packet) {
  return slot_of(streams, rtp::rtp_sender(packet),
                 [](const Stream& stream, auto ssrc) { return stream.ssrc() == ssrc; });
}

}  // namespace jitterscope
