#pragma once
// OpenOptions say how a file is opened as a call; a FileStream is what is said of one of its streams.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/measures/definitions/stream_clock.h"
#include "core/record/import/payload_rule.h"

namespace jitterscope {

/// A stream of a packet list, capture or rtpdump.
struct FileStream {
  std::string name;  // "video 0x00000003 (30 packets, JPEG, sent)"
  bool shown = false;
  bool can_be_shown = false;  // what it carries is known, and it holds packets
};

/// How a file that is no trace is read and shown.
struct OpenOptions {
  std::optional<std::size_t> stream =
      {};  // one of OpenedCall::streams that can be shown; absent: the one with most packets
  std::vector<PayloadRule> payloads = {};    // as CaptureOptions::payloads
  std::optional<ClockRelation> clocks = {};  // wins over what the file says
  std::optional<std::uint16_t> port = {};    // as CaptureOptions::port
  bool also_without_stream = false;          // a file is open too where nobody says what any of its streams carries
};

}  // namespace jitterscope
