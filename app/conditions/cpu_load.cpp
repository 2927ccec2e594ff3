#include "app/conditions/cpu_load.h"

#include <unistd.h>

#include <utility>

#include "core/base/realtime/processors.h"

namespace jitterscope {

bool CpuLoad::set(int counters, std::string& error) {
  if (counters < 0 || counters > kMost) {
    error = "There can be 0 to " + std::to_string(kMost) + " counter processes.";
    return false;
  }
  notice_deaths();
  while (counters_.size() > static_cast<std::size_t>(counters)) {
    keeper_.end(counters_.back());
    counters_.pop_back();
  }
  while (counters_.size() < static_cast<std::size_t>(counters)) {
    const auto child = keeper_.start({"counter", std::to_string(getpid())}, -1, error);
    if (!child) return false;
    counters_.push_back(*child);
    if (processor_) jitterscope::run_on(*child, processor_);
  }
  return true;
}

bool CpuLoad::run_on(std::optional<int> processor, std::string& error) {
  notice_deaths();
  processor_ = processor;
  for (const pid_t child : counters_)
    if (!jitterscope::run_on(child, processor)) {
      error = "The system does not let counters run on processor " + std::to_string(processor.value_or(0)) + ".";
      return false;
    }
  return true;
}

int CpuLoad::running() {
  notice_deaths();
  return static_cast<int>(counters_.size());
}

std::vector<std::string> CpuLoad::take_complaints() {
  notice_deaths();
  return std::exchange(complaints_, {});
}

void CpuLoad::notice_deaths() {
  std::erase_if(counters_, [&](pid_t child) {
    std::string how;
    if (keeper_.alive(child, &how)) return false;
    complaints_.push_back("A counter process " + how + ": the load on the processor is one less.");
    return true;
  });
}

}  // namespace jitterscope
