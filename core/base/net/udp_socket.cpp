#include "core/base/net/udp_socket.h"

#include <linux/filter.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <vector>

#include "core/base/net/socket_calls.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr Duration kCoarseTimer = Duration::ms(20);  // SO_RCVTIMEO counts in kernel ticks; below this ppoll is exact
constexpr int kMostPortPairs = 200;

int get_option(int fd, int level, int name) {
  int value = 0;
  socklen_t size = sizeof value;
  getsockopt(fd, level, name, &value, &size);
  return value;
}

void size_buffer(int fd, int forced, int plain, int bytes) {
  if (!set_option(fd, SOL_SOCKET, forced, bytes)) set_option(fd, SOL_SOCKET, plain, bytes);
}

void configure(int fd, bool ipv6, const UdpOptions& options) {
  size_buffer(fd, SO_RCVBUFFORCE, SO_RCVBUF, options.receive_buffer);
  size_buffer(fd, SO_SNDBUFFORCE, SO_SNDBUF, options.send_buffer);
  set_option(fd, SOL_SOCKET, SO_TIMESTAMPNS, 1);
  set_option(fd, IPPROTO_IP, IP_RECVERR, 1);  // on an IPv6 socket: for its IPv4 traffic
  if (!ipv6) return;
  set_option(fd, IPPROTO_IPV6, IPV6_V6ONLY, 0);
  set_option(fd, IPPROTO_IPV6, IPV6_RECVERR, 1);
}

bool mark(int fd, bool ipv6, int dscp, int priority) {
  const int field = (dscp & 63) << 2;
  // IP_TOS sets SO_PRIORITY as a side effect, so that one comes last.
  bool done = set_option(fd, IPPROTO_IP, IP_TOS, field);  // on an IPv6 socket: for its IPv4 traffic
  if (ipv6) done = set_option(fd, IPPROTO_IPV6, IPV6_TCLASS, field) && done;
  return set_option(fd, SOL_SOCKET, SO_PRIORITY, priority) && done;
}

std::string bind_failure(const SocketAddress& local, int error) {
  return "Cannot receive datagrams at " + local.to_string() + " (" + std::strerror(error) + ").";
}

/// ICMP errors wait in a queue of their own and keep poll from sleeping until they are read.
void drain_errors(int fd) {
  char control[512];
  for (int i = 0; i < 64; ++i) {
    msghdr message{};
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    if (recvmsg(fd, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) return;
  }
}

std::optional<Timestamp> kernel_stamp(msghdr& message) {
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_TIMESTAMPNS) continue;
    timespec time{};
    std::memcpy(&time, CMSG_DATA(header), sizeof time);
    return Timestamp::ns(time.tv_sec * 1'000'000'000LL + time.tv_nsec);
  }
  return std::nullopt;
}

// Offsets from the network header. The filter of a UDP socket sees the datagram from its UDP header on.
constexpr std::uint32_t kNetwork = static_cast<std::uint32_t>(SKF_NET_OFF), kVersion = kNetwork,
                        kSource4 = kNetwork + 12, kSource6 = kNetwork + 8;
constexpr std::uint32_t kWholeDatagram = 0xFFFFFFFF, kNothing = 0;
constexpr int kWords6 = 4;

sock_filter statement(int code, std::uint32_t value) {
  return BPF_STMT(static_cast<std::uint16_t>(code), value);
}
sock_filter jump(int code, std::uint32_t value, int yes, int no) {
  return BPF_JUMP(static_cast<std::uint16_t>(code), value, static_cast<std::uint8_t>(yes),
                  static_cast<std::uint8_t>(no));
}

/// Takes it when the words from `offset` on are these; goes on behind it otherwise.
void take_if(std::vector<sock_filter>& program, std::uint32_t offset, std::span<const std::uint32_t> words) {
  const int count = static_cast<int>(words.size());
  for (int i = 0; i < count; ++i) {
    program.push_back(statement(BPF_LD | BPF_W | BPF_ABS, offset + 4 * static_cast<std::uint32_t>(i)));
    program.push_back(jump(BPF_JMP | BPF_JEQ | BPF_K, words[static_cast<std::size_t>(i)], 0, 2 * (count - 1 - i) + 1));
  }
  program.push_back(statement(BPF_RET | BPF_K, kWholeDatagram));
}

