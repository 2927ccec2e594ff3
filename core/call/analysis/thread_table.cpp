#include "core/call/analysis/thread_table.h"

#include <unistd.h>

#include <set>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/thread_load.h"

namespace jitterscope {
namespace {

constexpr Duration kLoadPeriod = Duration::ms(500);
constexpr int kNamings = 3;  // a thread takes its name a moment after it began

std::optional<ThreadRole> role_of(pid_t tid, const TaskList& list) {
  if (tid == getpid()) return ThreadRole::kUi;
  std::array<char, 16> name{};
  list.name(tid, name);
  return parse_thread_role(name.data());
}

}  // namespace

PrioritySetting ThreadTable::requested(ThreadRole role) const {
  const auto found = requested_.find(role);
  return found == requested_.end() ? PrioritySetting{} : found->second;
}

void ThreadTable::find_tasks() {
  std::array<char, 4096> scratch;
  std::set<pid_t> there;
  list_.each(scratch, [&](pid_t tid) { there.insert(tid); });
  const auto gone = [&](const auto& entry) { return !there.contains(entry.first); };
  std::erase_if(tasks_, gone);
  std::erase_if(others_, gone);
  for (const pid_t tid : there) {
    if (tasks_.contains(tid)) continue;
    int& namings = others_[tid];
    if (namings >= kNamings) continue;
    ++namings;
    const auto role = role_of(tid, list_);
    if (!role) continue;
    others_.erase(tid);
    const auto task = tasks_.emplace(tid, Task{*role, ThreadFiles(tid), {}, {}, false, {}}).first;
    begin_watching(tid, task->second);
  }
}

void ThreadTable::begin_watching(pid_t tid, Task& task) {
  const auto setting = requested_.find(task.role);
  const auto effective = effective_priority(tid);
  if (setting == requested_.end() || !effective) return;
  if (is_kind_of(*effective, wanted_priority(setting->second, task.role)))
    return change(tid, task, {true, way_of(*effective), effective, {}});
  const PriorityResult result = apply_priority(setting->second, task.role, tid);
  change(tid, task, result);
  if (!result.granted && result.effective) tell_refusal(task.role, result.reason);
}

/// Once a call: the other threads' reasons are the same, and their rows show what they have.
void ThreadTable::tell_refusal(ThreadRole role, const std::string& reason) {
  if (refusal_told_ || role == ThreadRole::kWatchdog) return;  // it has nothing to watch then
  refusal_told_ = true;
  const std::string text = std::string(to_string(role)) + ": " + reason;
  events_.push_back(Notice{1, ShortText<160>(text), monotonic_now()});
}

void ThreadTable::change(pid_t tid, Task& task, const PriorityResult& result) {
  if (!result.effective) return;
  task.last = {task.role,
               tid,
               result.granted ? ClassEvent::kGranted : ClassEvent::kRefused,
               ShortText<24>(words_of(requested(task.role))),
               ShortText<24>(result.effective->to_string()),
               result.way,
               monotonic_now()};
  task.last_told = false;
}

/// It may have asked a bus that was slow, or before classes were granted to anybody.
void ThreadTable::raise_watchdog() {
  for (auto& [tid, task] : tasks_) {
    if (task.role != ThreadRole::kWatchdog || !task.last || task.last->change == ClassEvent::kGranted) continue;
    const PriorityResult result = apply_priority(requested(task.role), task.role, tid);
    if (result.granted) change(tid, task, result);
  }
}

std::string ThreadTable::request(ThreadRole role, const PrioritySetting& setting) {
  if (role == ThreadRole::kWatchdog) return "The watchdog keeps its class: it guards the machine against the others.";
  requested_[role] = setting;
  find_tasks();
  if (setting.is_realtime()) raise_watchdog();
  std::string reason;
  for (auto& [tid, task] : tasks_) {
    if (task.role != role) continue;
    const PriorityResult result = apply_priority(setting, role, tid);
    change(tid, task, result);
    reason = result.reason;
  }
  return reason;
}

void ThreadTable::forget() {
  for (auto& [tid, task] : tasks_) {
    task.told.tid = 0;
    task.last_told = false;
  }
}

void ThreadTable::note_demotion(pid_t tid, Timestamp at) {
  DemotionSlot& slot = demotions_[next_demotion_++ % demotions_.size()];
  slot.at_ns.store(at.ns());
  slot.tid.store(tid);
}

std::optional<Timestamp> ThreadTable::demoted_at(pid_t tid) const {
  std::optional<Timestamp> latest;
  for (const DemotionSlot& slot : demotions_)
    if (slot.tid.load() == tid) latest = std::max(latest.value_or(Timestamp{}), Timestamp::ns(slot.at_ns.load()));
  return latest;
}

/// Somebody else gave or took the class.
void ThreadTable::note_unasked_change(pid_t tid, Task& task, const EffectivePriority& has) {
  if (is_kind_of(has, wanted_priority(requested(task.role), task.role)))
    return change(tid, task, {true, way_of(has), has, {}});
  const auto demoted = demoted_at(tid);
  const bool by_watchdog = demoted && *demoted >= task.last->at;
  const std::string lost(task.last->effective.view());
  task.last->change = by_watchdog ? ClassEvent::kDemoted : ClassEvent::kLost;
  task.last->effective = ShortText<24>(has.to_string());
  task.last->way = PriorityWay::kNone;
  task.last->at = by_watchdog ? *demoted : monotonic_now();
  task.last_told = false;
  if (by_watchdog) return;  // which has told it itself
  const std::string text = "The thread " + std::string(to_string(task.role)) + " lost " + lost + " and has " +
                           has.to_string() + ": another program or the system took it. Choose it again to ask for it.";
  events_.push_back(Notice{1, ShortText<160>(text), task.last->at});
}

/// Half of the threads at one look, the others at the next: reading these files is slow (some 10 µs a thread).
void ThreadTable::read_load(pid_t tid, Task& task, int cpu, Timestamp now) {
  if (!task.next_load) task.next_load = tid % 2 == 0 ? now : now + kLoadPeriod / 2;
  if (now + kLoadPeriod / 10 < *task.next_load) return;  // looks may come a little early
  task.next_load = now + kLoadPeriod;
  if (const auto counts = task.files.counts())
    events_.push_back(ThreadLoad{task.role, tid, counts->cpu_time, counts->run_queue_wait, counts->voluntary,
                                 counts->involuntary, cpu, now});
}

std::vector<Event> ThreadTable::look(Timestamp now) {
  find_tasks();
  for (auto& [tid, task] : tasks_) {
    const auto effective = effective_priority(tid);
    if (!effective) continue;
    const ShortText<24> words(effective->to_string());
    if (task.last && task.last->effective != words) note_unasked_change(tid, task, *effective);
    if (task.last && !task.last_told) events_.push_back(*task.last);
    task.last_told = true;
    const ThreadStatus status{
        task.role, tid, ShortText<24>(words_of(requested(task.role))), words, task.files.processor(), now};
    const bool same = task.told.tid == tid && task.told.requested == status.requested && task.told.effective == words &&
                      task.told.cpu == status.cpu;
    if (!same) events_.push_back(task.told = status);
    read_load(tid, task, status.cpu, now);
  }
  return std::exchange(events_, {});
}

}  // namespace jitterscope
