#pragma once
// Datagrams of one socket, for a step that takes them.
#include <array>
#include <span>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/call/steps/arrival.h"

namespace jitterscope {

/// The step's thread. `Room`: bytes of the largest datagram that is not cut off.
template <std::size_t Room>
class DatagramSource {
 public:
  explicit DatagramSource(UdpSocket& socket) : socket_(socket) {}

  template <typename Step>
  void wait(Step& step, Timestamp until) {
    const auto datagram =
        socket_.receive(std::as_writable_bytes(std::span(bytes_)), std::max(until - monotonic_now(), Duration{}));
    if (datagram)
      step.take(Arrival{{bytes_.data(), datagram->size}, datagram->received, datagram->kernel, datagram->truncated});
  }

 private:
  UdpSocket& socket_;
  std::array<std::uint8_t, Room> bytes_;
};

}  // namespace jitterscope
