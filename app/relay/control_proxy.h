#pragma once
// Lets the control connection of a call pass the emulated link: what is called on this machine is carried on to the far
// end, its bytes as segments of the link.
#include <poll.h>

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/algorithms/link/network.h"
#include "core/base/files/owned_descriptor.h"
#include "core/base/net/tcp_media.h"
#include "core/base/units/time.h"
#include "core/events/bytes_on_link.h"
#include "core/events/names.h"

namespace jitterscope {

inline constexpr std::size_t kLargestSegment = kTcpSegmentBytes;
inline constexpr Duration kResendTime = Duration::ms(200);   // TCP's least retransmission time-out in Linux
inline constexpr Duration kResendSpread = Duration::ms(50);  // at most this is added, each time another part of it

/// One direction of a stream connection over the emulated link, sans-IO: the bytes go as segments, arrive in order, and
/// what the link drops goes again.
class ControlFlow {
 public:
  static constexpr std::size_t kMostInside =
      10;  // segments on the link or waiting for one before them: TCP's first window

  bool full() const { return segments_.size() >= kMostInside; }
  bool empty() const { return segments_.empty(); }
  /// A new segment of at most kLargestSegment bytes; its number, counted from 0.
  std::uint32_t add(std::string bytes);
  /// Bytes of a segment that is inside; 0: it is not.
  std::size_t size(std::uint32_t number) const;

  /// It arrived: what is in order now goes to the end of `out`. A number that is not inside is ignored.
  void arrived(std::uint32_t number, std::string& out);
  /// The link dropped it at `at`: it is due again kResendTime to kResendTime + kResendSpread later (always the same
  /// time could fall into step with the frames of a stream that fills the queue).
  void lost(std::uint32_t number, Timestamp at);
  /// When the next lost segment is due; nullopt: none is.
  std::optional<Timestamp> resend_due() const;
  /// The number of one that is due at `now`; it is on the link again. nullopt: none.
  std::optional<std::uint32_t> take_resend(Timestamp now);
  /// All that is inside, in order, as if it had arrived; how many segments of it were on the link.
  int flush(std::string& out);
  /// The link has dropped all that was on it.
  void lose_all(Timestamp at);

 private:
  struct Segment {
    std::string bytes;
    bool arrived = false;
    std::optional<Timestamp> resend;
  };
  std::map<std::uint32_t, Segment> segments_;  // from the first not yet handed on
  std::uint32_t next_ = 0;
  std::int64_t losses_ = 0;
};

/// One thread; nothing blocks. The acknowledgements that TCP would send back over the link are not modelled.
class ControlProxy {
 public:
  /// Puts a segment on the link; what becomes of it comes back by arrived() or lost().
  using Offer = std::function<void(const link::Packet& packet)>;
  /// Ids of packets have this bit.
  static constexpr std::uint64_t kId = 1ull << 63;

  explicit ControlProxy(Offer offer) : offer_(std::move(offer)) {}

  /// The port of 127.0.0.1 from which connections go to `target`; the same one each time. Who connects is the near end,
  /// unless `called_by_remote`. nullopt: `error` says why.
  std::optional<std::uint16_t> listen(const SocketAddress& target, bool called_by_remote, std::string& error);

  /// 0: there is no such segment.
  int bytes_on_link(std::uint64_t id, LinkWay way);

  void add_descriptors(std::vector<pollfd>& wanted, Timestamp now) const;
  void serve(const pollfd& ready, Timestamp now);

  void arrived(std::uint64_t id, LinkWay way);
  void lost(std::uint64_t id, LinkWay way, Timestamp at);
  /// When resend() has work; nullopt: never.
  std::optional<Timestamp> next_event() const;
  void resend(Timestamp now);
  /// All that is on the link arrives; so many segments, of each direction (by LinkWay).
  std::array<int, 2> flush();
  /// The link has dropped all that was on it: it goes again.
  void lose_all(Timestamp at);

  /// Sentences since the last call.
  std::vector<std::string> take_troubles() { return std::exchange(troubles_, {}); }

 private:
  struct Connection {
    std::uint32_t id = 0;
    std::array<OwnedDescriptor, 2> sockets;  // accepted, connected: a flow goes from its own to the other
    bool connecting = true;                  // the second
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
  void put_on_link(const Connection& connection, std::uint32_t segment, std::size_t way);
  /// Whose packet of the link it is, or null.
  Connection* find(std::uint64_t packet);
  void drop_finished();

  /// Between a flow's number and its direction on the link, both ways.
  std::size_t flow_of(LinkWay way) const { return static_cast<std::size_t>(way) ^ (called_by_remote_ ? 1 : 0); }
  LinkWay way_of(std::size_t flow) const { return static_cast<LinkWay>(flow ^ (called_by_remote_ ? 1 : 0)); }

  Offer offer_;
  bool called_by_remote_ = false;
  SocketAddress target_;
  std::optional<TcpMediaListener> listener_;
  std::uint32_t next_id_ = 0;
  std::list<Connection> connections_;
  std::vector<std::string> troubles_;
};

}  // namespace jitterscope
