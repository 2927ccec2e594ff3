#pragma once
// A datagram socket for media: one system call a packet, kernel receive stamps, drops in the own interface queue seen.
#include <sys/uio.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/base/net/host_port.h"
#include "core/base/net/stamping_socket.h"

namespace jitterscope {

/// A datagram that was received into the caller's buffer.
struct Datagram {
  std::size_t size = 0;    // bytes in the buffer
  bool truncated = false;  // it was larger than the buffer
  SocketAddress from;
  Timestamp received;               // local: when the receive call returned
  std::optional<Timestamp> kernel;  // local: the kernel's receive stamp, converted; never after `received`; absent in
                                    // doubt, when the system's clock was just set
};

/// Sizes asked for and granted, in bytes of payload buffer as the kernel counts (getsockopt / 2).
struct UdpOptions {
  int receive_buffer = 4 << 20;
  int send_buffer = 1 << 20;     // large enough that a full interface queue drops (ENOBUFS) before it blocks
  int dscp = 0;                  // 0 … 63, e.g. 46 = EF
  int priority = 0;              // SO_PRIORITY 0 … 6; pfifo_fast honours it where it does not honour EF
  bool transmit_stamps = false;  // send_stamped shall give stamps; MediaPorts: of its RTP socket
};

inline constexpr std::uint16_t kFirstMediaPort = 5006;

struct MediaPorts;
class UdpSocket;

inline constexpr std::size_t kMostWaitedFor = 24;
/// Waits at most `timeout` until one of the sockets has a datagram, or one of `others` (descriptors; those below 0 are
/// passed over) has something or has failed. At most kMostWaitedFor. The sockets' ICMP errors are swallowed. False:
/// none has.
bool wait_for_datagram(std::span<UdpSocket* const> sockets, Duration timeout, std::span<const int> others = {});

/// One thread may send while another receives.
class UdpSocket {
 public:
  /// Binds to `local` (port 0: any). An IPv6 wildcard address takes IPv4 as well (dual stack). nullopt: `error` says
  /// why in one sentence.
  static std::optional<UdpSocket> bind(const SocketAddress& local, const UdpOptions&, std::string& error);

  /// Hands one datagram to the kernel; never blocks. 0 or the errno of the call: ENOBUFS = dropped in the interface
  /// queue, EAGAIN = the socket's send buffer is full, EMSGSIZE = too large. ECONNREFUSED of an earlier datagram
  /// (ICMP) is not an answer to this one: it is cleared and the datagram sent again.
  int send(std::span<const iovec> parts, const SocketAddress& to);
  int send(std::span<const std::byte> datagram, const SocketAddress& to);

  /// As send, with kernel transmit stamps if they were asked for and the kernel has them. The sending thread.
  StampedSend send_stamped(std::span<const iovec> parts, const SocketAddress& to);
  /// The next of the stamps that are there; never blocks. The sending thread.
  std::optional<TransmitStamp> take_stamp();

  /// The next datagram; waits at most `timeout` (one system call when one is there already). nullopt: none came.
  /// Errors reported by ICMP are swallowed.
  std::optional<Datagram> receive(std::span<std::byte> buffer, Duration timeout);

  /// From now on the kernel throws away what other hosts send here (ports aside; without hosts: everything). What came
  /// before stays. False: the kernel cannot. Any thread.
  bool take_only_from(std::span<const SocketAddress> hosts);

  /// What the socket is bound to.
  SocketAddress local() const;
  int receive_buffer() const;  // granted
  int send_buffer() const;
  /// False when the kernel refused (not an error: the call goes on unmarked).
  bool set_dscp(int dscp, int priority);
  int fd() const { return own_.fd(); }

 private:
  friend MediaPorts;
  UdpSocket(OwnedDescriptor own, bool ipv6) : own_(std::move(own)), ipv6_(ipv6) {}
  static std::optional<UdpSocket> open(const SocketAddress& local, const UdpOptions&, int& error);
  std::optional<Datagram> fetch(std::span<std::byte> buffer, int flags);
  void open_sender(const UdpOptions&);
  StampedSend send(std::span<const iovec> parts, const SocketAddress& to, bool stamped);

  OwnedDescriptor own_;
  bool ipv6_ = false;
  Duration wait_;  // SO_RCVTIMEO in force
  StampConverter stamps_;
  std::unique_ptr<StampingSocket> sender_;  // sends all when there is one
};

/// The sockets of one medium: RTP on an even port, RTCP one above (RFC 3550 §11).
struct MediaPorts {
  UdpSocket rtp, rtcp;
  bool take_only_from(std::span<const SocketAddress> hosts) {
    return rtp.take_only_from(hosts) & rtcp.take_only_from(hosts);
  }

  /// The first free pair of 200 at `first`'s address, from its port (rounded up to even; 0: kFirstMediaPort) upwards.
  static std::optional<MediaPorts> open(const SocketAddress& first, const UdpOptions&, std::string& error);
};

}  // namespace jitterscope
