#include "core/base/net/socket_pair.h"

#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>

#include <cerrno>
#include <cstring>

#include "core/base/net/socket_calls.h"

namespace jitterscope {
namespace {

constexpr int kDatagramBuffer = 512 << 10;  // asked for: some three frames of 136 KB as the kernel counts

bool bind_loopback(int fd) {
  const SocketAddress any = SocketAddress::loopback();
  return ::bind(fd, any.data(), any.size()) == 0;
}

bool connect_to(int fd, int other) {
  const SocketAddress address = address_of(other, ::getsockname);
  return ::connect(fd, address.data(), address.size()) == 0;
}

std::optional<SocketPair> local_pair() {
  int fds[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) return std::nullopt;
  return SocketPair{OwnedDescriptor(fds[0]), OwnedDescriptor(fds[1])};
}

std::optional<SocketPair> tcp_pair() {
  const OwnedDescriptor listener = listen_on(SocketAddress::loopback(), 1);
  OwnedDescriptor source(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!connect_to(source.fd(), listener.fd())) return std::nullopt;
  OwnedDescriptor display(::accept4(listener.fd(), nullptr, nullptr, SOCK_CLOEXEC));
  if (display.fd() < 0 || !(address_of(display.fd(), ::getpeername) == address_of(source.fd(), ::getsockname)))
    return std::nullopt;
  for (const int fd : {source.fd(), display.fd()}) set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  return SocketPair{std::move(source), std::move(display)};
}

std::optional<SocketPair> udp_pair() {
  OwnedDescriptor source(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  OwnedDescriptor display(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!bind_loopback(source.fd()) || !bind_loopback(display.fd()) || !connect_to(source.fd(), display.fd()) ||
      !connect_to(display.fd(), source.fd()))
    return std::nullopt;
  set_option(display.fd(), SOL_SOCKET, SO_RCVBUF, kDatagramBuffer);
  return SocketPair{std::move(source), std::move(display)};
}

}  // namespace

std::optional<SocketPair> connected_pair(PairTransport transport, std::string& error) {
  auto pair = transport == PairTransport::kIpc   ? local_pair()
              : transport == PairTransport::kTcp ? tcp_pair()
                                                 : udp_pair();
  if (!pair) error = std::string("Two sockets could not be connected on this machine: ") + std::strerror(errno) + ".";
  if (pair)
    for (const int fd : {pair->source.fd(), pair->display.fd()}) fcntl(fd, F_SETFL, O_NONBLOCK);
  return pair;
}

}  // namespace jitterscope
