#pragma once
// Ways of packets to remotes.
#include <array>
#include <cstddef>
#include <span>

#include "core/algorithms/rtp/packet_seal.h"
#include "core/base/net/host_port.h"
#include "core/call/exchange/slot_table.h"
#include "core/events/identity.h"

namespace jitterscope {

/// The way of one medium's packets to one remote.
struct Route {
  ParticipantId to = kFirstRemote;
  SocketAddress address;            // the remote's, or that of a relay where they go first; size 0: nowhere
  rtp::PacketSeal* seal = nullptr;  // null: packets go as they are; outlives the threads that use the route
  bool leads_somewhere() const { return address.size() > 0; }
};

/// Of all remotes. A packet takes them in this order.
class Routes {
 public:
  /// Straight to the only remote.
  static Routes only(const SocketAddress& address) {
    Routes one;
    one.add({.address = address});
    return one;
  }
  /// One that leads nowhere is left out. False: there are too many.
  bool add(const Route& route) {
    if (!route.leads_somewhere()) return true;
    if (count_ == routes_.size()) return false;
    routes_[count_++] = route;
    return true;
  }
  std::span<const Route> all() const { return {routes_.data(), count_}; }
  bool empty() const { return count_ == 0; }

 private:
  std::array<Route, kMostRemotes> routes_;
  std::size_t count_ = 0;
};

}  // namespace jitterscope
