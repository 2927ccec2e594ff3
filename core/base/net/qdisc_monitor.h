#pragma once
// What the kernel counts at an interface's queue, read by RTM_GETQDISC.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/files/owned_descriptor.h"

namespace jitterscope {

/// Of the whole queueing discipline of an interface (its root counts what its children hold, send and drop). Sizes are
/// Ethernet frames. Totals since the discipline was made.
struct QdiscCounts {
  std::int32_t waiting_packets = 0;
  std::int64_t waiting_bytes = 0;
  std::int64_t sent_packets = 0, sent_bytes = 0;
  std::int64_t dropped = 0;
  bool operator==(const QdiscCounts&) const = default;
};

/// One netlink answer (struct nlmsghdr and after) about `interface`'s root discipline. nullopt: it is about another
/// one, or damaged. Never reads beyond `message`.
std::optional<QdiscCounts> parse_qdisc(std::span<const std::byte> message, int interface);

/// Any one thread, some 10 µs a reading.
class QdiscMonitor {
 public:
  /// Of the namespace that the calling thread is in; readings may then be taken from anywhere. nullopt: `error` says
  /// why.
  static std::optional<QdiscMonitor> open(const std::string& interface, std::string& error);

  /// nullopt: the kernel did not answer, or there is no discipline at the interface.
  std::optional<QdiscCounts> read();

 private:
  QdiscMonitor(OwnedDescriptor socket, int interface) : socket_(std::move(socket)), interface_(interface) {}
  OwnedDescriptor socket_;
  int interface_ = 0;
  std::uint32_t sequence_ = 0;  // of the last request
};

}  // namespace jitterscope
