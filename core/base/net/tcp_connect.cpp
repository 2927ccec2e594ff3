#include <poll.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/base/net/socket_calls.h"
#include "core/base/net/tcp_connection.h"

namespace jitterscope {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How often a wait looks whether it was cancelled.
constexpr milliseconds kLook{20};

bool is_set(const std::atomic<bool>* flag) {
  return flag && flag->load(std::memory_order_relaxed);
}

std::string timed_out(const HostPort& to, milliseconds timeout) {
  return fmt::format("{} did not answer within {:g} s: check the address, and that no firewall is between.",
                     to.to_string(), static_cast<double>(timeout.count()) / 1e3);
}

std::string describe_connecting(int error, const HostPort& to, milliseconds timeout,
                                const std::optional<SocketAddress>& from = {}) {
  switch (error) {
    case ECONNREFUSED:
      return fmt::format("{} refused the connection: no Jitterscope waits for calls there.", to.to_string());
    case ENETUNREACH:
    case EHOSTUNREACH:
    case EADDRNOTAVAIL:
    case EAFNOSUPPORT:
      return fmt::format("{} cannot be reached from {}: check the network and the address.", to.to_string(),
                         from ? from->host() : "this machine");
    case ETIMEDOUT: return timed_out(to, timeout);
    case ECANCELED: return "The call was given up.";
    default: return fmt::format("Connecting to {} failed: {}.", to.to_string(), std::strerror(error));
  }
}

/// 0 when the non-blocking connect has succeeded, else an errno.
int finish_connect(int socket, Clock::time_point deadline, const std::atomic<bool>* cancelled) {
  pollfd wait{socket, POLLOUT, 0};
  for (;;) {
    if (is_set(cancelled)) return ECANCELED;
    const int ready = ::poll(&wait, 1, static_cast<int>(kLook.count()));
    if (ready < 0 && errno != EINTR) return errno;
    if (ready > 0) break;
    if (Clock::now() >= deadline) return ETIMEDOUT;
  }
  return connect_outcome(socket);
}

int connect_one(const SocketAddress& address, Clock::time_point deadline, const std::atomic<bool>* cancelled,
                const std::optional<SocketAddress>& from, std::optional<TcpConnection>& connection) {
  OwnedDescriptor socket(::socket(address.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (socket.fd() < 0) return errno;
  const SocketAddress own = from ? from->with_port(0) : SocketAddress();
  if (from && ::bind(socket.fd(), own.data(), own.size()) != 0) return errno;
  int error = ::connect(socket.fd(), address.data(), address.size()) == 0 ? connect_outcome(socket.fd()) : errno;
  if (error == EINPROGRESS) error = finish_connect(socket.fd(), deadline, cancelled);
  if (error == 0) connection.emplace(std::move(socket));
  return error;
}

}  // namespace

TcpConnection::Outcome TcpConnection::connect(const HostPort& host_port, milliseconds timeout,
                                              const std::atomic<bool>* cancelled,
                                              const std::optional<SocketAddress>& from) {
  const auto deadline = Clock::now() + timeout;
  Resolution resolution = resolve_within(host_port, timeout, cancelled);
  if (is_set(cancelled)) return {std::nullopt, describe_connecting(ECANCELED, host_port, timeout)};
  if (resolution.addresses.empty()) return {std::nullopt, resolution.error};
  const std::optional<SocketAddress> own = from && !from->is_any() ? std::optional(from->unmapped()) : std::nullopt;
  std::vector<SocketAddress> addresses = std::move(resolution.addresses);
  if (own) std::erase_if(addresses, [&](const SocketAddress& each) { return each.family() != own->family(); });
  if (addresses.empty()) return {std::nullopt, describe_connecting(EAFNOSUPPORT, host_port, timeout, own)};

  Outcome outcome;
  auto left = static_cast<int>(addresses.size());
  for (const SocketAddress& address : addresses) {
    const auto now = Clock::now();
    const int error = connect_one(address, now + (deadline - now) / left--, cancelled, own, outcome.connection);
    if (error == 0) return outcome;
    outcome.error = describe_connecting(error, host_port, timeout, own);
    if (error == ECANCELED) break;
  }
  return outcome;
}

}  // namespace jitterscope
