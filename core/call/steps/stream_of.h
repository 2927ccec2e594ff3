#pragma once
#include "core/algorithms/rtp/byte_order.h"
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/call/exchange/slot_table.h"

namespace jitterscope {

/// The stream in whose slot the packet belongs, by its SSRC. One that belongs to none is given to the only one there
/// is, which learns its SSRC or says what is wrong with it, and one that is no whole packet to any. nullptr: it is
/// nobody's.
template <typename Stream>
Stream* stream_of(SlotTable<Stream>& streams, rtp::ConstBytes packet) {
  constexpr std::size_t kSsrc = 8;  // of a header's 12 bytes
  Stream *own = nullptr, *first = nullptr;
  const bool whole = packet.size() >= rtp::kMinRtpHeaderBytes;
  const std::uint32_t ssrc = whole ? rtp::read32(packet.data() + kSsrc) : 0;
  int count = 0;
  streams.each([&](Stream& stream) {
    if (!first) first = &stream;
    ++count;
    if (!own && whole && stream.ssrc() == ssrc) own = &stream;
  });
  return own ? own : count == 1 || !whole ? first : nullptr;
}

}  // namespace jitterscope
