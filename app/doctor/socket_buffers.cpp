#include "app/doctor/checks.h"

#include "core/base/net/udp_socket.h"

namespace jitterscope::doctor {
namespace {

constexpr int kAsked = 8 << 20;

}  // namespace

Check check_socket_buffers() {
  Check check{"socket.buffers", "UDP socket buffers", {{"asked", std::int64_t{kAsked}, "bytes"}}};
  UdpOptions options;
  const UdpOptions of_a_call;
  options.receive_buffer = options.send_buffer = kAsked;
  std::string error;
  const auto socket = UdpSocket::bind(SocketAddress::loopback(), options, error);
  if (!socket) {
    check.missing(error);
    return check;
  }
  check.figures.push_back({"receive", std::int64_t{socket->receive_buffer()}, "bytes"});
  check.figures.push_back({"send", std::int64_t{socket->send_buffer()}, "bytes"});
  if (socket->receive_buffer() >= of_a_call.receive_buffer && socket->send_buffer() >= of_a_call.send_buffer)
    return check;
  check.limited(
      "Bursts of large frames can overflow the receive buffer, which looks like loss: `sudo sysctl -w "
      "net.core.rmem_max=8388608 net.core.wmem_max=8388608`.");
  return check;
}

}  // namespace jitterscope::doctor
