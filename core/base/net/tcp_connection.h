#pragma once
// TCP with timeouts and sentences instead of errno. Sockets are closed by destructors; descriptors are never shared.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/files/owned_descriptor.h"
#include "core/base/net/host_port.h"

namespace jitterscope {

/// One connected stream socket (TCP_NODELAY). One thread may receive while another sends; shutdown() from any thread.
class TcpConnection {
 public:
  struct Outcome;
  /// Tries each address in order within `timeout` altogether, as long as `cancelled` (may be null) stays false. Blocks.
  /// `from`: the address of this machine that it goes out from; absent: the kernel's choice.
  static Outcome connect(const HostPort&, std::chrono::milliseconds timeout,
                         const std::atomic<bool>* cancelled = nullptr, const std::optional<SocketAddress>& from = {});

  explicit TcpConnection(OwnedDescriptor connected_socket);

  enum class LineStatus { kLine, kTimeout, kClosed, kTooLong, kFailed };
  struct Line {
    LineStatus status{};
    std::string text;  // kLine: without \n (and \r). Otherwise a sentence
  };
  /// The next line, waiting at most `timeout`. A line over `max_bytes` gives kTooLong for good; so do kClosed, kFailed.
  Line receive_line(std::chrono::milliseconds timeout, std::size_t max_bytes);

  /// Writes all of it or says why not (empty = done).
  std::string send_all(std::string_view, std::chrono::milliseconds timeout);

  /// Any thread: both directions end, blocked calls return.
  void shutdown();
  /// No more will be sent; receiving goes on.
  void finish_sending();

  SocketAddress local() const;
  SocketAddress peer() const;

 private:
  Line take_line(std::size_t end);
  void receive_some();

  OwnedDescriptor socket_;
  std::string received_;      // bytes after the last line given out
  std::size_t searched_ = 0;  // of which these hold no \n
  std::optional<Line> over_;  // nothing more can be received
};

struct TcpConnection::Outcome {
  std::optional<TcpConnection> connection;
  std::string error;  // a sentence, when there is no connection
};

/// Waits for calls, IPv6 and IPv4.
class TcpListener {
 public:
  /// Port `port` of `address` (absent: every one), or with `next_free` the first free one of port, port + 2, …
  /// within 50. Throws std::runtime_error with a sentence.
  explicit TcpListener(std::uint16_t port, bool next_free = false, const std::optional<SocketAddress>& address = {});
  std::uint16_t port() const { return port_; }
  /// A caller, waiting at most `timeout` (0 = only look).
  std::optional<TcpConnection> accept(std::chrono::milliseconds timeout);

 private:
  OwnedDescriptor socket_;
  std::uint16_t port_ = 0;
};

}  // namespace jitterscope
