#pragma once
// The trace of a call of 24 s that changes at second 12: the delay doubles, jitter grows and packets are lost from then
// on. Every value is made from a counter: each run writes the same events. All that a call knows is in it: what the
// sender tells of its times, what is played and painted, what is sent and what the remote says of it, threads, a link.
#include <string>

namespace jitterscope::changing_call {

inline constexpr double kChange_s = 12, kEnd_s = 24;
inline constexpr double kCallEnd_s = kEnd_s + 0.37;  // cuts a second off

/// False: `error` says why.
bool write(const std::string& path, std::string& error);

}  // namespace jitterscope::changing_call
