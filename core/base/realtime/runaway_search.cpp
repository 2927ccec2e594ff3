#include "core/base/realtime/runaway_search.h"

#include <algorithm>
#include <span>

namespace jitterscope {

void RunawaySearch::begin_look(Timestamp now) {
  now_ = now;
  for (Thread& thread : std::span(threads_).first(count_)) thread.seen = false;
}

std::optional<RunawaySearch::Use> RunawaySearch::look_at(pid_t tid, Duration cpu_time) {
  const auto end = threads_.begin() + static_cast<std::ptrdiff_t>(count_);
  auto thread = std::find_if(threads_.begin(), end, [&](const Thread& known) { return known.tid == tid; });
  if (thread == end) {
    if (count_ == kThreads) return std::nullopt;
    ++count_;
    *thread = {};
    thread->tid = tid;
  }
  thread->seen = true;
  std::optional<Use> use;
  for (std::size_t i = 0; i < std::min(thread->looks, kLooks); ++i) {
    const Use since{cpu_time - thread->cpu_time[i], std::max(now_ - thread->at[i], window_)};
    if (!use || since.used / since.window > use->used / use->window) use = since;
  }
  const std::size_t slot = thread->looks % kLooks;
  thread->at[slot] = now_;
  thread->cpu_time[slot] = cpu_time;
  ++thread->looks;
  return use;
}

void RunawaySearch::end_look() {
  const auto end = threads_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto kept = std::remove_if(threads_.begin(), end, [](const Thread& thread) { return !thread.seen; });
  count_ = static_cast<std::size_t>(kept - threads_.begin());
}

}  // namespace jitterscope
