#pragma once
// Looks at the two interface queues of a line all the time and reports as the relay does.
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/base/net/qdisc_monitor.h"
#include "core/events/kinds/link_report.h"

namespace jitterscope {

/// Reports of one direction from its readings, sans-IO. Totals go on when the kernel begins anew because another kind
/// of queue was put in; what waited then counts as dropped.
class QueueReporter {
 public:
  explicit QueueReporter(LinkWay way) : way_(way) {}
  /// A reading, at least one every 100 ms; a report when the last one is 100 ms old.
  std::optional<LinkReport> take(const QdiscCounts& counts, Timestamp now);

 private:
  QdiscCounts totals_with(const QdiscCounts& counts);

  LinkWay way_;
  QdiscCounts before_, last_;  // of the queues before; the last reading
  std::optional<Timestamp> reported_;
  std::int64_t reported_bytes_ = 0;
  std::int32_t longest_ = 0;
};

/// A thread of the normal class for the life of this object.
class QueueWatch {
 public:
  QueueWatch(QdiscMonitor up, QdiscMonitor down);
  /// Any thread.
  std::vector<LinkReport> take_reports();

 private:
  struct Direction {
    QdiscMonitor monitor;
    QueueReporter reporter;
  };
  void look(Direction& direction, Timestamp now);
  void run(std::stop_token stop);

  std::mutex mutex_;
  Direction up_, down_;
  std::deque<LinkReport> reports_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace jitterscope
