#pragma once
// Which scheduling class a thread is to have. parse() reads the words of the command line; to_string() gives them back.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/units/time.h"

namespace jitterscope {

/// Scheduling class asked for a thread (claypool98 §5; sched(7)).
struct PrioritySetting {
  enum class Kind : std::uint8_t {
    kDefault,     // SCHED_OTHER, nice 0
    kNice,        // SCHED_OTHER
    kRealtime,    // SCHED_FIFO
    kRoundRobin,  // SCHED_RR
    kDeadline,    // SCHED_DEADLINE: `runtime` in each `period`; for the periodic senders only
    kSlice        // SCHED_OTHER, nice 0, asking for time slices of `runtime`
  } kind = Kind::kDefault;
  // Absent = the program's choice for the thread's role.
  std::optional<int> level = {};  // nice value, or real-time level 1 … 49
  std::optional<Duration> runtime = {}, period = {};
  /// A class whose threads run before all others, and could keep a processor to themselves.
  bool is_realtime() const { return kind == Kind::kRealtime || kind == Kind::kRoundRobin || kind == Kind::kDeadline; }
  bool operator==(const PrioritySetting&) const = default;
  /// "default", "nice[:-5]", "realtime[:30]", "rr[:30]", "deadline[:RUNTIME_MS/PERIOD_MS]", "slice[:MS]"
  static std::optional<PrioritySetting> parse(std::string_view);
  std::string to_string() const;
};

}  // namespace jitterscope
