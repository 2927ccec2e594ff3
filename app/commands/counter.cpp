#include "app/commands/counter.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace jitterscope {
namespace {

constexpr unsigned kCounterLife_s = 12 * 3600;  // the last resort: of a counter that nobody ends

void take_normal_class() {
  const sched_param none{};
  sched_setscheduler(0, SCHED_OTHER, &none);
  if (getpriority(PRIO_PROCESS, 0) != 0) setpriority(PRIO_PROCESS, 0, 0);
}

/// The parent may have gone before the kernel knew that we want to go with it.
void die_with(const char* parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != std::atoi(parent)) _exit(1);
}

[[noreturn]] void count_without_end() {
  alarm(kCounterLife_s);
  volatile unsigned counter = 0;
  while (true) counter = counter + 1;
}

}  // namespace

void become_child_if_told(int& count, char** arguments) {
  if (count < 3) return;
  const std::string_view word = arguments[1];
  if (word != "counter" && word != "tied") return;
  take_normal_class();
  die_with(arguments[2]);
  prctl(PR_SET_NAME, word == "counter" ? "js-counter" : "jitterscope");  // for ps and top, which would say "exe"
  if (word == "counter") count_without_end();
  std::copy(arguments + 3, arguments + count + 1, arguments + 1);  // with the null pointer at the end
  count -= 2;
}

}  // namespace jitterscope
