#pragma once
// What tests and the bench of rate control ask a simulated run, and the call that they put through links.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/lab/latecki04/simulation.h"

namespace jitterscope {

/// How many seeds a simulation is run with: `few`, or `all` in the slow test lab.Latecki04.all_seeds, which sets the
/// variable.
inline std::uint64_t seeds(std::uint64_t few, std::uint64_t all) {
  return std::getenv("JITTERSCOPE_ALL_SEEDS") ? all : few;
}

/// Of the sound that was sent in this time.
inline double highest_delay_ms(const RateRun& run, double from_s, double until_s) {
  double highest = 0;
  for (const SoundFate& sound : run.sound)
    if (sound.delay && sound.sent.seconds() >= from_s && sound.sent.seconds() < until_s)
      highest = std::max(highest, sound.delay->ms());
  return highest;
}

/// Share of the link's bytes that sound, picture and cross traffic used, in whole seconds.
inline double use_between(const RateRun& run, std::size_t from, std::size_t until) {
  double bytes = 0, capacity = 0;
  for (std::size_t i = from; i < until; ++i) {
    const LinkSecond& second = run.seconds.at(i);
    bytes += static_cast<double>(second.sound + second.picture + second.cross);
    capacity += second.capacity_kbps * 125;
  }
  return bytes / capacity;
}

/// PCMU beside JPEG pictures of several packets, as a call of this program sends them, the same both ways.
inline RateScenario call_both_ways(const LinkSettings& link, std::int32_t smallest_picture) {
  RateScenario scenario;
  scenario.link = link;
  scenario.both_ways = true;
  scenario.sound = {Duration::ms(32), 286};
  scenario.picture.period = Duration::us(66'667);
  scenario.picture.smallest = smallest_picture;
  scenario.picture.largest = 40'000;
  scenario.picture.spread = 0.1;
  scenario.picture.shaping = *ShapingSetting::parse("a");
  scenario.feedback_interval = Duration::ms(200);
  scenario.alone_before = scenario.alone_after = Duration::seconds(2);
  scenario.with_picture = Duration::seconds(86);
  return scenario;
}

}  // namespace jitterscope
