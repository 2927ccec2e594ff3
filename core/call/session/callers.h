#pragma once
// Who calls this end and waits for its answer, side by side. A connection that has brought no offer is a socket and
// nothing more; each caller that rings has its control connection and its call machine. One owner: the session thread.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/algorithms/signalling/call_machine.h"
#include "core/base/net/host_port.h"
#include "core/base/units/time.h"
#include "core/call/path/control_connection.h"

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

/// Rings.
struct Caller {
  std::unique_ptr<ControlConnection> connection;
  CallMachine machine;
  SocketAddress address;
  CallerOrigin origin;
  std::string words() const;  // "Ada (192.0.2.7)"
};

class Callers {
 public:
  /// Of each caller's machine. `own_addresses` are asked for with each connection.
  explicit Callers(CallMachineOptions options,
                   std::function<std::vector<SocketAddress>()> own_addresses = own_ipv6_addresses)
      : options_(std::move(options)), own_addresses_(std::move(own_addresses)) {}

  /// A connection came. When there are too many silent ones, the oldest of the network that has most goes.
  void add(TcpConnection, Timestamp now);
  /// Reads what came; never blocks. `busy`: this end is in another call, so who rings and who calls is turned away.
  /// Returns a sentence for each call in vain that is reported.
  std::vector<std::string> drive(bool busy, Timestamp now);
  /// Who calls from there is on this machine, as who calls over loopback is.
  void set_beside(const std::optional<SocketAddress>& address) { beside_ = address; }
  /// The SSRC of the sound that this end offers to whom it calls: who offers that too is this end.
  void set_own(std::optional<std::uint32_t> ssrc) { own_ssrc_ = ssrc; }
  /// Whether this end has called itself, since it was asked last.
  bool take_own_call() { return std::exchange(own_called_, false); }

  /// Rings longest; null: nobody does.
  const Caller* first() const { return ringing_.empty() ? nullptr : &ringing_.front(); }
  std::size_t ringing() const { return ringing_.size(); }
  /// For its answer; it is no more of these.
  std::optional<Caller> take_first();
  void decline_first(Timestamp now);
  /// It gets `reason`, a sentence.
  void turn_first_away(std::string reason, Timestamp now);
  /// All that ring get `reason`.
  void turn_away(std::string_view reason);

 private:
  struct Silent {
    TcpConnection connection;
    Timestamp since;
    SocketAddress address;
    CallerOrigin origin;
  };
  struct Leaving {
    std::unique_ptr<ControlConnection> connection;
    Timestamp since;
  };
  void read_silent(bool busy, Timestamp now, std::vector<std::string>& in_vain);
  void offered(Silent, std::string_view line, bool busy, Timestamp now, std::vector<std::string>& in_vain);
  std::string why_not(const CallerOrigin&, Timestamp now, std::vector<std::string>& in_vain);
  /// No more may ring: who is turned away for the new caller; end: nobody.
  std::deque<Caller>::iterator who_gives_way(const CallerOrigin& newcomer);
  /// Adds the sentence that the call ended with, unless CallsInVain only counts it.
  void note_end(CallMachine&, const CallerOrigin&, Timestamp now, std::vector<std::string>& in_vain);
  /// False: it rings no more.
  bool go_on(Caller&, Timestamp now, std::vector<std::string>& in_vain);
  void let_go(Caller, Timestamp now);
  void let_go_unanswered(Caller, Timestamp now);

  CallMachineOptions options_;
  std::function<std::vector<SocketAddress>()> own_addresses_;
  std::optional<std::uint32_t> own_ssrc_;
  bool own_called_ = false;
  std::optional<SocketAddress> beside_;
  std::deque<Silent> silent_, refused_;
  std::deque<Caller> ringing_;
  std::vector<Leaving> leaving_;  // what was said last is still on its way
  HostQuota unwanted_;            // rang, and was not answered
  CallsInVain in_vain_;
};

}  // namespace jitterscope
