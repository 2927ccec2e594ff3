#include "core/base/net/frame_stream_sockets.h"

#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/net/host_port.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr int kDatagramBuffer = 512 << 10;            // asked for: some three frames of 136 KB as the kernel counts
constexpr Duration kPatience = Duration::seconds(1);  // for room in a datagram socket's buffer

std::optional<SocketAddress> local_address(int fd) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  auto* address = reinterpret_cast<sockaddr*>(&storage);
  if (::getsockname(fd, address, &size) != 0) return std::nullopt;
  return SocketAddress(address, size);
}

bool bind_loopback(int fd) {
  const SocketAddress any = SocketAddress::loopback();
  return ::bind(fd, any.data(), any.size()) == 0;
}

bool connect_to(int fd, int other) {
  const auto address = local_address(other);
  return address && ::connect(fd, address->data(), address->size()) == 0;
}

std::optional<SocketPair> local_pair() {
  int fds[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) return std::nullopt;
  return SocketPair{OwnedSocket(fds[0]), OwnedSocket(fds[1])};
}

std::optional<SocketPair> tcp_pair() {
  const OwnedSocket listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  OwnedSocket source(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!bind_loopback(listener.fd()) || ::listen(listener.fd(), 1) != 0 || !connect_to(source.fd(), listener.fd()))
    return std::nullopt;
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  auto* peer = reinterpret_cast<sockaddr*>(&storage);
  OwnedSocket display(::accept4(listener.fd(), peer, &size, SOCK_CLOEXEC));
  const auto own = local_address(source.fd());
  if (display.fd() < 0 || !own || SocketAddress(peer, size).to_string() != own->to_string()) return std::nullopt;
  const int yes = 1;
  for (const int fd : {source.fd(), display.fd()}) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return SocketPair{std::move(source), std::move(display)};
}

