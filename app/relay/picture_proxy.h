#pragma once
// Lets pictures that go by TCP pass the emulated link: who connects to a video port of the relay is carried on to the
// video port of the other side, its bytes as segments of a modelled TCP over the link.
#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "core/algorithms/link/network.h"
#include "core/algorithms/link/tcp_flow.h"
#include "core/base/net/tcp_media.h"
#include "core/events/names.h"

namespace jitterscope {

/// A stream that brings pictures over the emulated link in one direction, sans-IO: a modelled TCP sends its bytes as
/// segments and listens to acknowledgements, both packets of the link.
class PictureFlow {
 public:
  /// Bytes that would leave at once. More are not to be added: who sends has to feel that the window is full.
  std::int64_t room() const;
  void add(std::span<const char> bytes);
  /// Gives what leaves now; it is called until nullopt after each of the other functions.
  std::optional<link::TcpSegment> next_segment(Timestamp now) { return sender_.next_segment(now); }

  /// A segment has come over the link: what is in order now goes to the end of `out`. The answer goes back.
  link::TcpAcknowledgement arrived(const link::TcpSegment& segment, std::string& out);
  void acknowledged(const link::TcpAcknowledgement& acknowledgement, Timestamp now) {
    sender_.acknowledged(acknowledgement, now);
  }
  std::optional<Timestamp> next_event() const { return sender_.next_event(); }
  void advance(Timestamp now) { sender_.advance(now); }

  /// All has arrived.
  bool empty() const { return bytes_.empty(); }

 private:
  link::TcpSender sender_;
  link::TcpReceiver receiver_;
  std::string bytes_;           // written and not yet handed on
  std::int64_t handed_on_ = 0;  // position of their first
};

inline std::int64_t PictureFlow::room() const {
  const std::int64_t segments = sender_.congestion_window() - sender_.unacknowledged();
  if (sender_.unsent_bytes() > 0) return 0;
  return std::clamp<std::int64_t>(segments * kTcpSegmentBytes, 0, sender_.room());
}

inline void PictureFlow::add(std::span<const char> bytes) {
  const auto taken = static_cast<std::size_t>(sender_.write(static_cast<std::int64_t>(bytes.size())));
  bytes_.append(bytes.data(), taken);
}

inline link::TcpAcknowledgement PictureFlow::arrived(const link::TcpSegment& segment, std::string& out) {
  const link::TcpAcknowledgement answer = receiver_.arrived(segment);
  const auto in_order = static_cast<std::size_t>(receiver_.in_order() - handed_on_);
  out.append(bytes_, 0, in_order);
  bytes_.erase(0, in_order);
  handed_on_ = receiver_.in_order();
  return answer;
}

/// One thread; nothing blocks. The window of the modelled TCP is what holds the sender back: the relay reads no more
/// than leaves at once, and its socket has room for little more. Through an interface queue (path=kernel) the
/// relay's own connection to the other side holds it back instead. Connecting and closing are not modelled.
class PictureProxy {
 public:
  /// Puts a packet on the link; what becomes of it comes back by arrived() or lost(). `media`: not an acknowledgement.
  using Offer = std::function<void(const link::Packet& packet, bool media)>;
  /// Ids of packets have this bit and none above it.
  static constexpr std::uint64_t kId = 1ull << 62;

  explicit PictureProxy(Offer offer) : offer_(std::move(offer)) {}

  /// Who connects to `near` sends up, to `far` down. False: `error` says why; the other one listens all the same.
  bool listen(const SocketAddress& near, const SocketAddress& far, std::string& error);
  /// Where pictures go on to; only these hosts may connect. Connections to other ones than before end.
  void set_targets(const SocketAddress& near, const SocketAddress& far);

  void add_descriptors(std::vector<pollfd>& wanted, Timestamp now) const;
  void serve(const pollfd& ready, Timestamp now);

  void arrived(const link::Departure& departure, Timestamp now);
  void lost(std::uint64_t id);
  /// Bytes of a packet that is on the link; 0: it is not.
  int bytes_on_link(std::uint64_t id) const;
  bool is_media(std::uint64_t id) const;
  /// When advance() has work; nullopt: never.
  std::optional<Timestamp> next_event() const;
  void advance(Timestamp now);
  /// The link has dropped all that was on it, of which each packet is told: the modelled TCP sends it again.
  void lose_all(const std::function<void(LinkWay way, bool media)>& tell);

  /// Sentences since the last call.
  std::vector<std::string> take_troubles() { return std::exchange(troubles_, {}); }

 private:
  static constexpr std::size_t kMostConnections = 4;  // a direction
  struct Connection {
    std::uint64_t number = 0;
    LinkWay way{};
    OwnedDescriptor from;
    TcpMediaSender to{kTcpSegmentBytes};
    Timestamp began, next_try;
    Timestamp heard;    // when bytes came, or when it began
    bool open = false;  // `to` has been
    bool told = false;  // that it cannot be opened
    bool full = false;  // its socket takes no more
    PictureFlow flow;
    std::string out;  // arrived, not yet written
    bool read_all = false, ended = false;
  };
  struct OnLink {
    LinkWay way{};
    std::uint64_t connection = 0;
    std::variant<link::TcpSegment, link::TcpAcknowledgement> content;
    int copies_left = 1;
  };
  static std::size_t index(LinkWay way) { return static_cast<std::size_t>(way); }
  void accept(LinkWay way, Timestamp now);
  bool make_room(LinkWay way, Timestamp now);
  bool may_go(const Connection& connection, Timestamp now) const;
  void step(Connection& connection, Timestamp now);
  bool open(Connection& connection, Timestamp now);
  void read_some(Connection& connection, Timestamp now);
  void write_some(Connection& connection);
  void send_segments(Connection& connection, Timestamp now);
  void put_on_link(int bytes, const OnLink& packet);
  bool may_read(const Connection& connection) const;
  Connection* find(std::uint64_t number);
  void drop_ended();

  Offer offer_;
  std::array<std::optional<TcpMediaListener>, 2> listeners_;  // by the direction in which what comes there goes
  std::array<SocketAddress, 2> targets_;
  std::list<Connection> connections_;
  std::unordered_map<std::uint64_t, OnLink> on_link_;
  std::uint64_t next_connection_ = 0, next_id_ = kId;
  std::vector<std::string> troubles_;
};

}  // namespace jitterscope
