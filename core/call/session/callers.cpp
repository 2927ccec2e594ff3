#include "core/call/session/callers.h"

#include <ifaddrs.h>

#include <algorithm>

#include "core/call/session/nonce.h"

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

constexpr std::size_t kMostSilent = 16, kMostRinging = 8;
constexpr std::ptrdiff_t kMostOfAHost = 3;  // rings at a time
constexpr Duration kOfferLimit = Duration::seconds(5);
constexpr Duration kRefusedFor = Duration::ms(500);  // closed at once, unread input would cut off what was said
constexpr Duration kLeavingTime = Duration::seconds(2);
constexpr const char *kInAnother = "It is in another call.", *kWhileInAnother = "called while you were in another call";
constexpr const char *kTooMany = "Too many call at once: try again later.",
                     *kWhileMany = "called while many others did";
constexpr int kMostInputs = 64;  // of a caller in a round

void send_lines(Caller& caller) {
  for (std::string& line : caller.machine.take_lines()) caller.connection->send(std::move(line));
}

/// How many of `all` are of the same network as `one`, then of the same host.
template <typename All>
std::pair<std::ptrdiff_t, std::ptrdiff_t> shares(const All& all, const CallerOrigin& one) {
  return {std::ranges::count_if(all, [&](const auto& each) { return each.origin.network == one.network; }),
          std::ranges::count_if(all, [&](const auto& each) { return each.origin.host == one.host; })};
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

std::string Caller::words() const {
  const std::string& name = machine.remote() ? machine.remote()->name : std::string();
  return (name.empty() ? "Someone" : name) + " (" + address.unmapped().host() + ")";
}

void Callers::add(TcpConnection connection, Timestamp now) {
  if (silent_.size() >= kMostSilent) {
    const auto most = [this](const Silent& one) { return shares(silent_, one.origin); };
    silent_.erase(std::ranges::max_element(silent_, {}, most));  // the oldest of who has most
  }
  const SocketAddress address = connection.peer();
  silent_.push_back({std::move(connection), now, address, origin_of(address, own_addresses_())});
}

std::vector<std::string> Callers::drive(bool busy, Timestamp now) {
  std::vector<std::string> in_vain;
  read_silent(busy, now, in_vain);
  for (auto caller = ringing_.begin(); caller != ringing_.end();) {
    if (busy) caller->machine.turn_away(kInAnother, kWhileInAnother);
    if (go_on(*caller, now, in_vain)) {
      ++caller;
      continue;
    }
    if (!busy) unwanted_.note(caller->origin, now);
    let_go(std::move(*caller), now);
    caller = ringing_.erase(caller);
  }
  if (auto rest = in_vain_.rest(now)) in_vain.push_back(std::move(*rest));
  std::erase_if(refused_, [now](const Silent& each) { return now - each.since >= kRefusedFor; });
  std::erase_if(leaving_,
                [now](const Leaving& each) { return each.connection->finished() || now - each.since >= kLeavingTime; });
  return in_vain;
}

void Callers::read_silent(bool busy, Timestamp now, std::vector<std::string>& in_vain) {
  for (auto each = silent_.begin(); each != silent_.end();) {
    auto line = each->connection.receive_line(std::chrono::milliseconds(0), kUnansweredLines.longest);
    const bool waits = line.status == TcpConnection::LineStatus::kTimeout && now - each->since < kOfferLimit;
    if (line.status == TcpConnection::LineStatus::kLine) offered(std::move(*each), line.text, busy, now, in_vain);
    each = waits ? each + 1 : silent_.erase(each);
  }
}

void Callers::offered(Silent caller, std::string_view line, bool busy, Timestamp now,
                      std::vector<std::string>& in_vain) {
  auto& [connection, since, address, origin] = caller;
  CallMachineOptions options = options_;
  options.nonce = make_nonce();
  options.address = address.unmapped().host();
  CallMachine machine({}, options);
  const bool here = address.is_here(connection.local());
  machine.connected(now, here || (beside_ && address.same_host(*beside_)));
  machine.line(line, now);
  if (machine.state() == CallStage::kRinging) {
    if (here && own_ssrc_ && machine.remote()->audio.ssrc == own_ssrc_)
      own_called_ = true, machine.turn_away({}, {}), machine.take_events();
    else if (busy)
      machine.turn_away(kInAnother, kWhileInAnother);
    else if (const std::string reason = why_not(origin, now, in_vain); !reason.empty())
      machine.turn_away(reason, {});
  }
  if (machine.state() == CallStage::kRinging) {
    ringing_.push_back({std::make_unique<ControlConnection>(std::move(connection), kUnansweredLines),
                        std::move(machine), address, origin});
    send_lines(ringing_.back());
    return;
  }
  note_end(machine, origin, now, in_vain);
  for (const std::string& last : machine.take_lines()) connection.send_all(last, std::chrono::milliseconds(0));
  connection.finish_sending();
  if (refused_.size() >= kMostSilent) refused_.pop_front();
  caller.since = now;
  refused_.push_back(std::move(caller));
}

/// Empty: it may ring.
std::string Callers::why_not(const CallerOrigin& origin, Timestamp now, std::vector<std::string>& in_vain) {
  if (shares(ringing_, origin).second >= kMostOfAHost) return kTooMany;
  if (unwanted_.full(origin, now))
    return "Several calls from your network within a minute were not answered: wait a minute.";
  if (ringing_.size() < kMostRinging) return {};
  const auto leaves = who_gives_way(origin);
  if (leaves == ringing_.end()) return kTooMany;
  leaves->machine.turn_away(kTooMany, kWhileMany);
  send_lines(*leaves);
  note_end(leaves->machine, leaves->origin, now, in_vain);
  unwanted_.note(leaves->origin, now);
  let_go(std::move(*leaves), now);
  ringing_.erase(leaves);
  return {};
}

/// The youngest of the network, then host, with most callers, if the new caller's has fewer with it.
std::deque<Caller>::iterator Callers::who_gives_way(const CallerOrigin& newcomer) {
  const auto most = [this](const Caller& one) { return shares(ringing_, one.origin); };
  const auto leaves =
      std::prev(std::max_element(ringing_.rbegin(), ringing_.rend(), [&](const Caller& a, const Caller& b) {
                  return most(a) < most(b);
                }).base());
  const auto leaving = most(*leaves), own = shares(ringing_, newcomer);
  const bool beside = leaves->origin.network == newcomer.network;
  const bool gives_way = beside ? leaving.second > own.second + 1 : leaving.first > own.first + 1;
  return gives_way ? leaves : ringing_.end();
}

void Callers::note_end(CallMachine& machine, const CallerOrigin& origin, Timestamp now,
                       std::vector<std::string>& in_vain) {
  for (const CallEvent& event : machine.take_events()) {
    const auto* ended = std::get_if<call_event::Ended>(&event);
    if (!ended || !machine.remote()) continue;
    if (ended->sentence.empty())
      in_vain_.count(now);
    else if (in_vain_.tells(origin, now))
      in_vain.push_back(ended->sentence);
  }
}

bool Callers::go_on(Caller& caller, Timestamp now, std::vector<std::string>& in_vain) {
  for (int i = 0; i < kMostInputs && caller.machine.state() != CallStage::kEnded; ++i) {
    const auto input = caller.connection->poll(std::chrono::milliseconds(0));
    if (!input) break;
    if (const auto* line = std::get_if<control_input::Line>(&*input)) caller.machine.line(line->text, now);
    const auto* end = std::get_if<control_input::Disconnected>(&*input);
    if (end && end->said_too_much)
      caller.machine.turn_away({}, "called, and sent more than a call that is not answered needs");
    else if (end)
      caller.machine.disconnected(end->reason, now);
  }
  caller.machine.tick(now);
  send_lines(caller);
  note_end(caller.machine, caller.origin, now, in_vain);
  return caller.machine.state() == CallStage::kRinging;
}

void Callers::let_go(Caller caller, Timestamp now) {
  caller.connection->close();
  leaving_.push_back({std::move(caller.connection), now});
}

std::optional<Caller> Callers::take_first() {
  if (ringing_.empty()) return std::nullopt;
  std::optional<Caller> first(std::move(ringing_.front()));
  ringing_.pop_front();
  first->connection->set_limits(kCallLines);
  return first;
}

void Callers::decline_first(Timestamp now) {
  if (auto caller = take_first()) caller->machine.decline(), let_go_unanswered(std::move(*caller), now);
}

void Callers::turn_first_away(std::string reason, Timestamp now) {
  if (auto caller = take_first())
    caller->machine.turn_away(std::move(reason), {}), let_go_unanswered(std::move(*caller), now);
}

void Callers::let_go_unanswered(Caller caller, Timestamp now) {
  send_lines(caller);
  unwanted_.note(caller.origin, now);
  let_go(std::move(caller), now);
}

void Callers::turn_away(std::string_view reason) {
  for (Caller& caller : ringing_) {
    caller.machine.turn_away(std::string(reason), {});
    send_lines(caller);
    caller.connection->close();
  }
  ringing_.clear();
  silent_.clear();
}

}  // namespace jitterscope
