#pragma once
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/call/exchange/slot_table.h"

namespace jitterscope {

/// The stream in whose slot the packet belongs, by its SSRC. One that belongs to none is given to the only one there
/// is, which learns its SSRC or says what is wrong with it, and one that is no whole packet to any. nullptr: it is
/// nobody's.
template <typename Stream>
Stream* stream_of(SlotTable<Stream>& streams, rtp::ConstBytes packet) {
  Stream *own = nullptr, *first = nullptr;
  const auto ssrc = rtp::rtp_sender(packet);
  int count = 0;
  streams.each([&](Stream& stream) {
    if (!first) first = &stream;
    ++count;
    if (!own && ssrc && stream.ssrc() == ssrc) own = &stream;
  });
  return own ? own : count == 1 || !ssrc ? first : nullptr;
}

}  // namespace jitterscope
