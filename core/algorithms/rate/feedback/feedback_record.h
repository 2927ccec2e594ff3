#pragma once
// What a remote says of each packet that it got or did not get: the content of RFC 8888 §3.1, with sequences extended
// and arrival times added up. No remote sends it in a call yet: a call has trend reports and the counts of RTCP,
// neither of single packets. Simulations fill it (feedback_builder.h).
#include <cstdint>
#include <optional>
#include <span>

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

/// RFC 3168's two bits, as the packet came.
enum class Ecn : std::uint8_t { kNotEct = 0, kEct1 = 1, kEct0 = 2, kCongestion = 3 };

/// One packet.
struct FeedbackRecord {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t sequence = 0;  // as its SendRecord's
  bool received = false;
  std::optional<Timestamp> arrived = {};  // by the reporter's clock; absent: not received, or the report does not say
  Ecn ecn = Ecn::kNotEct;                 // where received
};

/// One report. Those that overlap are allowed: what was not received may be later, what is said last holds.
struct FeedbackReport {
  Timestamp came;                           // local
  Timestamp made;                           // by the reporter's clock, as `arrived`
  std::span<const FeedbackRecord> packets;  // of each stream by sequence; valid during the call that gives the report
};

}  // namespace jitterscope
