#include "core/algorithms/link/two_way_link.h"

#include <algorithm>

namespace jitterscope::link {
namespace {

/// Takes what is due by `now` from both, in the order of time; the way up first where times are equal.
template <typename Next, typename Take>
void merge(std::array<OneWayLink, 2>& ways, Timestamp now, Next next, Take take) {
  while (true) {
    const auto *up = next(ways[0]), *down = next(ways[1]);
    const bool up_first = up && (!down || up->at <= down->at);
    const auto* first = up_first ? up : down;
    if (!first || first->at > now) return;
    take(ways[up_first ? 0 : 1], *first);
  }
}

}  // namespace

TwoWayLink::TwoWayLink(const LinkSettings& settings, std::array<std::optional<DeliveryTrace>, 2> traces,
                       std::uint64_t seed, Timestamp began)
    : ways_{OneWayLink(settings.up, std::move(traces[0]), 2 * seed, began),
            OneWayLink(settings.down, std::move(traces[1]), 2 * seed + 1, began)} {}

void TwoWayLink::offer(const Packet& packet, Timestamp at) {
  way(packet.way).offer(packet, at);
}

std::optional<Timestamp> TwoWayLink::next_event() const {
  const auto up = ways_[0].next_event(), down = ways_[1].next_event();
  return up && down ? std::min(*up, *down) : up ? up : down;
}

void TwoWayLink::advance(Timestamp now, Results& results) {
  for (OneWayLink& way : ways_) way.run(now);
  merge(
      ways_, now, [](const OneWayLink& way) { return way.next_arrival(); },
      [&results](OneWayLink& way, const Departure& departure) {
        results.departures.push_back(departure);
        way.pop_arrival();
      });
  auto &up = ways_[0].drops(), &down = ways_[1].drops();
  const auto earlier = [](const Drop& a, const Drop& b) { return a.at < b.at; };
  std::merge(up.begin(), up.end(), down.begin(), down.end(), std::back_inserter(results.drops), earlier);
  up.clear();
  down.clear();
}

QueueState TwoWayLink::queue(LinkWay way) const {
  return ways_[static_cast<std::size_t>(way)].queue();
}

bool TwoWayLink::set(const LinkSettings& settings, Timestamp at) {
  if (!ways_[0].can_become(settings.up) || !ways_[1].can_become(settings.down)) return false;
  ways_[0].set(settings.up, at);
  ways_[1].set(settings.down, at);
  return true;
}

}  // namespace jitterscope::link
