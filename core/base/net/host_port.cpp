#include "core/base/net/host_port.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <netdb.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "core/base/units/number_words.h"

namespace jitterscope {
namespace {

/// Of an interface.
bool is_zone(std::string_view text) {
  const auto is_part = [](unsigned char c) { return std::isgraph(c) && c != '[' && c != ']' && c != '/' && c != '%'; };
  return !text.empty() && text.size() < IF_NAMESIZE && std::all_of(text.begin(), text.end(), is_part);
}

bool is_ipv6(std::string_view text) {
  const auto zone = text.find('%');
  if (zone != std::string_view::npos && !is_zone(text.substr(zone + 1))) return false;
  in6_addr address;
  return text.find('\0') == std::string_view::npos &&
         inet_pton(AF_INET6, std::string(text.substr(0, zone)).c_str(), &address) == 1;
}

/// A dotted IPv4 address, or a name that is not a mistyped one (the resolver would take "1.2.3" for 1.2.0.3).
bool is_name_or_ipv4(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789.";
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  if (text.empty() || text.size() > 253 || text.find_first_not_of(kLetters) != std::string_view::npos) return false;
  in_addr address;
  if (text.find_first_not_of(kDigits) == std::string_view::npos) {
    return inet_pton(AF_INET, std::string(text).c_str(), &address) == 1;
  }
  return text.front() != '-' && text.front() != '.';
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  const auto port = whole_number<std::uint16_t>(text);
  return port != 0 ? port : std::nullopt;
}

}  // namespace

std::string HostPort::to_string() const {
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port) : fmt::format("[{}]:{}", host, port);
}

std::optional<HostPort> parse_host_port(std::string_view text, std::uint16_t default_port) {
  const bool bracketed = text.starts_with('[');
  if (!bracketed && std::count(text.begin(), text.end(), ':') > 1) {
    if (!is_ipv6(text)) return std::nullopt;
    return HostPort{std::string(text), default_port};
  }
  const auto host_end = bracketed ? text.find(']') : text.find(':');
  if (bracketed && host_end == std::string_view::npos) return std::nullopt;
  const auto host = bracketed ? text.substr(1, host_end - 1) : text.substr(0, host_end);
  if (bracketed ? !is_ipv6(host) : !is_name_or_ipv4(host)) return std::nullopt;

  const auto rest =
      host_end == std::string_view::npos ? std::string_view() : text.substr(host_end + (bracketed ? 1 : 0));
  if (rest.empty()) return HostPort{std::string(host), default_port};
  const auto port = rest.front() == ':' ? parse_port(rest.substr(1)) : std::nullopt;
  if (!port) return std::nullopt;
  return HostPort{std::string(host), *port};
}

SocketAddress::SocketAddress(const sockaddr* address, socklen_t size)
    : size_(std::min<socklen_t>(size, sizeof storage_)) {
  std::memcpy(&storage_, address, size_);
}

std::uint16_t SocketAddress::port() const {
  if (family() == AF_INET) return ntohs(reinterpret_cast<const sockaddr_in*>(&storage_)->sin_port);
  if (family() == AF_INET6) return ntohs(reinterpret_cast<const sockaddr_in6*>(&storage_)->sin6_port);
  return 0;
}

SocketAddress SocketAddress::loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

SocketAddress SocketAddress::with_port(std::uint16_t port) const {
  SocketAddress other = *this;
  if (family() == AF_INET) reinterpret_cast<sockaddr_in*>(&other.storage_)->sin_port = htons(port);
  if (family() == AF_INET6) reinterpret_cast<sockaddr_in6*>(&other.storage_)->sin6_port = htons(port);
  return other;
}

SocketAddress SocketAddress::unmapped() const {
  const auto* six = reinterpret_cast<const sockaddr_in6*>(&storage_);
  if (family() != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) return *this;
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = six->sin6_port;
  std::memcpy(&four.sin_addr, &six->sin6_addr.s6_addr[12], 4);
  return {reinterpret_cast<const sockaddr*>(&four), sizeof four};
}

SocketAddress SocketAddress::mapped() const {
  if (family() != AF_INET) return *this;
  const auto* four = reinterpret_cast<const sockaddr_in*>(&storage_);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = four->sin_port;
  six.sin6_addr.s6_addr[10] = six.sin6_addr.s6_addr[11] = 0xff;
  std::memcpy(&six.sin6_addr.s6_addr[12], &four->sin_addr, 4);
  return {reinterpret_cast<const sockaddr*>(&six), sizeof six};
}

bool SocketAddress::operator==(const SocketAddress& other) const {
  return size_ == other.size_ && std::memcmp(&storage_, &other.storage_, size_) == 0;
}

bool SocketAddress::same_host(const SocketAddress& other) const {
  return unmapped().with_port(0) == other.unmapped().with_port(0);
}

bool SocketAddress::is_any() const {
  const SocketAddress plain = unmapped();
  if (plain.family() == AF_INET6)
    return IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6*>(&plain.storage_)->sin6_addr);
  return plain.family() == AF_INET &&
         reinterpret_cast<const sockaddr_in*>(&plain.storage_)->sin_addr.s_addr == INADDR_ANY;
}

std::vector<SocketAddress> sources_of(const SocketAddress& host) {
  if (host.is_loopback()) return {host, SocketAddress::loopback()};
  return {host};
}

bool may_come_from(const SocketAddress& host, const SocketAddress& source) {
  return std::ranges::any_of(sources_of(host), [&](const SocketAddress& each) { return each.same_host(source); });
}

bool SocketAddress::is_loopback() const {
  const SocketAddress plain = unmapped();
  if (plain.family() == AF_INET6)
    return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(&plain.storage_)->sin6_addr);
  const auto* four = reinterpret_cast<const sockaddr_in*>(&plain.storage_);
  return plain.family() == AF_INET && ntohl(four->sin_addr.s_addr) >> 24 == 127;
}

std::string SocketAddress::host() const {
  char text[NI_MAXHOST];
  if (size_ == 0 || getnameinfo(data(), size_, text, sizeof text, nullptr, 0, NI_NUMERICHOST) != 0) return {};
  return text;
}

std::string SocketAddress::to_string() const {
  return HostPort{host(), port()}.to_string();
}

Resolution resolve(const HostPort& host_port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host_port.host.c_str(), nullptr, &hints, &found);
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> list(error == 0 ? found : nullptr, &freeaddrinfo);
  if (error == EAI_AGAIN) {
    return {{}, fmt::format("The name service did not answer when asked for \"{}\".", host_port.host)};
  }
  Resolution resolution;
  for (const addrinfo* entry = list.get(); entry; entry = entry->ai_next) {
    resolution.addresses.push_back(SocketAddress(entry->ai_addr, entry->ai_addrlen).with_port(host_port.port));
  }
  if (resolution.addresses.empty()) {
    resolution.error = fmt::format("No machine called \"{}\" is known: check the name.", host_port.host);
  }
  return resolution;
}

}  // namespace jitterscope
