#pragma once
#include "core/algorithms/rtp/byte_order.h"
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/call/exchange/slot_table.h"

namespace jitterscope {

/// The stream in whose slot the packet belongs, by its SSRC; of one that belongs to none, the first, which says what is
/// wrong with it, or learns its SSRC. nullptr: there is no stream.
template <typename Stream>
Stream* stream_of(SlotTable<Stream>& streams, rtp::ConstBytes packet) {
  constexpr std::size_t kSsrc = 8;  // of a header's 12 bytes
  Stream *own = nullptr, *first = nullptr;
  const bool whole = packet.size() >= rtp::kMinRtpHeaderBytes;
  const std::uint32_t ssrc = whole ? rtp::read32(packet.data() + kSsrc) : 0;
  streams.each([&](Stream& stream) {
    if (!first) first = &stream;
    if (!own && whole && stream.ssrc() == ssrc) own = &stream;
  });
  return own ? own : first;
}

}  // namespace jitterscope
