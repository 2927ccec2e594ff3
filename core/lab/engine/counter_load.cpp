#include "core/lab/engine/counter_load.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <thread>

#include "core/base/realtime/processors.h"
#include "core/lab/engine/child_process.h"

namespace jitterscope {
namespace {

constexpr auto kCounterLook = std::chrono::milliseconds(2), kCounterPatience = std::chrono::milliseconds(10'000);

/// It takes this name when it begins to count.
bool counts(pid_t child) {
  std::string name;
  std::getline(std::ifstream(fmt::format("/proc/{}/comm", child)), name);
  return name == "js-counter";
}

bool ended(pid_t child) {
  return waitpid(child, nullptr, WNOHANG) != 0;
}

}  // namespace

bool CounterLoad::add(int processor, std::string& error) {
  const PinnedTo there(processor);
  if (!there.pinned()) {
    error = fmt::format("The system does not let this program use processor {}.", processor);
    return false;
  }
  const auto child = start_program(kThisProgram, {"counter", std::to_string(getpid())}, "/dev/null", error);
  if (!child) return false;
  children_.push_back(*child);
  for (const auto end = std::chrono::steady_clock::now() + kCounterPatience; !counts(*child);) {
    if (!all_count(error)) return false;
    if (std::chrono::steady_clock::now() > end) {
      error = "A counter process did not begin to count.";
      return false;
    }
    std::this_thread::sleep_for(kCounterLook);
  }
  return true;
}

bool CounterLoad::all_count(std::string& error) {
  if (std::erase_if(children_, ended) == 0) return true;
  error = "A counter process ended by itself: the load was less than asked for.";
  return false;
}

void CounterLoad::clear() {
  for (const pid_t child : children_) kill(child, SIGKILL);
  for (const pid_t child : children_)
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
  children_.clear();
}

}  // namespace jitterscope
