#pragma once
// The threads of a call: classes asked for and got, what they use of the processors, and how late they wake.
#include <deque>
#include <map>
#include <optional>
#include <string_view>

#include "core/base/stats/envelope.h"
#include "core/base/stats/thinning_series.h"
#include "core/events/kinds/class_changed.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/thread_load.h"
#include "core/events/kinds/thread_status.h"
#include "core/events/kinds/thread_woke.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/snapshot.h"
#include "core/measures/views/thread_row.h"

namespace jitterscope {

class ThreadRows {
 public:
  using Wants = Events<ThreadStatus, ThreadLoad, ClassChanged, ThreadWoke, PacketArrived>;
  static constexpr ViewKind kView = ViewKind::kThreads;
  using Fills = Fields<&CallSnapshot::threads>;

  explicit ThreadRows(const FigureSpan& span) : span_(span) {}

  void add(const ThreadStatus&);
  void add(const ThreadLoad&);
  void add(const ClassChanged&);
  void add(const ThreadWoke& wake) { add_wake(wake.role, wake.deadline, wake.woke); }
  void add(const PacketArrived&);  // a receiving thread wakes for the packet that the kernel has stamped
  /// Threads of which a status has come, in the order of ThreadRole; wake lateness of the last 10 s in the present
  /// class.
  std::vector<ThreadRow> rows(Timestamp now);
  void fill(CallSnapshot& snapshot, Timestamp now) { snapshot.threads = rows(now); }

 private:
  struct Thread {
    explicit Thread(Duration recent) : wake_us(recent) {}
    ThreadRow row;
    RecentWindow wake_us;
    Envelope wake_series;
    std::deque<ThreadLoad> loads;  // of the last second or two, of one thread; of a stretch its first and last one
    ThinningSeries run_queue{1800};
    std::optional<Timestamp> class_since;  // the last change of the effective class
  };
  static constexpr std::size_t kLoads = 4;

  Thread& thread_of(ThreadRole role) { return threads_.try_emplace(role, span_.recent()).first->second; }
  double at_s(Timestamp at) const { return (at - span_.began).seconds(); }
  void add_wake(ThreadRole role, Timestamp due, Timestamp running);
  /// Figures of another class are no figures of this one: they begin anew.
  static void take_class(Thread& thread, std::string_view effective, Timestamp at);

  const FigureSpan span_;
  std::map<ThreadRole, Thread> threads_;
};

}  // namespace jitterscope
