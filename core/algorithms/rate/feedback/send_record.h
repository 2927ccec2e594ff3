#pragma once
#include <cstdint>

#include "core/base/units/data.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// A packet of media that this end sent. It is named as in RFC 8888, by its stream and RTP sequence: a transport-wide
/// sequence is not on the wire.
struct SendRecord {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;  // RTP's, extended
  DataSize on_link;           // with all headers
  Timestamp sent;             // local: just before the send call
};

}  // namespace jitterscope
