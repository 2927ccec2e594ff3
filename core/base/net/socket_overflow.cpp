#include "core/base/net/socket_overflow.h"

#include <linux/sock_diag.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string>

#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr Duration kRemembered = Duration::seconds(10);  // what other sockets lost long ago is not this one's

std::uint32_t drops_of(int socket) {
  std::array<std::uint32_t, SK_MEMINFO_VARS> values{};
  socklen_t size = sizeof values;
  return getsockopt(socket, SOL_SOCKET, SO_MEMINFO, values.data(), &size) == 0 ? values[SK_MEMINFO_DROPS] : 0;
}

/// "Udp: NAME NAME …" over "Udp: VALUE VALUE …"; IPv6 has a name and a value a line.
std::int64_t full_buffers() {
  std::int64_t sum = 0;
  std::ifstream four("/proc/thread-self/net/snmp");
  for (std::string names, values; std::getline(four, names) && std::getline(four, values);) {
    if (!names.starts_with("Udp: ")) continue;
    std::istringstream name(names), value(values);
    for (std::string each, number; name >> each && value >> number;)
      if (each == "RcvbufErrors") sum += std::stoll(number);
  }
  std::ifstream six("/proc/thread-self/net/snmp6");
  std::int64_t number = 0;
  for (std::string name; six >> name >> number;)
    if (name == "Udp6RcvbufErrors") sum += number;
  return sum;
}

}  // namespace

SocketOverflow::SocketOverflow(int socket)
    : socket_(socket), drops_(drops_of(socket)), full_(full_buffers()), seen_(monotonic_now()) {}

std::int64_t SocketOverflow::count() {
  const std::uint32_t drops = drops_of(socket_);
  const Timestamp now = monotonic_now();
  if (drops == drops_ && now - seen_ < kRemembered) return count_;
  const std::int64_t full = full_buffers();
  count_ += std::min<std::int64_t>(drops - drops_, full - full_);
  drops_ = drops;
  full_ = full;
  seen_ = now;
  return count_;
}

}  // namespace jitterscope