/// Classic BPF for a UDP socket, IPv4, IPv6 or both; ports do not matter. Without hosts nothing comes through.
std::vector<sock_filter> source_filter(std::span<const SocketAddress> hosts) {
  std::vector<sock_filter> four, six;
  for (const SocketAddress& each : hosts) {
    const SocketAddress host = each.unmapped();
    if (host.family() == AF_INET) {
      const std::array words{ntohl(reinterpret_cast<const sockaddr_in*>(host.data())->sin_addr.s_addr)};
      take_if(four, kSource4, words);
    } else if (host.family() == AF_INET6) {
      std::array<std::uint32_t, kWords6> words{};
      std::memcpy(words.data(), &reinterpret_cast<const sockaddr_in6*>(host.data())->sin6_addr, sizeof words);
      for (std::uint32_t& word : words) word = ntohl(word);
      take_if(six, kSource6, words);
    }
  }
  std::vector<sock_filter> program{statement(BPF_LD | BPF_B | BPF_ABS, kVersion),
                                   statement(BPF_ALU | BPF_RSH | BPF_K, 4),
                                   jump(BPF_JMP | BPF_JEQ | BPF_K, 6, static_cast<int>(four.size()) + 1, 0)};
  program.insert(program.end(), four.begin(), four.end());
  program.push_back(statement(BPF_RET | BPF_K, kNothing));
  program.insert(program.end(), six.begin(), six.end());
  program.push_back(statement(BPF_RET | BPF_K, kNothing));
  return program;
}

}  // namespace

std::optional<UdpSocket> UdpSocket::open(const SocketAddress& local, const UdpOptions& options, int& error) {
  const bool ipv6 = local.family() == AF_INET6;
  UdpSocket socket(OwnedDescriptor(::socket(local.family(), SOCK_DGRAM | SOCK_CLOEXEC, 0)), ipv6);
  if (const int fd = socket.fd(); fd >= 0) {
    configure(fd, ipv6, options);
    if (options.dscp != 0 || options.priority != 0) socket.set_dscp(options.dscp, options.priority);
    if (::bind(fd, local.data(), local.size()) == 0) {
      if (options.transmit_stamps) socket.open_sender(options);
      return socket;
    }
  }
  error = errno;
  return std::nullopt;
}

