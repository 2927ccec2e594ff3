#include "core/base/realtime/watchdog.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/descriptor_bell.h"
#include "core/base/realtime/kernel_priority.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/base/realtime/runaway_search.h"
#include "core/base/realtime/task_list.h"
#include "core/base/scheduling/class_limits.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid  // glibc has the kernel's field, but not its name
#endif

namespace jitterscope {
namespace {

constexpr Duration kWithoutRight = Duration::seconds(1), kNothingToWatch = Duration::seconds(1);
constexpr std::int64_t kRestingWindows = 2;  // between looks at a process that rests

static_assert(Watchdog::kLevel == class_limits::kWatchdogLevel);
constexpr std::size_t kMostAtOnce = 32;

std::optional<Duration> time_of(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return std::nullopt;
  return Duration::seconds(time.tv_sec) + Duration::ns(time.tv_nsec);
}

/// clock_getcpuclockid(3) for a thread: its processor time, exact also while it runs.
std::optional<Duration> cpu_time(pid_t tid) {
  constexpr unsigned kPerThread = 4, kScheduler = 2;
  return time_of(static_cast<clockid_t>((~static_cast<unsigned>(tid) << 3) | kPerThread | kScheduler));
}

Duration allowed(const kernel::Attributes& attributes, const WatchdogBudget& budget, Duration window) {
  const double seconds = window.seconds();
  if (attributes.policy != kernel::kSchedDeadline) return Duration::from_seconds(seconds * budget.share);
  const double reserved = static_cast<double>(attributes.runtime) / static_cast<double>(attributes.period);
  return Duration::from_seconds(seconds * reserved * budget.reserved_share);
}

}  // namespace

ProcessorTimeBell::ProcessorTimeBell() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGVTALRM);
  if (pthread_sigmask(SIG_BLOCK, &signals, nullptr) != 0) return;
  own_ = OwnedDescriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGVTALRM;
  event.sigev_notify_thread_id = gettid();
  timer_t timer{};
  if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0) timer_ = timer;
}

ProcessorTimeBell::~ProcessorTimeBell() {
  if (timer_) timer_delete(*timer_);
}

void ProcessorTimeBell::ring_after(std::optional<Duration> used) {
  if (!works()) return;
  signalfd_siginfo rung{};
  while (read(descriptor(), &rung, sizeof rung) > 0) {}
  itimerspec next{};
  if (used) next.it_value = {used->ns() / 1'000'000'000, used->ns() % 1'000'000'000};
  timer_settime(*timer_, 0, &next, nullptr);
}

WatchPause pause_after(const WatchSeen& seen, const WatchdogBudget& budget) {
  if (!seen.above_all) return {kWithoutRight, kWithoutRight};
  const Duration tick = budget.window / static_cast<std::int64_t>(RunawaySearch::kLooks);
  // A reservation may be so small that the process hardly uses more when it is used up.
  if (!seen.has_bell || seen.reserved) return {tick, tick};
  const bool busy = seen.used.seconds() >= budget.share * seen.since.seconds();  // the bell would ring before the tick
  if (busy) return {tick, tick};
  return {tick, seen.real_time ? budget.window * kRestingWindows : kNothingToWatch,
          Duration::from_seconds(tick.seconds() * budget.share)};
}

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

  void run(std::stop_token stop) {
    const std::stop_callback wake(stop, [this] { stopping.ring(); });
    ProcessorTimeBell bell;
    seen.has_bell = bell.works();
    while (!stop.stop_requested()) {
      look();
      rest(bell);
    }
  }

  void rest(ProcessorTimeBell& bell) {
    const WatchPause pause = pause_after(seen, budget);
    bell.ring_after(pause.processor_time);
    const bool rang = wait(looked + pause.longest, pause.processor_time ? bell.descriptor() : -1);
    if (rang) wait(looked + pause.shortest, -1);
  }

  /// False when the end came first. A stop is no reason to wait for anything.
  bool wait(Timestamp end, int other) const {
    const Duration left = std::max(end - monotonic_now(), Duration{});
    const timespec timeout{left.ns() / 1'000'000'000, left.ns() % 1'000'000'000};
    std::array<pollfd, 2> events{pollfd{stopping.descriptor(), POLLIN, 0}, pollfd{other, POLLIN, 0}};
    return ppoll(events.data(), events.size(), &timeout, nullptr) > 0;
  }

  void look() {
    const pid_t self = gettid();
    demoted = 0;
    note_time_and_own_class();
    search.begin_look(looked);
    seen.real_time = seen.reserved = false;
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

  void note_time_and_own_class() {
    const Timestamp now = monotonic_now();
    const Duration used = time_of(CLOCK_PROCESS_CPUTIME_ID).value_or(Duration{});
    seen.since = now - std::exchange(looked, now);
    seen.used = used - std::exchange(all_used, used);
    kernel::Attributes own;
    seen.above_all = kernel::get(0, own) && own.fifo_or_rr();
  }

  void look_at(pid_t tid) {
    kernel::Attributes attributes;
    if (!kernel::get(tid, attributes) || !attributes.real_time()) return;
    seen.real_time = true;
    seen.reserved |= attributes.policy == kernel::kSchedDeadline;
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
  DescriptorBell stopping;
  RunawaySearch search;
  WatchSeen seen;
  Timestamp looked;
  Duration all_used;  // at that time, by the process
  std::array<char, 16384> scratch{};
  std::array<Demotion, kMostAtOnce> demotions;
  std::size_t demoted = 0;
  std::unique_ptr<RealtimeThread> thread;  // the last: it ends before what it uses
};

Watchdog::Watchdog(WatchdogBudget budget, std::function<void(const Demotion&)> tell)
    : state_(std::make_unique<State>(budget, std::move(tell))) {
  state_->thread =
      std::make_unique<RealtimeThread>(ThreadRole::kWatchdog, PrioritySetting{PrioritySetting::Kind::kRealtime, kLevel},
                                       [state = state_.get()](std::stop_token stop) { state->run(stop); });
}

Watchdog::~Watchdog() = default;

}  // namespace jitterscope
