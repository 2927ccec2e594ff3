#include "core/metrics/thread_table.h"

namespace jitterscope {

void ThreadTable::add(const ThreadStatus& status) {
  ThreadRow& row = threads_[status.role].row;
  row.tid = status.tid;
  row.requested = status.requested.view();
  row.effective = status.effective.view();
  row.cpu = status.cpu;
}

void ThreadTable::add(const ThreadWoke& wake) {
  threads_[wake.role].wake_us.add(wake.woke, (wake.woke - wake.deadline).us());
}

std::vector<ThreadRow> ThreadTable::rows(Timestamp now) {
  std::vector<ThreadRow> rows;
  for (auto& [role, thread] : threads_) {
    const SampleFigures wake = thread.wake_us.figures(now);
    ThreadRow row = thread.row;
    row.role = role;
    row.wake_p50_us = wake.p50;
    row.wake_p99_us = wake.p99;
    row.wake_max_us = wake.max;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace jitterscope
