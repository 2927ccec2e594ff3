#pragma once
// Which of the threads that are looked at again and again run all the time. Sans-IO, no allocation.
#include <sys/types.h>

#include <array>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// Processor time of up to kThreads real-time threads between looks, however far these are apart. More are not seen.
class RunawaySearch {
 public:
  static constexpr std::size_t kThreads = 256;
  static constexpr std::size_t kLooks = 4;  // before the present one that are remembered

  struct Use {
    Duration used, window;
  };

  /// Looks no closer together than a kLooks-th of `window` leave none of it out.
  explicit RunawaySearch(Duration window) : window_(window) {}

  void begin_look(Timestamp now);
  /// Each real-time thread once a look. Since which of the looks before it used the largest share of the time, or of
  /// the window where that is longer: as far as is known then. nullopt: seen for the first time.
  std::optional<Use> look_at(pid_t tid, Duration cpu_time);
  /// Forgets those that were not looked at: ended, or not real-time any more.
  void end_look();

 private:
  struct Thread {
    pid_t tid = 0;
    bool seen = false;
    std::size_t looks = 0;
    std::array<Timestamp, kLooks> at;  // ring by looks
    std::array<Duration, kLooks> cpu_time;
  };
  const Duration window_;
  std::array<Thread, kThreads> threads_;
  std::size_t count_ = 0;
  Timestamp now_;
};

}  // namespace jitterscope
