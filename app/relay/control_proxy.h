#pragma once
// Lets the control connection of a call pass the emulated link: what is called on this machine is carried on to the far
// end, its bytes as segments of the link.
#include <poll.h>

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/relay/control_flow.h"
#include "core/base/net/host_port.h"
#include "core/base/net/listener_rest.h"
#include "core/events/bytes_on_link.h"
#include "core/events/names.h"

namespace jitterscope {

/// One thread; nothing blocks. The acknowledgements that TCP would send back over the link are not modelled.
class ControlProxy {
 public:
  /// Puts a segment on the link; what becomes of it comes back by arrived() or lost().
  using Offer = std::function<void(std::uint32_t connection, std::uint32_t segment, LinkWay way, int bytes_on_link)>;

  explicit ControlProxy(Offer offer) : offer_(std::move(offer)) {}
  ~ControlProxy();
  ControlProxy(const ControlProxy&) = delete;
  ControlProxy& operator=(const ControlProxy&) = delete;

  /// The port of 127.0.0.1 from which connections go to `target`; the same one each time. Who connects is the near end,
  /// unless `called_by_remote`. nullopt: `error` says why.
  std::optional<std::uint16_t> listen(const SocketAddress& target, bool called_by_remote, std::string& error);

  /// 0: there is no such segment.
  int bytes_on_link(std::uint32_t connection, std::uint32_t segment, LinkWay way) const;

  void add_descriptors(std::vector<pollfd>& wanted, Timestamp now) const;
  void serve(const pollfd& ready, Timestamp now);

  void arrived(std::uint32_t connection, std::uint32_t segment, LinkWay way);
  void lost(std::uint32_t connection, std::uint32_t segment, LinkWay way, Timestamp at);
  /// When resend() has work; nullopt: never.
  std::optional<Timestamp> next_event() const;
  void resend(Timestamp now);
  /// All that is on the link arrives.
  void flush();

  /// Sentences since the last call.
  std::vector<std::string> take_troubles() { return std::exchange(troubles_, {}); }

 private:
  struct Connection {
    std::uint32_t id = 0;
    std::array<int, 2> sockets{-1, -1};  // accepted, connected: a flow goes from its own to the other
    bool connecting = true;              // the second
    std::array<ControlFlow, 2> flows;
    std::array<std::string, 2> out;           // arrived, not yet written
    std::array<bool, 2> read_all{}, ended{};  // nothing more comes; nothing more goes to the other side
    bool broken = false;
  };
  void accept_one(Timestamp now);
  void finish_connecting(Connection& connection);
  void read_some(Connection& connection, std::size_t way);
  void write_some(Connection& connection, std::size_t way);
  bool may_read(const Connection& connection, std::size_t way) const;
  const Connection* find(std::uint32_t id) const;
  Connection* find(std::uint32_t id) { return const_cast<Connection*>(std::as_const(*this).find(id)); }
  void drop_finished();

  /// Between a flow's number and its direction on the link, both ways.
  std::size_t flow_of(LinkWay way) const { return static_cast<std::size_t>(way) ^ (called_by_remote_ ? 1 : 0); }
  LinkWay way_of(std::size_t flow) const { return static_cast<LinkWay>(flow ^ (called_by_remote_ ? 1 : 0)); }

  Offer offer_;
  bool called_by_remote_ = false;
  SocketAddress target_;
  int listener_ = -1;
  ListenerRest rest_;
  std::uint16_t port_ = 0;
  std::uint32_t next_id_ = 0;
  std::list<Connection> connections_;
  std::vector<std::string> troubles_;
};

}  // namespace jitterscope
