#include "core/base/net/tcp_connection.h"

#include <linux/tcp.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/base/net/socket_calls.h"

namespace jitterscope {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Waits until `socket` is ready for `events`. False when the deadline came first.
bool wait_for(int socket, short events, Clock::time_point deadline) {
  pollfd wait{socket, events, 0};
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    const int ready = ::poll(&wait, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000)));
    if (ready > 0) return true;
    if (ready < 0 && errno == EINTR) continue;  // a signal is no answer, however short the time
    if (ready < 0 || left <= 0) return false;
  }
}

std::string describe_line(int error) {
  switch (error) {
    case ECONNRESET:
    case EPIPE: return "the remote's program ended or closed the connection.";
    case ETIMEDOUT:
    case EHOSTUNREACH:
    case ENETUNREACH: return "the network no longer reaches the remote.";
    default: return fmt::format("{}.", std::strerror(error));
  }
}

}  // namespace

TcpConnection::TcpConnection(OwnedDescriptor connected_socket) : socket_(std::move(connected_socket)) {
  set_option(socket_.fd(), IPPROTO_TCP, TCP_NODELAY, 1);
}

TcpConnection::Line TcpConnection::receive_line(milliseconds timeout, std::size_t max_bytes) {
  const auto deadline = Clock::now() + timeout;
  for (;;) {
    if (over_) return *over_;
    const auto end = received_.find('\n', searched_);
    if (std::min(end, received_.size()) > max_bytes) {
      over_ = Line{LineStatus::kTooLong, fmt::format("the remote sent a line of more than {} bytes.", max_bytes)};
      continue;
    }
    if (end != std::string::npos) return take_line(end);
    searched_ = received_.size();
    if (!wait_for(socket_.fd(), POLLIN, deadline)) return {LineStatus::kTimeout, {}};
    receive_some();
  }
}

TcpConnection::Line TcpConnection::take_line(std::size_t end) {
  Line line{LineStatus::kLine, received_.substr(0, end)};
  if (line.text.ends_with('\r')) line.text.pop_back();
  received_.erase(0, end + 1);
  searched_ = 0;
  return line;
}

void TcpConnection::receive_some() {
  std::array<char, 16 * 1024> buffer;
  const ssize_t count = ::recv(socket_.fd(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count > 0) {
    received_.append(buffer.data(), static_cast<std::size_t>(count));
  } else if (count == 0) {
    over_ = Line{LineStatus::kClosed, "the remote closed the connection."};
  } else if (errno != EAGAIN && errno != EINTR) {
    over_ = Line{LineStatus::kFailed, describe_line(errno)};
  }
}

std::string TcpConnection::send_all(std::string_view bytes, milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      if (!wait_for(socket_.fd(), POLLOUT, deadline)) return "the remote does not read what it is sent.";
    } else if (errno != EINTR) {
      return describe_line(errno);
    }
  }
  return {};
}

void TcpConnection::shutdown() {
  ::shutdown(socket_.fd(), SHUT_RDWR);
}
void TcpConnection::finish_sending() {
  ::shutdown(socket_.fd(), SHUT_WR);
}

SocketAddress TcpConnection::local() const {
  return address_of(socket_.fd(), ::getsockname).unmapped();
}
SocketAddress TcpConnection::peer() const {
  return address_of(socket_.fd(), ::getpeername).unmapped();
}

}  // namespace jitterscope
