#pragma once
// A file in the form of a call: its events, given to the analysis that a live call has.
#include <optional>
#include <stop_token>
#include <string>

#include "core/metrics/call_analyzer.h"

namespace jitterscope {

struct OpenedCall {
  CallAnalyzer analyzer;  // has seen all events of the file
  Timestamp end;          // local: the last of them, the moment snapshots are of
  std::string sentence;   // what is shown and what is left out, in words
  std::optional<std::int64_t> began_at_ms = {};  // wall clock at second 0, since 1970; a packet list has none
};

/// A trace: all its events in log order. A packet list, capture or rtpdump: of each medium the stream with the most
/// packets, as if it had been received here. nullopt and one sentence in `error` when it cannot be read or `stop` is
/// asked for. Any thread; takes seconds for 10^6 packets.
std::optional<OpenedCall> open_call(const std::string& path, std::string& error, std::stop_token stop = {});

}  // namespace jitterscope
