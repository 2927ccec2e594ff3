#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/base/net/host_port.h"

namespace jitterscope {
namespace {

/// How often the wait looks whether it was cancelled.
constexpr std::chrono::milliseconds kLookForCancel{20};

struct ResolverAnswer {
  std::mutex mutex;
  std::condition_variable ready;
  std::optional<Resolution> resolution;
};

}  // namespace

/// On a thread that may outlive the wait: the resolver cannot be interrupted.
Resolution resolve_within(const HostPort& host_port, std::chrono::milliseconds limit,
                          const std::atomic<bool>* cancelled) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  const auto answer = std::make_shared<ResolverAnswer>();
  std::unique_lock lock(answer->mutex);
  std::thread([answer, host_port] {
    Resolution resolution = resolve(host_port);
    const std::lock_guard hold(answer->mutex);
    answer->resolution = std::move(resolution);
    answer->ready.notify_one();
  }).detach();
  const auto is_cancelled = [cancelled] { return cancelled && cancelled->load(std::memory_order_relaxed); };
  while (!answer->resolution && std::chrono::steady_clock::now() < deadline && !is_cancelled())
    answer->ready.wait_for(lock, kLookForCancel);
  if (answer->resolution) return std::move(*answer->resolution);
  return {{}, fmt::format("Looking up \"{}\" took too long.", host_port.host)};
}

}  // namespace jitterscope
