#include "core/algorithms/link/two_way_link.h"

#include <algorithm>

namespace jitterscope::link {

TwoWayLink::TwoWayLink(const LinkSettings& settings, std::array<std::optional<DeliveryTrace>, 2> traces,
                       std::uint64_t seed, Timestamp began)
    : ways_{OneWayLink(settings.up, std::move(traces[0]), seed_of_way(seed, 0), began),
            OneWayLink(settings.down, std::move(traces[1]), seed_of_way(seed, 1), began)} {}

void TwoWayLink::offer(const Packet& packet, Timestamp at) {
  way(packet.way).offer(packet, at);
}

std::optional<Timestamp> TwoWayLink::next_event() const {
  const auto up = ways_[0].next_event(), down = ways_[1].next_event();
  return up && down ? std::min(*up, *down) : up ? up : down;
}

void TwoWayLink::advance(Timestamp now, Results& results) {
  const auto before = static_cast<std::ptrdiff_t>(results.departures.size());
  for (OneWayLink& way : ways_) {
    way.run(now);
    for (; way.next_arrival() && way.next_arrival()->at <= now; way.pop_arrival())
      results.departures.push_back(*way.next_arrival());
  }
  const auto earlier = [](const auto& a, const auto& b) { return a.at < b.at; };
  std::stable_sort(results.departures.begin() + before, results.departures.end(), earlier);
  auto &up = ways_[0].drops(), &down = ways_[1].drops();
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

void TwoWayLink::reseed(std::uint64_t seed) {
  for (std::size_t way = 0; way < ways_.size(); ++way) ways_[way].reseed(seed_of_way(seed, way));
}

}  // namespace jitterscope::link
