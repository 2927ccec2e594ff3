#pragma once
// Media over TCP: a connection that takes a packet whole or not at all and holds little of what is not sent yet, and
// the listener for it. No call blocks, but those that wait say so.
#include <sys/uio.h>

#include <cerrno>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/files/owned_descriptor.h"
#include "core/base/net/host_port.h"
#include "core/base/realtime/clock.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// What the kernel says of a connection (TCP_INFO). Counts since it was made.
struct TcpConnectionInfo {
  double round_trip_ms = 0, round_trip_variation_ms = 0;  // smoothed
  std::int32_t congestion_window = 0;                     // segments
  std::int64_t retransmitted = 0;                         // segments
  std::int64_t unsent_bytes = 0;                          // in the socket, not yet sent
  std::int64_t unacknowledged = 0;                        // segments under way
};

/// One connection after another to where packets go. One thread.
class TcpMediaSender {
 public:
  enum class State { kClosed, kConnecting, kOpen };
  enum class Taken { kWhole, kFull, kLost };  // with the kernel or held here; no room, not a byte taken; no connection

  /// Packets have at most `largest_packet` bytes. `own`: connections leave from this address of this machine, if it
  /// names one. `buffer`: bytes that the kernel holds, sent or not; absent: all that is under way, and little besides.
  explicit TcpMediaSender(std::size_t largest_packet, const SocketAddress& own = {},
                          std::optional<std::int64_t> buffer = {})
      : own_(own.unmapped().with_port(0)), buffer_(buffer), rest_(largest_packet) {}

  /// Begins to connect; a connection that was is closed first.
  void connect(const SocketAddress& to);
  /// What the kernel has is still sent.
  void close();
  /// As it is now: looks whether the connection has been made, or has ended.
  State state();
  int fd() const { return socket_.fd(); }  // for a loop around poll; -1: closed
  /// Why there is no connection: an errno, 0 after close().
  int error() const { return error_; }

  /// A packet, in pieces.
  Taken send(std::span<const iovec> parts);
  /// What is held here of the last packet goes to the kernel, as far as it takes it. kFull: some is left.
  Taken flush();
  /// Waits until the kernel takes more or the connection changes, at most `timeout`.
  void wait(Duration timeout) const;
  /// Bytes that were taken and have not been sent by the kernel, not even once.
  std::int64_t unsent() const;
  /// Bytes that were taken and have not been acknowledged, those not sent included.
  std::int64_t unacknowledged() const;
  /// nullopt: the connection is not open.
  std::optional<TcpConnectionInfo> info() const;

 private:
  Taken lost(int error);
  std::int64_t held(unsigned long what_the_kernel_holds) const;

  SocketAddress own_;
  std::optional<std::int64_t> buffer_;
  OwnedDescriptor socket_;
  State state_ = State::kClosed;
  int error_ = 0;
  std::vector<std::byte> rest_;  // of a packet that the kernel took a part of
  std::size_t rest_begin_ = 0, rest_end_ = 0;
};

/// A listener whose accept failed is left alone for a moment: without descriptors it stays readable, and a loop around
/// poll would never sleep.
class ListenerRest {
 public:
  void accept_failed(int error, Timestamp now) {
    if (error != EAGAIN && error != EINTR && error != ECONNABORTED) until_ = now + Duration::ms(100);
  }
  bool over(Timestamp now) const { return now >= until_; }

 private:
  Timestamp until_;
};

/// Who connects to a port.
class TcpMediaListener {
 public:
  /// Listens at `local`; an IPv6 wildcard address takes IPv4 as well. nullopt: `error` says why in one sentence.
  static std::optional<TcpMediaListener> listen(const SocketAddress& local, std::string& error);

  struct Caller {
    OwnedDescriptor socket;
    SocketAddress from;  // unmapped
  };
  /// The next one that has connected. nullopt: nobody is there.
  std::optional<Caller> accept(Timestamp now = monotonic_now());
  SocketAddress local() const;
  int fd() const { return socket_.fd(); }
  /// To wait for a caller; -1 for a moment after an accept that failed, as poll would not sleep.
  int fd_to_poll(Timestamp now) const { return rest_.over(now) ? socket_.fd() : -1; }

 private:
  explicit TcpMediaListener(OwnedDescriptor socket) : socket_(std::move(socket)) {}
  OwnedDescriptor socket_;
  ListenerRest rest_;
};

/// What is there of a stream. nullopt: it has ended or failed; 0: nothing at the moment.
std::optional<std::size_t> receive_stream(int fd, std::span<std::uint8_t> room);

}  // namespace jitterscope
