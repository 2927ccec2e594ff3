#pragma once
// Kernel transmit stamps without disturbing the receiver. A stamp comes back as a message in the error queue of the
// socket that sent, and each wakes whoever waits on that socket for datagrams (and keeps poll from sleeping). So the
// sender has a descriptor of its own on the same port, which sends and never receives.
#include <sys/socket.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/files/owned_descriptor.h"
#include "core/base/net/stamp_converter.h"

namespace jitterscope {

/// When a datagram passed a point on its way out.
struct TransmitStamp {
  enum class Point : std::uint8_t { kScheduled, kDriver };  // entered the interface queue; handed to the interface
  std::uint32_t id = 0;                                     // as StampedSend's
  Point point{};
  Timestamp time, read;  // local; `time` is converted: up to 20 µs off, never after `read`
};

struct StampedSend {
  int error = 0;                    // as UdpSocket::send
  std::optional<std::uint32_t> id;  // under which its stamps will come; grows; absent: none will
};

/// One thread, except for the construction.
class StampingSocket {
 public:
  /// Makes `own`, a datagram socket not yet bound, a sender on the port that `receiver` is bound to. Null when the
  /// kernel has no transmit stamps or no such sharing; `receiver` is as it was then.
  static std::unique_ptr<StampingSocket> beside(int receiver, OwnedDescriptor own);

  int fd() const { return own_.fd(); }
  /// One system call, never blocks. `message` has no control data.
  StampedSend send(msghdr message);
  /// The next stamp that is there; never blocks. ICMP errors in between are thrown away.
  std::optional<TransmitStamp> take();

 private:
  enum class Ids {
    kUnknown,
    kGiven,
    kCounted
  };  // given with the datagram (since Linux 6.13), or counted by the kernel
  explicit StampingSocket(OwnedDescriptor own) : own_(std::move(own)) {}
  int send_with(msghdr& message, bool give_id);
  bool counting_again();

  const OwnedDescriptor own_;
  Ids ids_ = Ids::kUnknown;
  std::uint32_t next_id_ = 0;
  std::optional<Timestamp> unsure_since_;  // what the kernel has counted
  StampConverter converter_;
};

}  // namespace jitterscope
