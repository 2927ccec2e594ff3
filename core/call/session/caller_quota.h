#pragma once
// How many calls a minute may ring, and how many are reported one by one, by where they came from.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/base/net/host_port.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Where a caller comes from, as far as it cannot choose that at will.
struct CallerOrigin {
  std::string network;  // an IPv4 address, an IPv6 /64, or all link-local addresses together
  /// Whom a quota is given to: the network, but in one that this machine is in the single address, as all of a LAN are
  /// in one.
  std::string host;
  bool shared() const { return host != network; }
  bool operator==(const CallerOrigin&) const = default;
};

/// `own`: addresses of this machine.
CallerOrigin origin_of(const SocketAddress& caller, const std::vector<SocketAddress>& own);

/// IPv6 addresses of this machine's interfaces, loopback and link-local ones left out. Some 50 us.
std::vector<SocketAddress> own_ipv6_addresses();

/// Five of a host in a minute. In a shared network the addresses that one of its hosts makes up have twenty together,
/// so that one host that keeps to its address takes nothing from the others and one that does not is bounded. The last
/// 1024 calls are remembered.
class HostQuota {
 public:
  static constexpr std::ptrdiff_t kMostOfAHost = 5, kMostOfASharedNetwork = 20;

  bool full(const CallerOrigin&, Timestamp now);
  void note(const CallerOrigin&, Timestamp now);
  std::size_t calls(Timestamp now);              // of all networks
  bool has(const CallerOrigin&, Timestamp now);  // a call from this network

 private:
  struct Call {
    CallerOrigin from;
    Timestamp at;
  };
  void forget(Timestamp now);
  std::deque<Call> lately_;
};

/// Which calls in vain get a sentence, as each takes the place of a notice: five a minute of a host, twenty of all, the
/// last five of these of networks that had none. The others are reported as a number, once a minute.
class CallsInVain {
 public:
  /// True: report it by a sentence. False: it was counted.
  bool tells(const CallerOrigin&, Timestamp now);
  /// Counts it for rest() alone.
  void count(Timestamp now);
  /// "7 more called in vain.", when a minute has gone by since the first of them.
  std::optional<std::string> rest(Timestamp now);

 private:
  static constexpr std::size_t kMost = 20, kForOthers = 5;
  HostQuota told_;
  std::int64_t more_ = 0;
  Timestamp more_since_;
};

}  // namespace jitterscope
