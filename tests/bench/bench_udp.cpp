// Datagrams of 1 KB a second through UdpSocket on the loopback interface: calls of send, and calls of receive while
// datagrams wait. Usage: bench_udp [SECONDS, 1 … 60]
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"

int main(int count, char** arguments) {
  using namespace jitterscope;
  const Duration length = Duration::seconds(std::clamp(count > 1 ? std::atoi(arguments[1]) : 4, 1, 60));
  const SocketAddress loopback = SocketAddress::loopback();
  std::string error;
  auto sender = UdpSocket::bind(loopback, {}, error), receiver = UdpSocket::bind(loopback, {}, error);
  if (!sender || !receiver) {
    fmt::print(stderr, "{}\n", error);
    return 3;
  }
  constexpr int kRound = 500;  // fits the receive buffer
  const SocketAddress to = receiver->local();
  std::vector<std::byte> block(1024), buffer(2048);
  Duration sending, receiving;
  std::int64_t sent = 0, received = 0;
  while (sending + receiving < length) {
    const Timestamp begin = monotonic_now();
    for (int i = 0; i < kRound; ++i) sent += sender->send(block, to) == 0;
    const Timestamp middle = monotonic_now();
    while (receiver->receive(buffer, Duration::ns(0))) ++received;
    sending += middle - begin;
    receiving += monotonic_now() - middle;
  }
  fmt::print("send     {:8.0f} packets/s  {:.2f} µs each\n", double(sent) / sending.seconds(),
             sending.us() / double(sent));
  fmt::print("receive  {:8.0f} packets/s  {:.2f} µs each (with kernel stamp)\n", double(received) / receiving.seconds(),
             receiving.us() / double(received));
  fmt::print("lost     {:8}\n", sent - received);
}
