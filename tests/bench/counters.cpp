#include "tests/bench/counters.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jitterscope {

Counters::Counters(int count) {
  for (int i = 0; i < count; ++i) {
    const pid_t child = fork();
    if (child > 0) children_.push_back(child);
    if (child != 0) continue;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(600);
    volatile unsigned counter = 0;
    while (true) counter = counter + 1;
  }
}

Counters::~Counters() {
  for (const pid_t child : children_) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
}

}  // namespace jitterscope
