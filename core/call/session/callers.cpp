#include "core/call/session/callers.h"

#include <algorithm>
#include <utility>

#include "core/call/session/nonce.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostSilent = 16, kMostRinging = 8, kMostRemembered = 1024;
constexpr std::ptrdiff_t kMostOfANetwork = 3;  // rings at a time
constexpr std::ptrdiff_t kMostAMinute = 5;     // of a network
constexpr Duration kMinute = Duration::seconds(60);
constexpr Duration kOfferLimit = Duration::seconds(5);
constexpr Duration kRefusedFor = Duration::ms(500);  // closed at once, unread input would cut off what was said
constexpr Duration kLeavingTime = Duration::seconds(2);
constexpr const char *kInAnother = "It is in another call.", *kWhileInAnother = "called while you were in another call";
constexpr const char* kOwn = "This is the address of your own window. Call another one.";
constexpr int kMostInputs = 64;  // of a caller in a round

void send_lines(Caller& caller) {
  for (std::string& line : caller.machine.take_lines()) caller.connection->send(std::move(line));
}

/// An IPv6 host has a /64 to take its addresses from; the link-local one is everybody's.
std::string network_of(const SocketAddress& address) {
  const SocketAddress plain = address.unmapped();
  if (plain.family() != AF_INET6) return plain.host();
  const in6_addr& host = reinterpret_cast<const sockaddr_in6*>(plain.data())->sin6_addr;
  if (IN6_IS_ADDR_LINKLOCAL(&host)) return plain.host();
  return {host.s6_addr, host.s6_addr + 8};
}

bool same_network(const SocketAddress& one, const SocketAddress& other) {
  return network_of(one) == network_of(other);
}

}  // namespace

bool HostQuota::full(const SocketAddress& host, Timestamp now) {
  std::erase_if(lately_, [now](const Call& each) { return now - each.at >= kMinute; });
  return (most_ > 0 && lately_.size() >= most_) ||
         std::ranges::count(lately_, network_of(host), &Call::network) >= kMostAMinute;
}

void HostQuota::note(const SocketAddress& host, Timestamp now) {
  if (lately_.size() >= kMostRemembered) lately_.pop_front();
  lately_.push_back({network_of(host), now});
}

std::string Caller::words() const {
  const std::string& name = machine.remote() ? machine.remote()->name : std::string();
  return (name.empty() ? "Someone" : name) + " (" + address.unmapped().host() + ")";
}

void Callers::add(TcpConnection connection, Timestamp now) {
  if (silent_.size() >= kMostSilent) {
    const auto of_host = [this](const Silent& one) {
      return std::ranges::count_if(silent_,
                                   [&](const Silent& other) { return same_network(other.address, one.address); });
    };
    silent_.erase(std::ranges::max_element(silent_, {}, of_host));  // the oldest of who has most
  }
  const SocketAddress address = connection.peer();
  silent_.push_back({std::move(connection), now, address});
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
    if (!busy) unwanted_.note(caller->address, now);
    let_go(std::move(*caller), now);
    caller = ringing_.erase(caller);
  }
  std::erase_if(refused_, [now](const Silent& each) { return now - each.since >= kRefusedFor; });
  std::erase_if(leaving_,
                [now](const Leaving& each) { return each.connection->finished() || now - each.since >= kLeavingTime; });
  return in_vain;
}

void Callers::read_silent(bool busy, Timestamp now, std::vector<std::string>& in_vain) {
  for (auto each = silent_.begin(); each != silent_.end();) {
    auto line = each->connection.receive_line(std::chrono::milliseconds(0), kMaxLineBytes);
    const bool waits = line.status == TcpConnection::LineStatus::kTimeout && now - each->since < kOfferLimit;
    if (line.status == TcpConnection::LineStatus::kLine)
      offered(std::move(each->connection), line.text, busy, now, in_vain);
    each = waits ? each + 1 : silent_.erase(each);
  }
}

void Callers::offered(TcpConnection connection, std::string_view line, bool busy, Timestamp now,
                      std::vector<std::string>& in_vain) {
  const SocketAddress address = connection.peer();
  CallMachineOptions options = options_;
  options.nonce = make_nonce();
  CallMachine machine({}, options);
  machine.connected(now, address.is_here(connection.local()) || (beside_ && address.same_host(*beside_)));
  machine.line(line, now);
  if (machine.state() == CallStage::kRinging) {
    if (own_ssrc_ && machine.remote()->audio.ssrc == own_ssrc_)
      machine.turn_away(kOwn, {});
    else if (busy)
      machine.turn_away(kInAnother, kWhileInAnother);
    else if (const std::string reason = why_not(address, now); !reason.empty())
      machine.turn_away(reason, {});
  }
  if (machine.state() == CallStage::kRinging) {
    ringing_.push_back({std::make_unique<ControlConnection>(std::move(connection)), std::move(machine), address});
    send_lines(ringing_.back());
    return;
  }
  note_end(machine, address, now, in_vain);
  for (const std::string& last : machine.take_lines()) connection.send_all(last, std::chrono::milliseconds(0));
  connection.finish_sending();
  if (refused_.size() >= kMostSilent) refused_.pop_front();
  refused_.push_back({std::move(connection), now, address});
}

/// Empty: it may ring.
std::string Callers::why_not(const SocketAddress& address, Timestamp now) {
  const auto of_host =
      std::ranges::count_if(ringing_, [&](const Caller& each) { return same_network(each.address, address); });
  if (ringing_.size() >= kMostRinging || of_host >= kMostOfANetwork) return "Too many call at once: try again later.";
  if (unwanted_.full(address, now))
    return "Several calls from your network within a minute were not answered: wait a minute.";
  return {};
}

void Callers::note_end(CallMachine& machine, const SocketAddress& address, Timestamp now,
                       std::vector<std::string>& in_vain) {
  for (const CallEvent& event : machine.take_events()) {
    const auto* ended = std::get_if<call_event::Ended>(&event);
    if (!ended || !machine.remote() || ended->sentence.empty() || told_.full(address, now)) continue;
    told_.note(address, now);
    in_vain.push_back(ended->sentence);
  }
}

bool Callers::go_on(Caller& caller, Timestamp now, std::vector<std::string>& in_vain) {
  for (int i = 0; i < kMostInputs && caller.machine.state() != CallStage::kEnded; ++i) {
    const auto input = caller.connection->poll(std::chrono::milliseconds(0));
    if (!input) break;
    if (const auto* line = std::get_if<control_input::Line>(&*input)) caller.machine.line(line->text, now);
    if (const auto* end = std::get_if<control_input::Disconnected>(&*input))
      caller.machine.disconnected(end->reason, now);
  }
  caller.machine.tick(now);
  send_lines(caller);
  note_end(caller.machine, caller.address, now, in_vain);
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
  return first;
}

void Callers::decline_first(Timestamp now) {
  auto caller = take_first();
  if (!caller) return;
  caller->machine.decline();
  send_lines(*caller);
  unwanted_.note(caller->address, now);
  let_go(std::move(*caller), now);
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
