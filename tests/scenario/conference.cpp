#include "tests/scenario/conference.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace jitterscope::conference {

using virtual_call::Channel;

Conference::Conference(int members, const std::string& link, bool with_rtcp, const Ways& ways)
    : ways_(ways), present_(static_cast<std::size_t>(members), true) {
  std::string error;
  const auto settings = LinkSettings::parse(link, error);
  if (!settings) throw std::invalid_argument(error);
  for (int a = 0; a < members; ++a)
    for (int b = a + 1; b < members; ++b) {
      auto network = link::make_network(*settings, {}, static_cast<std::uint64_t>(100 * a + b), now_, error);
      if (!network) throw std::invalid_argument(error);
      links_[{a, b}].link = std::move(network);
    }
  for (int number = 0; number < members; ++number)
    members_.push_back(std::make_unique<Member>(*this, number, members, with_rtcp));
  for (int number = 0; number < members; ++number)
    for (int other = 0; other < members; ++other)
      if (other != number) join(number, other);
  if (with_rtcp)
    for (const auto& member : members_) member->begin_rtcp();
}

void Conference::stop(int number) {
  member(number).stop_sending();
}

void Conference::begin(int number) {
  member(number).begin_sending();
  for (int other = 0; other < members(); ++other) {
    if (other == number || !present_[static_cast<std::size_t>(other)]) continue;
    member(other).leave(number);
    join(other, number);
  }
}

void Conference::leave(int number) {
  stop(number);
  present_[static_cast<std::size_t>(number)] = false;
  for (int other = 0; other < members(); ++other) {
    if (other == number) continue;
    member(other).leave(number);
    member(number).leave(other);
  }
}

void Conference::come_back(int number) {
  present_[static_cast<std::size_t>(number)] = true;
  for (int other = 0; other < members(); ++other)
    if (other != number && member(other).sending()) join(number, other);
  begin(number);
}

void Conference::send(int from, Channel channel, std::vector<std::uint8_t> packet, std::int32_t bytes_on_link) {
  for (int to = 0; to < members(); ++to)
    if (to != from) offer(from, to, channel, packet, bytes_on_link);
}

void Conference::send_to(int from, int to, Channel channel, std::vector<std::uint8_t> packet) {
  const auto bytes = static_cast<std::int32_t>(packet.size()) + kUdpHeaderBytes;
  offer(from, to, channel, packet, bytes);
}

void Conference::offer(int from, int to, Channel channel, const std::vector<std::uint8_t>& packet,
                       std::int32_t bytes_on_link) {
  if (!present_[static_cast<std::size_t>(to)]) return;
  const auto traffic = channel == Channel::kAudio   ? link::Traffic::kAudio
                       : channel == Channel::kVideo ? link::Traffic::kVideo
                                                    : link::Traffic::kControl;
  between(from, to).link->offer({sent_.size(), from < to ? LinkWay::kUp : LinkWay::kDown, traffic, bytes_on_link},
                                now_);
  sent_.push_back({to, channel, packet});
}

void Conference::tell(int from, int to, const Event& event) {
  member(to).log(event, member(to).id_of(from));
}

void Conference::deliver() {
  for (auto& [ends, between] : links_) {
    between.link->advance(now_, between.results);
    for (const link::Departure& departure : std::exchange(between.results.departures, {})) {
      const Sent packet = sent_[departure.id];
      if (present_[static_cast<std::size_t>(packet.to)]) member(packet.to).take(packet.channel, packet.bytes, now_);
    }
  }
}

void Conference::run_until(Duration since_begin) {
  const Timestamp until = kBegin + since_begin;
  while (true) {
    Timestamp next = until + Duration::ns(1);
    for (const auto& member : members_) next = std::min(next, member->next());
    for (const auto& [ends, between] : links_)
      if (const auto arrival = between.link->next_event()) next = std::min(next, *arrival);
    if (next > until) break;
    now_ = std::max(now_, next);
    deliver();
    for (const auto& member : members_) member->run(now_);
  }
  now_ = until;
}

void Conference::finish() {
  for (const auto& member : members_)
    if (member->sending()) member->stop_sending();
  run_until(now_ - kBegin + Duration::seconds(2));
  for (const auto& member : members_) member->finish(now_);
}

}  // namespace jitterscope::conference
