#pragma once
// path=kernel: two network namespaces on this machine and a line between them whose rate and queue are the kernel's own
// (tbf and pfifo on a veth), so that a real interface queue drops real packets (sun97 §4 live). As root.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/conditions/queue_watch.h"
#include "core/base/net/network_namespace.h"
#include "core/base/net/veth_link.h"
#include "core/base/units/time.h"
#include "core/events/kinds/link_report.h"
#include "core/events/link_setting.h"

namespace jitterscope {

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
