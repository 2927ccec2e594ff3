#include "core/base/net/tcp_media.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "core/base/net/socket_calls.h"

namespace jitterscope {
namespace {

constexpr int kSendBuffer = 128 << 10;  // for what is under way: 20 Mb/s at a round trip of 100 ms
constexpr int kMostUnsent = 4 << 10;    // waits in the kernel: three segments, so that a send time means something
constexpr int kBookkeeping = 3;         // the kernel counts what it keeps of each segment as well
constexpr int kPatienceMs = 10'000;     // without an acknowledgement; then the connection has ended
constexpr int kMediaBacklog = 8;

std::size_t copy_from(std::span<const iovec> parts, std::size_t skip, std::span<std::byte> to) {
  std::size_t copied = 0;
  for (const iovec& part : parts) {
    const std::size_t skipped = std::min(skip, part.iov_len);
    const std::size_t bytes = std::min(part.iov_len - skipped, to.size() - copied);
    std::memcpy(to.data() + copied, static_cast<const std::byte*>(part.iov_base) + skipped, bytes);
    skip -= skipped;
    copied += bytes;
  }
  return copied;
}

bool again(int error) {
  return error == EAGAIN || error == EINTR;
}

}  // namespace

void TcpMediaSender::connect(const SocketAddress& to) {
  close();
  const SocketAddress target = to.unmapped();
  socket_ = OwnedDescriptor(::socket(target.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (socket_.fd() < 0) return void(lost(errno));
  const auto buffer = static_cast<int>(buffer_.value_or(0));
  set_option(socket_.fd(), SOL_SOCKET, SO_SNDBUF, std::max(kSendBuffer, buffer * kBookkeeping));
  set_option(socket_.fd(), IPPROTO_TCP, TCP_NODELAY, 1);
  set_option(socket_.fd(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, std::max(kMostUnsent, buffer));
  set_option(socket_.fd(), IPPROTO_TCP, TCP_USER_TIMEOUT, kPatienceMs);
  const bool from_there = own_.size() > 0 && !own_.is_any() && own_.family() == target.family();
  if (from_there && ::bind(socket_.fd(), own_.data(), own_.size()) != 0) return void(lost(errno));
  if (::connect(socket_.fd(), target.data(), target.size()) != 0 && errno != EINPROGRESS) return void(lost(errno));
  state_ = State::kConnecting;
}

void TcpMediaSender::close() {
  lost(0);
}

TcpMediaSender::Taken TcpMediaSender::lost(int error) {
  socket_ = OwnedDescriptor();
  state_ = State::kClosed;
  error_ = error;
  rest_begin_ = rest_end_ = 0;
  return Taken::kLost;
}

TcpMediaSender::State TcpMediaSender::state() {
  if (state_ == State::kConnecting) {
    const int outcome = connect_outcome(socket_.fd());
    if (outcome == 0)
      state_ = State::kOpen;
    else if (outcome != EINPROGRESS)
      lost(outcome);
  } else if (state_ == State::kOpen) {
    std::array<std::byte, 256> nothing;  // is expected from there
    const ssize_t size = ::recv(socket_.fd(), nothing.data(), nothing.size(), MSG_DONTWAIT);
    if (size == 0) lost(ECONNRESET);
    if (size < 0 && !again(errno)) lost(errno);
  }
  return state_;
}

TcpMediaSender::Taken TcpMediaSender::flush() {
  if (state_ != State::kOpen) return Taken::kLost;
  while (rest_begin_ < rest_end_) {
    const ssize_t size =
        ::send(socket_.fd(), rest_.data() + rest_begin_, rest_end_ - rest_begin_, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size < 0) return again(errno) ? Taken::kFull : lost(errno);
    rest_begin_ += static_cast<std::size_t>(size);
  }
  rest_begin_ = rest_end_ = 0;
  return Taken::kWhole;
}

TcpMediaSender::Taken TcpMediaSender::send(std::span<const iovec> parts) {
  if (const Taken before = flush(); before != Taken::kWhole) return before;
  std::size_t whole = 0;
  for (const iovec& part : parts) whole += part.iov_len;
  if (whole > rest_.size()) return lost(EMSGSIZE);
  msghdr message{};
  message.msg_iov = const_cast<iovec*>(parts.data());
  message.msg_iovlen = parts.size();
  const ssize_t size = ::sendmsg(socket_.fd(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (size < 0) return again(errno) ? Taken::kFull : lost(errno);
  rest_end_ = copy_from(parts, static_cast<std::size_t>(size), rest_);
  return Taken::kWhole;
}

void TcpMediaSender::wait(Duration timeout) const {
  pollfd room{socket_.fd(), POLLOUT, 0};  // a descriptor of -1 is passed over: a plain sleep
  const timespec time{timeout.ns() / 1'000'000'000, timeout.ns() % 1'000'000'000};
  ::ppoll(&room, 1, &time, nullptr);
}

std::int64_t TcpMediaSender::held(unsigned long what_the_kernel_holds) const {
  int in_kernel = 0;
  if (state_ == State::kOpen) ::ioctl(socket_.fd(), what_the_kernel_holds, &in_kernel);
  return in_kernel + static_cast<std::int64_t>(rest_end_ - rest_begin_);
}

std::int64_t TcpMediaSender::unsent() const {
  return held(SIOCOUTQNSD);
}

std::int64_t TcpMediaSender::unacknowledged() const {
  return held(SIOCOUTQ);
}

std::optional<TcpConnectionInfo> TcpMediaSender::info() const {
  tcp_info kernel{};
  socklen_t size = sizeof kernel;
  if (state_ != State::kOpen || getsockopt(socket_.fd(), IPPROTO_TCP, TCP_INFO, &kernel, &size) != 0)
    return std::nullopt;
  TcpConnectionInfo info;
  info.round_trip_ms = kernel.tcpi_rtt / 1e3;
  info.round_trip_variation_ms = kernel.tcpi_rttvar / 1e3;
  info.congestion_window = static_cast<std::int32_t>(kernel.tcpi_snd_cwnd);
  info.retransmitted = kernel.tcpi_total_retrans;
  info.unacknowledged = kernel.tcpi_unacked;
  info.unsent_bytes = unsent();
  return info;
}

std::optional<TcpMediaListener> TcpMediaListener::listen(const SocketAddress& local, std::string& error) {
  OwnedDescriptor socket = listen_on(local, kMediaBacklog);
  if (socket.fd() >= 0) return TcpMediaListener(std::move(socket));
  error =
      "Cannot take the picture over TCP on port " + std::to_string(local.port()) + " (" + std::strerror(errno) + ").";
  return std::nullopt;
}

std::optional<TcpMediaListener::Caller> TcpMediaListener::accept(Timestamp now) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  auto* from = reinterpret_cast<sockaddr*>(&storage);
  OwnedDescriptor socket(::accept4(socket_.fd(), from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (socket.fd() < 0) return rest_.accept_failed(errno, now), std::nullopt;
  return Caller{std::move(socket), SocketAddress(from, size).unmapped()};
}

SocketAddress TcpMediaListener::local() const {
  return address_of(socket_.fd(), ::getsockname);
}

std::optional<std::size_t> receive_stream(int fd, std::span<std::uint8_t> room) {
  if (room.empty()) return 0;
  const ssize_t size = ::recv(fd, room.data(), room.size(), MSG_DONTWAIT);
  if (size > 0) return static_cast<std::size_t>(size);
  if (size < 0 && again(errno)) return 0;
  return std::nullopt;
}

}  // namespace jitterscope
