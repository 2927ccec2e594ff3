#pragma once
// What jitterscope_priority does with a message.
#include <cstddef>
#include <cstdint>
#include <span>

#include "app/priority/caller.h"

namespace jitterscope::priority {

/// Sets the class of one of the caller's threads. 0, or errno: EINVAL, not a request or beyond what the program uses;
/// ESRCH, no thread of the caller; EACCES, SCHED_FIFO or SCHED_RR for a process without RLIMIT_RTTIME; else the
/// kernel's.
std::int32_t serve(std::span<const std::byte> message, const Caller& caller);

}  // namespace jitterscope::priority
