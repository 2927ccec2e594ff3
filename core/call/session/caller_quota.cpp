#include "core/call/session/caller_quota.h"

#include <ifaddrs.h>

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMostRemembered = 1024;
constexpr Duration kQuotaTime = Duration::seconds(60);

const in6_addr& ipv6_of(const SocketAddress& address) {
  return reinterpret_cast<const sockaddr_in6*>(address.data())->sin6_addr;
}

std::string first_bytes(const in6_addr& host, std::size_t count) {
  return {host.s6_addr, host.s6_addr + count};
}

}  // namespace

CallerOrigin origin_of(const SocketAddress& caller, const std::vector<SocketAddress>& own) {
  const SocketAddress plain = caller.unmapped();
  if (plain.family() != AF_INET6) return {plain.host(), plain.host()};
  const in6_addr& host = ipv6_of(plain);
  const std::string network = first_bytes(host, 8);
  const bool beside = IN6_IS_ADDR_LINKLOCAL(&host) || std::ranges::any_of(own, [&](const SocketAddress& each) {
                        const SocketAddress address = each.unmapped();
                        return address.family() == AF_INET6 && first_bytes(ipv6_of(address), 8) == network;
                      });
  return {network, beside ? first_bytes(host, 16) : network};
}

std::vector<SocketAddress> own_ipv6_addresses() {
  std::vector<SocketAddress> own;
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return own;
  for (const ifaddrs* each = first; each; each = each->ifa_next) {
    if (!each->ifa_addr || each->ifa_addr->sa_family != AF_INET6) continue;
    const SocketAddress address(each->ifa_addr, sizeof(sockaddr_in6));
    if (!address.is_loopback() && !IN6_IS_ADDR_LINKLOCAL(&ipv6_of(address))) own.push_back(address);
  }
  freeifaddrs(first);
  return own;
}

void HostQuota::forget(Timestamp now) {
  std::erase_if(lately_, [now](const Call& each) { return now - each.at >= kQuotaTime; });
}

bool HostQuota::full(const CallerOrigin& from, Timestamp now) {
  forget(now);
  const auto of_host = std::ranges::count_if(lately_, [&](const Call& each) { return each.from.host == from.host; });
  const auto of_network =
      std::ranges::count_if(lately_, [&](const Call& each) { return each.from.network == from.network; });
  return of_host >= kMostOfAHost || (from.shared() && of_network >= kMostOfASharedNetwork);
}

void HostQuota::note(const CallerOrigin& from, Timestamp now) {
  if (lately_.size() >= kMostRemembered) lately_.pop_front();
  lately_.push_back({from, now});
}

std::size_t HostQuota::calls(Timestamp now) {
  forget(now);
  return lately_.size();
}

bool HostQuota::has(const CallerOrigin& from, Timestamp now) {
  forget(now);
  return std::ranges::any_of(lately_, [&](const Call& each) { return each.from.network == from.network; });
}

bool CallsInVain::tells(const CallerOrigin& from, Timestamp now) {
  const std::size_t told = told_.calls(now);
  const bool last_places = told >= kMost - kForOthers;
  if (told >= kMost || told_.full(from, now) || (last_places && told_.has(from, now))) return count(now), false;
  told_.note(from, now);
  return true;
}

void CallsInVain::count(Timestamp now) {
  if (more_++ == 0) more_since_ = now;
}

std::optional<std::string> CallsInVain::rest(Timestamp now) {
  if (more_ == 0 || now - more_since_ < kQuotaTime) return std::nullopt;
  return std::to_string(std::exchange(more_, 0)) + " more called in vain.";
}

}  // namespace jitterscope
