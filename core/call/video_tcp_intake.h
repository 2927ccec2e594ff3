#pragma once
// Connections that bring the far end's pictures. Several at once, because a new one (another way through a relay, a
// stranger at the far end's host) must not cut off one that still brings packets; which packets are taken is the
// receiver's to say.
#include <array>
#include <memory>
#include <optional>

#include "core/net/tcp_media.h"
#include "core/net/udp_socket.h"
#include "core/rtp/rfc4571.h"

namespace jitterscope {

/// video-receive thread. Never allocates: memory comes with the first listener, from the session thread.
class VideoTcpIntake {
 public:
  static constexpr std::size_t kMost = 4;      // connections; one more takes the place of that longest without a packet
  static constexpr int kMostRefused = 64;      // packets in a row; then the connection brings something else

  using Buffers = std::array<rtp::FramedPackets, kMost>;
  struct Setting {
    std::optional<TcpMediaListener> listener;  // absent: no new connections; those there are go on until they end
    std::unique_ptr<Buffers> buffers;          // with the first listener
    SocketAddress from;                        // its host may connect, and this machine; size 0: anyone
  };
  void set(Setting setting);
  /// False: nothing comes here; wait() and receive() need not be called.
  bool in_use() const { return listener_ || connected_ > 0; }

  /// Until something is there, here or at the datagram socket `beside`, at most `timeout`.
  void wait(const UdpSocket& beside, Duration timeout) const;
  /// Takes new connections, then gives what is there to `take(packet, received)`, packet by packet, which says whether it
  /// was one of the stream. `received`: local, when it was fetched.
  template <typename Take>
  void receive(Take&& take) {
    accept_callers();
    for (std::size_t i = 0; i < kMost && connected_ > 0; ++i) {
      const auto received = fetch(i);
      if (!received) continue;
      while (const auto packet = (*buffers_)[i].next()) note(i, take(*packet, *received), *received);
      if (connections_[i].refused >= kMostRefused) end(i);
    }
  }

 private:
  struct Connection {
    OwnedSocket socket;
    int refused = 0;                           // since the last packet that was taken
    Timestamp taken;                           // when that was, or when it began
    bool open() const { return socket.fd() >= 0; }
  };
  void accept_callers();
  bool welcome(const SocketAddress& caller) const;
  std::size_t place() const;
  std::optional<Timestamp> fetch(std::size_t connection);
  void note(std::size_t connection, bool taken, Timestamp received);
  void end(std::size_t connection);

  std::optional<TcpMediaListener> listener_;
  std::unique_ptr<Buffers> buffers_;
  SocketAddress from_;
  std::array<Connection, kMost> connections_;
  std::size_t connected_ = 0;
};

}  // namespace jitterscope
