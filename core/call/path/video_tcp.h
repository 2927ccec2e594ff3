#pragma once
// Pictures over TCP: the connection that carries those that are sent, and those that bring the remote's.
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "core/algorithms/rtp/rfc4571.h"
#include "core/base/net/tcp_media.h"
#include "core/base/net/udp_socket.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/slot_table.h"
#include "core/call/path/read_budget.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

/// Connections that bring the remote's pictures. Several at once, because a new one (another way through a relay, a
/// stranger at the remote's host) must not cut off one that still brings packets; which packets are taken is the
/// receiver's to say.
/// video-receive thread. Never allocates after construction.
class VideoTcpIntake {
 public:
  /// Connections, a remote's and some of strangers: one more takes the place of one that has brought nothing yet.
  static constexpr std::size_t kMost = kMostRemotes + 3;
  static constexpr int kMostRefused = 64;  // packets in a row; then the connection brings something else

  static constexpr std::int64_t kMostEmpty = 100;  // units of a connection, which no sender of pictures sends

  using Hosts = std::array<SocketAddress, 2 * kMostRemotes>;  // those of size 0 are none; none at all: anyone
  static Hosts hosts(std::span<const SocketAddress> some);
  struct Setting {
    bool listening = false;                    // otherwise the connections that there are go on until they end
    std::optional<TcpMediaListener> listener;  // absent: the one from before, which is kept for the next time
    Hosts from;                                // may connect
  };
  void set(Setting setting);
  static bool may_connect(const SocketAddress& caller, const Hosts& from);
  /// False: nothing comes here; wait() and receive() need not be called.
  bool in_use() const { return listening_ || connected_ > 0; }

  /// Until something is there that may be read, here or at the datagram socket `beside`, at most `timeout`.
  void wait(UdpSocket& beside, Duration timeout);
  /// Takes new connections, then gives what is there to `take(packet, received)`, packet by packet, which says whether
  /// it was one of the stream. `received`: local, when it was fetched. Once more was read than is read in a while, what
  /// comes stays in the kernel, and TCP holds the sender back.
  template <typename Take>
  void receive(Take&& take) {
    if (!budget_.may_read(monotonic_now())) return;
    if (listening_) accept_callers();
    for (Connection& from : connections_) {
      const auto received = fetch(from);
      if (!received) continue;
      while (from.refused < kMostRefused) {
        const auto packet = from.stream.next();
        if (!packet) break;
        budget_.spend_packet();
        from.note(take(*packet, *received), *received);
      }
      if (from.refused >= kMostRefused) end(from);
      if (from.stream.empty() >= kMostEmpty) end_empty(from);
    }
  }
  /// A sentence to the user; once a minute at most.
  std::optional<std::string_view> take_trouble(Timestamp now);

 private:
  struct Connection {
    OwnedDescriptor socket;
    rtp::FramedPackets stream;
    int refused = 0;      // packets since the last one that was taken
    bool proven = false;  // one was
    Timestamp taken;      // when the last was, or when it began
    bool open() const { return socket.fd() >= 0; }
    void note(bool took, Timestamp received);
  };
  void accept_callers();
  Connection& place();
  std::optional<Timestamp> fetch(Connection& from);
  void end(Connection& connection);
  void end_empty(Connection& connection);

  ReadBudget budget_;
  bool brought_nothing_ = false;  // a connection did, and it is not told
  std::optional<Timestamp> told_;
  std::optional<TcpMediaListener> listener_;
  bool listening_ = false;
  Hosts from_;
  std::array<Connection, kMost> connections_;
  std::size_t connected_ = 0;
};

/// The connection that carries the sent picture: made, and made again when it breaks; asked before each picture whether
/// the one before has left it. video-send thread; no call blocks but wait_for_room().
class VideoTcpPath {
 public:
  /// Packets have at most `largest_packet` bytes. `events` outlives this; it gets TcpReported, and a Notice when the
  /// remote takes no connection. `own`, `buffer`: as TcpMediaSender's.
  VideoTcpPath(std::size_t largest_packet, EventRing& events, const SocketAddress& own = {},
               std::optional<std::int64_t> buffer = {});

  /// Between pictures, and at least each idle_wait(): connects to `to`, or closes, as `transport` asks.
  void look(Transport transport, const SocketAddress& to, Timestamp now);
  /// As look() was asked last.
  bool in_use() const { return transport_ == Transport::kTcp; }
  bool leads_to(const SocketAddress& to) const { return to == to_; }
  Duration idle_wait() const;

  /// Whether a picture may begin. Not while the socket holds some of the one before: it would only wait behind it. With
  /// a buffer: when that has room for one like it, as with a program that knows no more of its socket.
  bool ready();
  /// An RTP packet of two pieces, framed here.
  TcpMediaSender::Taken send(const std::array<iovec, 2>& parts);
  TcpMediaSender::Taken flush() { return connection_.flush(); }
  /// Also ends when the connection does, or `timeout` has passed. False: it has ended.
  bool wait_for_room(Duration timeout);
  /// The picture that is being sent is not waited for any longer.
  void give_up() { connection_.close(); }
  /// TcpReported, when it is time.
  void report(Timestamp now);

 private:
  void watch(Timestamp now);
  void opened(Timestamp now);
  void attempt_failed(int error, Timestamp now);

  EventRing& events_;
  const std::optional<std::int64_t> buffer_;
  TcpMediaSender connection_;
  std::int64_t picture_bytes_ = 0;  // of the picture that began last
  Transport transport_ = Transport::kUdp;
  SocketAddress to_;
  bool trying_ = false;  // a connection is being made, or is too young to be trusted
  bool told_ = false;    // that there is no connection
  Duration pause_;       // between two attempts
  Timestamp began_, next_try_, next_report_;
  std::optional<Timestamp> open_since_;     // the young one
  std::optional<Timestamp> without_since_;  // no connection that lasts
};

}  // namespace jitterscope
