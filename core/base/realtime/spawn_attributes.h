#pragma once
// How a child process begins, whatever the thread that starts it has: normal class, no signals blocked or ignored.
#include <sched.h>
#include <signal.h>
#include <spawn.h>

namespace jitterscope {

/// For posix_spawn, which reads `value`.
struct SpawnAttributes {
  posix_spawnattr_t value;
  SpawnAttributes() {
    posix_spawnattr_init(&value);
    const sched_param none{};
    sigset_t empty, all;
    sigemptyset(&empty);
    sigfillset(&all);
    posix_spawnattr_setschedpolicy(&value, SCHED_OTHER);
    posix_spawnattr_setschedparam(&value, &none);
    posix_spawnattr_setsigmask(&value, &empty);
    posix_spawnattr_setsigdefault(&value, &all);
    posix_spawnattr_setflags(&value, POSIX_SPAWN_SETSCHEDULER | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnAttributes() { posix_spawnattr_destroy(&value); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
};

}  // namespace jitterscope
