#include "core/base/realtime/watchdog.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>

#include <array>
#include <cstdio>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/kernel_priority.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/base/realtime/runaway_search.h"
#include "core/base/realtime/task_list.h"
#include "core/base/scheduling/class_limits.h"

namespace jitterscope {
namespace {

static_assert(Watchdog::kLevel == class_limits::kWatchdogLevel);
constexpr std::size_t kMostAtOnce = 32;

/// clock_getcpuclockid(3) for a thread: its processor time, exact also while it runs.
std::optional<Duration> cpu_time(pid_t tid) {
  constexpr unsigned kPerThread = 4, kScheduler = 2;
  timespec time{};
  if (clock_gettime(static_cast<clockid_t>((~static_cast<unsigned>(tid) << 3) | kPerThread | kScheduler), &time) != 0)
    return std::nullopt;
  return Duration::seconds(time.tv_sec) + Duration::ns(time.tv_nsec);
}

Duration allowed(const kernel::Attributes& attributes, const WatchdogBudget& budget, Duration window) {
  const double seconds = window.seconds();
  if (attributes.policy != kernel::kSchedDeadline) return Duration::from_seconds(seconds * budget.share);
  const double reserved = static_cast<double>(attributes.runtime) / static_cast<double>(attributes.period);
  return Duration::from_seconds(seconds * reserved * budget.reserved_share);
}

}  // namespace

ShortText<160> Demotion::sentence() const {
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(),
                "The thread %.*s used up its budget (%d of %d ms): it lost its class so that the machine stays usable. "
                "Choose it again to give it back.",
                static_cast<int>(thread.view().size()), thread.view().data(), static_cast<int>(used.ns() / 1'000'000),
                static_cast<int>(window.ns() / 1'000'000));
  return ShortText<160>(text.data());
}

struct Watchdog::State {
  State(WatchdogBudget wanted, std::function<void(const Demotion&)> listener)
      : budget(wanted), tell(std::move(listener)), search(wanted.window) {}
  ~State() {
    thread.reset();
    close(stop_event);
  }

  void run(std::stop_token stop) {
    const std::stop_callback wake(stop, [this] { eventfd_write(stop_event, 1); });
    while (!stop.stop_requested()) {
      look();
      const Duration pause = pause_after(seen(), budget).longest;
      const timespec timeout{pause.ns() / 1'000'000'000, pause.ns() % 1'000'000'000};
      pollfd wait{stop_event, POLLIN, 0};
      ppoll(&wait, 1, &timeout, nullptr);
    }
  }

  static WatchSeen seen() {
    kernel::Attributes own;
    return {.above_all = kernel::get(0, own) && own.fifo_or_rr()};
  }

  void look() {
    const pid_t self = gettid();
    demoted = 0;
    search.begin_look(monotonic_now());
    // At every look: a new runaway must be judged (5 looks) well before the limit under rtkit signals (150 ms).
    tasks.each(scratch, [&](pid_t tid) {
      if (tid != self) look_at(tid);
    });
    search.end_look();
    for (std::size_t i = 0; i < demoted; ++i) {
      Demotion& demotion = demotions[i];
      std::array<char, 16> name{};
      tasks.name(demotion.tid, name);
      demotion.thread = ShortText<16>(name.data());
      demotion.role = parse_thread_role(name.data());
      tell(demotion);
    }
  }

  void look_at(pid_t tid) {
    kernel::Attributes attributes;
    if (!kernel::get(tid, attributes) || !attributes.real_time()) return;
    const auto used = cpu_time(tid);
    const auto use = used ? search.look_at(tid, *used) : std::nullopt;
    if (use && use->used >= allowed(attributes, budget, use->window)) demote(tid, *use);
  }

  void demote(pid_t tid, const RunawaySearch::Use& use) {
    if (!kernel::take_class(tid) || demoted == kMostAtOnce) return;
    demotions[demoted++] = {tid, {}, {}, use.used, use.window, monotonic_now()};
  }

  const WatchdogBudget budget;
  const std::function<void(const Demotion&)> tell;
  const TaskList tasks;
  const int stop_event = eventfd(0, EFD_CLOEXEC);
  RunawaySearch search;
  std::array<char, 16384> scratch{};
  std::array<Demotion, kMostAtOnce> demotions;
  std::size_t demoted = 0;
  std::unique_ptr<RealtimeThread> thread;
};

Watchdog::Watchdog(WatchdogBudget budget, std::function<void(const Demotion&)> tell)
    : state_(std::make_unique<State>(budget, std::move(tell))) {
  state_->thread =
      std::make_unique<RealtimeThread>(ThreadRole::kWatchdog, PrioritySetting{PrioritySetting::Kind::kRealtime, kLevel},
                                       [state = state_.get()](std::stop_token stop) { state->run(stop); });
}

Watchdog::~Watchdog() = default;

}  // namespace jitterscope
