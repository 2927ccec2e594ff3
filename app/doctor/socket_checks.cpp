#include "app/doctor/checks.h"

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"

namespace jitterscope::doctor {
namespace {

constexpr int kDatagrams = 100, kTransmitted = 20;
constexpr Duration kSpacing = Duration::us(2700);  // no multiple of the tick
constexpr Duration kStampPatience = Duration::ms(200);
constexpr int kAskedBuffer = 8 << 20;

struct Stamps {
  int received = 0, stamped = 0;
  std::vector<double> kernel_to_user_us;
};

Stamps receive_all(UdpSocket& socket) {
  Stamps stamps;
  std::array<std::byte, 2048> buffer;
  while (stamps.received < kDatagrams) {
    const auto datagram = socket.receive(buffer, kStampPatience);
    if (!datagram) break;
    ++stamps.received;
    if (!datagram->kernel) continue;
    ++stamps.stamped;
    stamps.kernel_to_user_us.push_back((datagram->received - *datagram->kernel).us());
  }
  std::sort(stamps.kernel_to_user_us.begin(), stamps.kernel_to_user_us.end());
  return stamps;
}

Stamps exchange(UdpSocket& from, UdpSocket& to) {
  Stamps stamps;
  std::jthread receiver([&] { stamps = receive_all(to); });
  const std::vector<std::byte> block(1024);
  const SocketAddress address = to.local();
  const Timestamp begin = monotonic_now() + Duration::ms(10);
  for (int i = 0; i < kDatagrams; ++i) {
    sleep_until(begin + kSpacing * i);
    from.send(block, address);
  }
  receiver.join();
  return stamps;
}

}  // namespace

Check check_kernel_stamps() {
  Check check{"stamps.kernel", "Kernel receive stamps", {}, Verdict::kMissing, ""};
  std::string error;
  auto from = UdpSocket::bind(SocketAddress::loopback(), {}, error),
       to = UdpSocket::bind(SocketAddress::loopback(), {}, error);
  if (!from || !to) {
    check.figures = {{"present", Value(), ""}};
    check.remedy = error;
    return check;
  }
  const Stamps stamps = exchange(*from, *to);
  const auto delay = [&stamps](double share) {
    return stamps.stamped ? Value(quantile(stamps.kernel_to_user_us, share)) : Value();
  };
  check.figures = {{"present", stamps.stamped > 0, ""},
                   {"stamped", std::int64_t{stamps.stamped}, ""},
                   {"received", std::int64_t{stamps.received}, ""},
                   {"kernel_to_user_p50", delay(0.5), "us"},
                   {"kernel_to_user_p99", delay(0.99), "us"}};
  if (stamps.received == 0)
    check.remedy =
        "Datagrams do not come through on 127.0.0.1: bring the interface up with `sudo ip link set lo up` and "
        "let the firewall pass it.";
  else if (stamps.stamped == 0)
    check.remedy =
        "The kernel gives no SO_TIMESTAMPNS stamps (a sandbox with a network of its own?): run outside it, or "
        "the operating system's share of the delay stays unknown.";
  else
    check.verdict = stamps.stamped * 10 >= kDatagrams * 9 ? Verdict::kGood : Verdict::kLimited;
  if (check.verdict == Verdict::kLimited)
    check.remedy =
        "Some datagrams came without a stamp or not at all: the system's clock was being set or the machine is "
        "overloaded; run it again.";
  return check;
}

Check check_transmit_stamps() {
  Check check{"stamps.transmit", "Kernel transmit stamps", {}, Verdict::kMissing, ""};
  std::string error;
  UdpOptions stamping;
  stamping.transmit_stamps = true;
  auto from = UdpSocket::bind(SocketAddress::loopback(), stamping, error);
  const auto to = from ? UdpSocket::bind(SocketAddress::loopback(), {}, error) : std::nullopt;
  std::int64_t scheduled = 0, driver = 0;
  if (to) {
    std::array<std::byte, 1024> block{};
    const iovec part{block.data(), block.size()};
    for (int i = 0; i < kTransmitted; ++i) {
      from->send_stamped(std::span(&part, 1), to->local());
      sleep_until(monotonic_now() + kSpacing);
      while (const auto stamp = from->take_stamp())
        ++(stamp->point == TransmitStamp::Point::kScheduled ? scheduled : driver);
    }
  }
  check.figures = {{"present", scheduled > 0 && driver > 0, ""},
                   {"sent", std::int64_t{kTransmitted}, ""},
                   {"interface_queue", scheduled, ""},
                   {"interface", driver, ""}};
  if (scheduled > 0 && driver > 0)
    check.verdict = Verdict::kGood;
  else
    check.remedy = !error.empty() ? error
                                  : "The kernel gives no transmit stamps (SO_TIMESTAMPING; a sandbox with a network of "
                                    "its own?): run outside it, or the sender's part of the delay split stays unknown.";
  return check;
}

Check check_socket_buffers() {
  Check check{"socket.buffers", "UDP socket buffers", {{"asked", std::int64_t{kAskedBuffer}, "bytes"}}};
  UdpOptions options;
  const UdpOptions of_a_call;
  options.receive_buffer = options.send_buffer = kAskedBuffer;
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