std::optional<SocketPair> udp_pair() {
  OwnedSocket source(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  OwnedSocket display(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!bind_loopback(source.fd()) || !bind_loopback(display.fd()) || !connect_to(source.fd(), display.fd()) ||
      !connect_to(display.fd(), source.fd()))
    return std::nullopt;
  setsockopt(display.fd(), SOL_SOCKET, SO_RCVBUF, &kDatagramBuffer, sizeof kDatagramBuffer);
  return SocketPair{std::move(source), std::move(display)};
}

bool wait_writable(int fd, Duration timeout) {
  const Timestamp end = monotonic_now() + timeout;
  pollfd wait{fd, POLLOUT, 0};
  for (;;) {
    const int ready = ::poll(&wait, 1, static_cast<int>(std::max(end - monotonic_now(), Duration()).ms()));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

iovec part(std::span<const std::byte> bytes) {
  return {const_cast<std::byte*>(bytes.data()), bytes.size()};
}

/// Gone with an error of an earlier datagram (ICMP), or dropped on the way out: a datagram's fate.
bool lost_only(int error) {
  return error == ENOBUFS || error == ECONNREFUSED || error == EINTR;
}

}  // namespace

OwnedSocket& OwnedSocket::operator=(OwnedSocket&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

OwnedSocket::~OwnedSocket() {
  if (fd_ >= 0) ::close(fd_);
}

std::optional<SocketPair> connected_pair(FrameTransport transport, std::string& error) {
  auto pair = transport == FrameTransport::kIpc   ? local_pair()
              : transport == FrameTransport::kTcp ? tcp_pair()
                                                  : udp_pair();
  if (!pair) error = std::string("Two sockets could not be connected on this machine: ") + std::strerror(errno) + ".";
  return pair;
}

bool send_frame(int fd, const FrameHeader& header, std::span<const std::byte> bytes, Duration timeout) {
  const Timestamp end = monotonic_now() + timeout;
  const auto head = write_frame_header(header);
  const std::size_t all = head.size() + bytes.size();
  for (std::size_t sent = 0; sent < all;) {
    iovec parts[2] = {part(std::span(head).subspan(std::min(sent, head.size()))),
                      part(bytes.subspan(sent > head.size() ? sent - head.size() : 0))};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    const ssize_t count = ::sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) sent += static_cast<std::size_t>(count);
    if (count >= 0 || errno == EINTR) continue;
    if (errno != EAGAIN || !wait_writable(fd, end - monotonic_now())) return false;
  }
  return true;
}

void send_datagram(int fd, std::span<const std::byte> datagram) {
  ::send(fd, datagram.data(), datagram.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

std::optional<std::size_t> receive_datagram(int fd, std::span<std::byte> room) {
  const ssize_t size = ::recv(fd, room.data(), room.size(), MSG_DONTWAIT);
  return size < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(size));
}

FrameArrival FrameStreamReceiver::receive() {
  while (true) {
    const std::span<std::byte> room = reader_.room();
    if (room.empty()) return FrameArrival::kEnd;
    const ssize_t count = ::recv(fd_, room.data(), room.size(), MSG_DONTWAIT);
    if (count == 0) return FrameArrival::kEnd;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN ? FrameArrival::kNone : FrameArrival::kEnd;
    if (reader_.take(static_cast<std::size_t>(count))) return FrameArrival::kFrame;
  }
}

DataRate FrameFragmentSender::rate() const {
  return pause_ ? DataSize::bytes(kFragmentBytes) / *pause_ : announced_;
}

void FrameFragmentSender::read_announcements() {
  std::array<std::byte, kLargestFragment> datagram;
  for (int i = 0; i < 64; ++i) {
    const auto size = receive_datagram(fd_, datagram);
    if (!size) return;
    const auto announcement = read_announcement(std::span(datagram).first(*size));
    if (announcement) announced_ = announcement->rate;
  }
}

bool FrameFragmentSender::send_fragment(const FrameHeader& header, std::span<const std::byte> bytes,
                                        std::uint32_t index) {
  const auto head = write_fragment_header(header, index);
  const std::size_t begins = std::min(index * kFragmentBytes, bytes.size());
  iovec parts[2] = {part(head), part(bytes.subspan(begins, std::min(kFragmentBytes, bytes.size() - begins)))};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  if (::sendmsg(fd_, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0 || lost_only(errno)) return true;
  if (errno != EAGAIN || !wait_writable(fd_, kPatience)) return false;
  return ::sendmsg(fd_, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0 || lost_only(errno);
}

bool FrameFragmentSender::send(const FrameHeader& header, std::span<const std::byte> bytes) {
  read_announcements();
  const Duration spacing =
      pause_ ? *pause_ : Duration::from_seconds(static_cast<double>(kFragmentBytes) * 8 / announced_.bits_per_second());
  Timestamp next = monotonic_now();
  for (std::uint32_t index = 0; index < fragments_of(header.bytes); ++index) {
    if (index > 0) sleep_until(next);
    if (!send_fragment(header, bytes, index)) return false;
    next = pause_ ? monotonic_now() + spacing : next + spacing;
  }
  return true;
}

FrameArrival FrameFragmentReceiver::receive() {
  std::array<std::byte, kLargestFragment + 1> datagram;
  const Timestamp began = monotonic_now();
  const std::uint64_t incomplete = fragments_.incomplete();
  bool complete = false;
  while (!complete) {
    const auto size = receive_datagram(fd_, datagram);
    if (!size) break;
    complete = fragments_.take(std::span(datagram).first(*size));
  }
  completed_ = monotonic_now();
  busy_ += completed_ - began;
  if (fragments_.incomplete() > incomplete) rate_.frame_lost();
  return complete ? FrameArrival::kFrame : FrameArrival::kNone;
}

void FrameFragmentReceiver::displayed(Timestamp now) {
  rate_.frame_handled(DataSize::bytes(frame().header.bytes), busy_ + (now - completed_));
  busy_ = {};
  const auto announcement = write_announcement({rate_.announced(), frame().header.frame, fragments_.incomplete()});
  send_datagram(fd_, announcement);
}

}  // namespace jitterscope
