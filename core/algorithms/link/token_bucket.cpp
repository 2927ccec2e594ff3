#include "core/algorithms/link/token_bucket.h"

#include <algorithm>
#include <utility>

namespace jitterscope::link {

TokenBucketLink::TokenBucketLink(const LinkSettings& settings, std::int64_t burst, std::uint64_t seed, Timestamp began)
    : began_(began),
      burst_(static_cast<double>(burst)),
      ways_{Way{settings.up, Line(seed_of_way(seed, 0), began), {}, std::nullopt, {}, -1e9, {}},
            Way{settings.down, Line(seed_of_way(seed, 1), began), {}, std::nullopt, {}, -1e9, {}}} {
  for (Way& one : ways_) one.waiting.set_limits(one.setting);
}

void TokenBucketLink::reseed(std::uint64_t seed) {
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    ways_[i].line.reseed(seed_of_way(seed, i));
    ways_[i].numbers = {};
  }
}

void TokenBucketLink::offer(const Packet& offered, Timestamp at) {
  Way& one = way(offered.way);
  const Packet packet = one.numbers.numbered(offered);
  run(one, at);
  if (!one.setting.rate)
    one.line.launch(packet, at, one.setting, one.setting.delay, drops_);
  else if (!one.head)
    next(one, packet, at);
  else if (!one.waiting.push(packet))
    drops_.push_back({packet.id, at, packet.way, packet.traffic, LinkDrop::kQueueFull});
  run(one, at);
}

/// The bucket is as full as the time since it was empty says; the packet leaves when it holds the packet.
void TokenBucketLink::next(Way& one, const Packet& packet, Timestamp at) {
  const double byte_s = 8 / one.setting.rate->bits_per_second(), now_s = (at - began_).seconds();
  one.empty_s = std::max(one.empty_s, now_s - burst_ * byte_s) + packet.bytes * byte_s;
  one.head = packet;
  one.leaves = std::max(at, began_ + Duration::from_seconds(one.empty_s));
}

void TokenBucketLink::run(Way& one, Timestamp now) {
  while (one.head && one.leaves <= now) {
    const Packet packet = *std::exchange(one.head, std::nullopt);
    const Timestamp left = one.leaves;
    one.line.launch(packet, left, one.setting, one.setting.delay, drops_);
    if (const auto waiting = one.waiting.pop()) next(one, *waiting, left);
  }
}

std::optional<Timestamp> TokenBucketLink::next_event() const {
  std::optional<Timestamp> earliest;
  const auto consider = [&](Timestamp at) { earliest = std::min(earliest.value_or(at), at); };
  if (!drops_.empty()) consider(drops_.front().at);
  for (const Way& one : ways_) {
    if (one.head) consider(one.leaves);
    if (const Departure* arrival = one.line.next()) consider(arrival->at);
  }
  return earliest;
}

void TokenBucketLink::advance(Timestamp now, Results& results) {
  for (Way& one : ways_) {
    run(one, now);
    for (; one.line.next() && one.line.next()->at <= now; one.line.pop())
      results.departures.push_back(*one.line.next());
  }
  std::stable_sort(results.departures.begin(), results.departures.end(),
                   [](const Departure& a, const Departure& b) { return a.at < b.at; });
  results.drops.insert(results.drops.end(), drops_.begin(), drops_.end());
  drops_.clear();
}

QueueState TokenBucketLink::queue(LinkWay which) const {
  return ways_[static_cast<std::size_t>(which)].waiting.state();
}

}  // namespace jitterscope::link
