// What jitterscope_priority is asked over its socket: it alone holds the right to classes.
#include <algorithm>

#include "core/base/realtime/class_request.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto message = std::as_bytes(std::span(data, size));
  const auto request = ClassRequest::parse(message);
  if (!request) return 0;
  require(std::ranges::equal(request->bytes(), message), "a request is all that its message says");
  const kernel::Attributes& asked = request->attributes;
  require(request->tid > 0 && asked.flags == 1, "a thread, and none that it starts later");
  require(asked.nice >= -20 && asked.nice <= 19 && asked.priority <= 60,
          "values of the kernel's, below its own threads");
  require(asked.policy == SCHED_OTHER || asked.policy == kernel::kSchedDeadline || asked.runtime == 0,
          "no other times");
  if (asked.policy == kernel::kSchedDeadline)
    require(asked.runtime * 2 <= asked.period && asked.deadline == asked.period, "half a processor at most");
  else
    require(asked.period == 0 && asked.runtime <= 100'000'000, "a slice of 100 ms at most");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  const auto add = [&](std::uint32_t policy, int nice, std::uint32_t level, std::uint64_t runtime,
                       std::uint64_t period) {
    ClassRequest request{4711, {}};
    request.attributes.policy = policy;
    request.attributes.nice = nice;
    request.attributes.priority = level;
    request.attributes.runtime = runtime;
    request.attributes.deadline = request.attributes.period = period;
    const auto bytes = request.bytes();
    const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    seeds.emplace_back(first, first + bytes.size());
  };
  add(SCHED_OTHER, -11, 0, 0, 0);
  add(SCHED_OTHER, 0, 0, 3'000'000, 0);
  add(SCHED_FIFO, 0, 20, 0, 0);
  add(SCHED_RR, 0, 60, 0, 0);
  add(kernel::kSchedDeadline, 0, 0, 2'000'000, 20'000'000);
  return seeds;
}
