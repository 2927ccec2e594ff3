#include "core/measures/tracks/endpoint/thread_rows.h"

#include <algorithm>

namespace jitterscope {
void ThreadRows::take_class(Thread& thread, std::string_view effective, Timestamp at) {
  if (!thread.row.effective.empty() && thread.row.effective != effective) {
    thread.wake_us.restart();
    thread.class_since = at;
  }
  thread.row.effective = effective;
}

void ThreadRows::add(const ThreadStatus& status) {
  Thread& thread = thread_of(status.role);
  thread.row.tid = status.tid;
  thread.row.requested = status.requested.view();
  take_class(thread, status.effective.view(), status.at);
  thread.row.cpu = status.cpu;
}

void ThreadRows::add(const ThreadLoad& load) {
  Thread& thread = thread_of(load.role);
  auto& loads = thread.loads;
  if (!loads.empty() && loads.back().tid != load.tid) loads.clear();  // another thread took over
  thread.row.cpu = load.cpu;
  if (!loads.empty() && load.at > loads.back().at) {
    const Duration waited = load.run_queue_wait - loads.back().run_queue_wait;
    thread.run_queue.add(at_s(load.at), waited.ms() / (load.at - loads.back().at).seconds());
  }
  if (span_.from && loads.size() == 2) loads.pop_back();
  if (span_.is_before(load.at)) loads.clear();
  loads.push_back(load);
  if (loads.size() > kLoads) loads.pop_front();
}

void ThreadRows::add(const ClassChanged& change) {
  Thread& thread = thread_of(change.role);
  ThreadRow& row = thread.row;
  row.requested = change.requested.view();
  take_class(thread, change.effective.view(), change.at);
  row.way = change.way;
  const bool taken = change.change == ClassEvent::kLost || change.change == ClassEvent::kDemoted;
  if (taken) row.lost_at_s = at_s(change.at);
  if (change.change == ClassEvent::kGranted) row.lost_at_s.reset();
  row.demoted = change.change == ClassEvent::kDemoted;
}

void ThreadRows::add(const PacketArrived& packet) {
  if (!packet.kernel) return;
  add_wake(packet.medium == Medium::kVideo ? ThreadRole::kVideoReceive : ThreadRole::kAudioReceive, *packet.kernel,
           packet.received);
}

void ThreadRows::add_wake(ThreadRole role, Timestamp due, Timestamp running) {
  Thread& thread = thread_of(role);
  const double late_us = std::max((running - due).us(), 0.0);  // a converted stamp is exact to a microsecond
  if (!thread.class_since || due >= *thread.class_since) thread.wake_us.add(running, late_us);
  thread.wake_series.add(at_s(running), late_us);
}

std::vector<ThreadRow> ThreadRows::rows(Timestamp now) {
  std::vector<ThreadRow> rows;
  for (auto& [role, thread] : threads_) {
    if (thread.row.tid == 0) continue;
    ThreadRow row = thread.row;
    row.role = role;
    const SampleFigures wake = thread.wake_us.figures(now);
    row.wake_p50_us = wake.p50;
    row.wake_p99_us = wake.p99;
    row.wake_max_us = wake.max;
    const bool changed = thread.class_since && !span_.is_before(*thread.class_since);
    if (changed && (span_.from || now - *thread.class_since < span_.recent()))
      row.wake_since_s = at_s(*thread.class_since);
    row.wake_series = thread.wake_series.slots();
    row.run_queue_series = thread.run_queue.points();
    if (thread.loads.size() >= 2 && thread.loads.back().at > thread.loads.front().at) {
      const ThreadLoad &first = thread.loads.front(), &last = thread.loads.back();
      const Duration length = last.at - first.at;
      row.cpu_share = (last.cpu_time - first.cpu_time) / length;
      row.run_queue_share = (last.run_queue_wait - first.run_queue_wait) / length;
      row.voluntary_per_s = static_cast<double>(last.voluntary - first.voluntary) / length.seconds();
      row.involuntary_per_s = static_cast<double>(last.involuntary - first.involuntary) / length.seconds();
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace jitterscope
