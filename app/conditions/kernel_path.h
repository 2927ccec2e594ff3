#pragma once
// path=kernel: two network namespaces on this machine and a line between them whose rate and queue are the kernel's own
// (tbf and pfifo on a veth), so that a real interface queue drops real packets (sun97 §4 live). As root.
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/net/network_namespace.h"
#include "core/base/net/qdisc_monitor.h"
#include "core/base/net/veth_link.h"
#include "core/base/units/time.h"
#include "core/events/kinds/link_report.h"
#include "core/events/link_setting.h"

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

/// Looks at the two interface queues of a line all the time and reports as the relay does, on a thread of the normal
/// class for the life of this object.
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

enum class LinkSide : std::uint8_t { kNear, kFar };

/// Nothing is left behind, whatever is killed: the namespaces are anonymous and end with the last process inside.
class KernelPath {
 public:
  /// Makes the namespaces and the line; takes some 15 ms. Of each direction `rate` and `limit_packets` or `limit_bytes`
  /// are taken when its `kernel` is on; else it is an open line. nullptr: `error` says what is missing (root, package
  /// iproute2) or what of `settings` an interface queue cannot do, and what to do.
  static std::unique_ptr<KernelPath> create(const LinkSettings& settings, std::string& error);

  /// Changes the line while it runs, any one thread, some 10 ms. What waits stays when the kind of queue does; totals
  /// go on. False: `error` says why; the line is as it was.
  bool set(const LinkSettings& settings, std::string& error);

  /// The calling thread, and threads and processes it starts from now on, are at that side. Also between fork and exec.
  bool enter(LinkSide side) const { return space(side).enter(); }
  const NetworkNamespace& space(LinkSide side) const { return side == LinkSide::kNear ? near_ : far_; }
  /// IPv4 address of that side's end of the line, without a port.
  static std::string address(LinkSide side) { return side == LinkSide::kNear ? kNearAddress : kFarAddress; }

  /// Up is the near side's queue, down the far side's. Ten a second and direction since the last call, `kernel` true,
  /// made by a thread of this object that looks at the queues every 5 ms; at most the last minute. Background and media
  /// are not told apart: BackgroundSender::add_to does it.
  std::vector<LinkReport> take_reports() { return watch_->take_reports(); }

 private:
  KernelPath(NetworkNamespace near, NetworkNamespace far) : near_(std::move(near)), far_(std::move(far)) {}
  bool set_queue(LinkSide side, const LinkSetting& setting, std::string& error);

  NetworkNamespace near_, far_;
  LinkSettings settings_;
  std::unique_ptr<QueueWatch> watch_;
};

}  // namespace jitterscope
