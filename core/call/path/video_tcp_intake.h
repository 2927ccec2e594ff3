#pragma once
// Connections that bring the remote's pictures. Several at once, because a new one (another way through a relay, a
// stranger at the remote's host) must not cut off one that still brings packets; which packets are taken is the
// receiver's to say.
#include <array>
#include <optional>
#include <span>

#include "core/algorithms/rtp/rfc4571.h"
#include "core/base/net/tcp_media.h"
#include "core/base/net/udp_socket.h"
#include "core/call/exchange/slot_table.h"

namespace jitterscope {

/// video-receive thread. Never allocates after construction.
class VideoTcpIntake {
 public:
  /// Connections, a remote's and some of strangers: one more takes the place of one that has brought nothing yet.
  static constexpr std::size_t kMost = kMostRemotes + 3;
  static constexpr int kMostRefused = 64;  // packets in a row; then the connection brings something else

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

  /// Until something is there, here or at the datagram socket `beside`, at most `timeout`.
  void wait(UdpSocket& beside, Duration timeout) const;
  /// Takes new connections, then gives what is there to `take(packet, received)`, packet by packet, which says whether
  /// it was one of the stream. `received`: local, when it was fetched.
  template <typename Take>
  void receive(Take&& take) {
    if (listening_) accept_callers();
    for (Connection& from : connections_) {
      const auto received = fetch(from);
      if (!received) continue;
      while (from.refused < kMostRefused) {
        const auto packet = from.stream.next();
        if (!packet) break;
        from.note(take(*packet, *received), *received);
      }
      if (from.refused >= kMostRefused) end(from);
    }
  }

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

  std::optional<TcpMediaListener> listener_;
  bool listening_ = false;
  Hosts from_;
  std::array<Connection, kMost> connections_;
  std::size_t connected_ = 0;
};

}  // namespace jitterscope