void UdpSocket::open_sender(const UdpOptions& options) {
  OwnedDescriptor sender(::socket(ipv6_ ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (sender.fd() < 0) return;
  configure(sender.fd(), ipv6_, options);
  sender_ = StampingSocket::beside(fd(), std::move(sender));
  if (sender_) set_dscp(options.dscp, options.priority);
}

std::optional<UdpSocket> UdpSocket::bind(const SocketAddress& local, const UdpOptions& options, std::string& error) {
  int number = 0;
  auto socket = open(local, options, number);
  if (!socket) error = bind_failure(local, number);
  return socket;
}

int UdpSocket::send(std::span<const iovec> parts, const SocketAddress& to) {
  return send(parts, to, false).error;
}

StampedSend UdpSocket::send_stamped(std::span<const iovec> parts, const SocketAddress& to) {
  return send(parts, to, sender_ != nullptr);
}

StampedSend UdpSocket::send(std::span<const iovec> parts, const SocketAddress& to, bool stamped) {
  const bool map = ipv6_ && to.family() == AF_INET;
  const SocketAddress mapped = map ? to.mapped() : SocketAddress();
  const SocketAddress& target = map ? mapped : to;
  msghdr message{};
  message.msg_name = const_cast<sockaddr*>(target.data());
  message.msg_namelen = target.size();
  message.msg_iov = const_cast<iovec*>(parts.data());
  message.msg_iovlen = parts.size();
  const int from = sender_ ? sender_->fd() : fd();
  const auto attempt = [&]() -> StampedSend {
    if (stamped) return sender_->send(message);
    return {sendmsg(from, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 ? 0 : errno, std::nullopt};
  };
  const StampedSend first = attempt();
  if (first.error == 0 || first.error == ENOBUFS || first.error == EAGAIN) return first;
  // Perhaps the late news of an earlier datagram, which are told once; the second answer is this one's own.
  if (!sender_) drain_errors(from);
  return attempt();
}

std::optional<TransmitStamp> UdpSocket::take_stamp() {
  return sender_ ? sender_->take() : std::nullopt;
}

int UdpSocket::send(std::span<const std::byte> datagram, const SocketAddress& to) {
  const iovec part{const_cast<std::byte*>(datagram.data()), datagram.size()};
  return send(std::span(&part, 1), to);
}

std::optional<Datagram> UdpSocket::receive(std::span<std::byte> buffer, Duration timeout) {
  if (timeout < kCoarseTimer) {
    if (auto datagram = fetch(buffer, MSG_DONTWAIT)) return datagram;
    UdpSocket* const self = this;
    if (timeout <= Duration::ns(0) || !wait_for_datagram(std::span(&self, 1), timeout)) return std::nullopt;
    return fetch(buffer, MSG_DONTWAIT);
  }
  timeout = Duration::ms((timeout.ns() + 999'999) / 1'000'000);  // whole ms: else it would be set for each datagram
  if (timeout != wait_) {
    const timeval time{timeout.ns() / 1'000'000'000, timeout.ns() / 1'000 % 1'000'000};
    setsockopt(fd(), SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    wait_ = timeout;
  }
  return fetch(buffer, 0);
}

bool wait_for_datagram(std::span<UdpSocket* const> sockets, Duration timeout, std::span<const int> others) {
  std::array<pollfd, kMostWaitedFor> wanted{};
  std::size_t count = 0;  // of those there are: poll refuses more than the process may have open
  const auto add = [&](int fd) {
    if (fd >= 0 && count < wanted.size()) wanted[count++] = {fd, POLLIN, 0};
  };
  for (const UdpSocket* socket : sockets) add(socket->fd());
  const std::size_t own = count;
  for (const int fd : others) add(fd);
  const timespec time{timeout.ns() / 1'000'000'000, timeout.ns() % 1'000'000'000};
  if (ppoll(wanted.data(), count, &time, nullptr) <= 0) return false;
  bool readable = false;
  for (std::size_t i = 0; i < count; ++i) {
    if (i < own && (wanted[i].revents & POLLERR)) drain_errors(wanted[i].fd);
    readable = readable || (i < own ? wanted[i].revents & POLLIN : wanted[i].revents) != 0;
  }
  return readable;
}

std::optional<Datagram> UdpSocket::fetch(std::span<std::byte> buffer, int flags) {
  sockaddr_storage from{};
  alignas(cmsghdr) char control[256];
  iovec part{buffer.data(), buffer.size()};
  msghdr message{};
  message.msg_name = &from;
  message.msg_namelen = sizeof from;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t size = recvmsg(fd(), &message, flags);
  if (size < 0) {
    if (errno != EAGAIN && errno != EINTR) drain_errors(fd());
    return std::nullopt;
  }
  Datagram datagram;
  datagram.received = monotonic_now();
  datagram.size = static_cast<std::size_t>(size);
  datagram.truncated = (message.msg_flags & MSG_TRUNC) != 0;
  datagram.from = SocketAddress(reinterpret_cast<const sockaddr*>(&from), message.msg_namelen).unmapped();
  if (const auto stamp = kernel_stamp(message))
    datagram.kernel =
        stamps_.to_local(*stamp, datagram.received, realtime_now(), [] { return measure_realtime_offset().offset; });
  return datagram;
}

bool UdpSocket::take_only_from(std::span<const SocketAddress> hosts) {
  std::vector<sock_filter> program = source_filter(hosts);
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  return setsockopt(fd(), SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter) == 0;
}

SocketAddress UdpSocket::local() const {
  return address_of(fd(), ::getsockname);
}

int UdpSocket::receive_buffer() const {
  return get_option(fd(), SOL_SOCKET, SO_RCVBUF) / 2;
}
int UdpSocket::send_buffer() const {
  return get_option(fd(), SOL_SOCKET, SO_SNDBUF) / 2;
}

bool UdpSocket::set_dscp(int dscp, int priority) {
  const bool done = mark(fd(), ipv6_, dscp, priority);
  return sender_ ? mark(sender_->fd(), ipv6_, dscp, priority) : done;
}

std::optional<MediaPorts> MediaPorts::open(const SocketAddress& first, const UdpOptions& options, std::string& error) {
  UdpOptions rtcp_options = options;
  rtcp_options.transmit_stamps = false;
  const int wanted = first.port() == 0 ? kFirstMediaPort : first.port() + first.port() % 2;
  for (int port = wanted; port < std::min(wanted + 2 * kMostPortPairs, 65535); port += 2) {
    const SocketAddress rtp_address = first.with_port(static_cast<std::uint16_t>(port));
    const SocketAddress rtcp_address = first.with_port(static_cast<std::uint16_t>(port + 1));
    int number = 0;
    auto rtp = UdpSocket::open(rtp_address, options, number);
    auto rtcp = rtp ? UdpSocket::open(rtcp_address, rtcp_options, number) : std::nullopt;
    if (rtcp) return MediaPorts{std::move(*rtp), std::move(*rtcp)};
    if (number == EADDRINUSE) continue;
    error = bind_failure(rtp_address, number);
    return std::nullopt;
  }
  error = "No free pair of UDP ports from " + std::to_string(wanted) + " upwards.";
  return std::nullopt;
}

}  // namespace jitterscope
