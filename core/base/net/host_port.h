#pragma once
// Where to call: what the user typed, and the addresses it stands for.
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// A host (name, IPv4 or IPv6 without brackets) and a port.
struct HostPort {
  std::string host;
  std::uint16_t port = 0;
  bool operator==(const HostPort&) const = default;
  std::string to_string() const;  // brackets around IPv6
};

/// "host", "host:port", "1.2.3.4:port", "[::1]", "[::1]:port", "::1", "[fe80::1%eth0]:port". nullopt: none of these.
std::optional<HostPort> parse_host_port(std::string_view text, std::uint16_t default_port);

/// A numeric address with its port, as the kernel takes it.
class SocketAddress {
 public:
  SocketAddress() = default;
  SocketAddress(const sockaddr* address, socklen_t size);
  static SocketAddress loopback(std::uint16_t port = 0);  // 127.0.0.1
  const sockaddr* data() const { return reinterpret_cast<const sockaddr*>(&storage_); }
  socklen_t size() const { return size_; }
  int family() const { return storage_.ss_family; }
  std::uint16_t port() const;
  SocketAddress with_port(std::uint16_t) const;
  SocketAddress unmapped() const;  // ::ffff:1.2.3.4 as plain IPv4; others as they are
  SocketAddress mapped() const;    // IPv4 as ::ffff:1.2.3.4, for dual-stack IPv6 sockets
  bool operator==(const SocketAddress&) const;
  bool same_host(const SocketAddress&) const;  // ports aside, mapped or not
  bool is_loopback() const;                    // 127.0.0.0/8, mapped or not, and ::1
  bool is_any() const;                         // 0.0.0.0, mapped or not, and ::
  /// Of a connection's two ends, this one and `local`: both are on this machine.
  bool is_here(const SocketAddress& local) const { return is_loopback() || same_host(local); }
  std::string host() const;       // numeric, without port or brackets
  std::string to_string() const;  // "1.2.3.4:5004", "[::1]:5004"

 private:
  sockaddr_storage storage_{};
  socklen_t size_ = 0;
};

/// Where what `host` sends comes from: there, and of a name of this machine's own, as 127.0.1.1, from 127.0.0.1.
std::vector<SocketAddress> sources_of(const SocketAddress& host);
bool may_come_from(const SocketAddress& host, const SocketAddress& source);  // one of those

struct Resolution {
  std::vector<SocketAddress> addresses;  // in the order to try
  std::string error;                     // a sentence, when there is none
};

/// Blocks while names are looked up (seconds, at worst tens of them): not on the GUI thread, nor on one that has to
/// answer meanwhile.
Resolution resolve(const HostPort&);
/// As resolve, but blocks no longer than that, and no longer than `cancelled` (may be null) stays false: then there is
/// no address, and a sentence.
Resolution resolve_within(const HostPort&, std::chrono::milliseconds limit,
                          const std::atomic<bool>* cancelled = nullptr);

}  // namespace jitterscope
