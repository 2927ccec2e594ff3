// What the limits of rate control are about, from a run.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/algorithms/link/network.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope {
namespace {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

struct SoundPart {
  std::vector<double> delays_ms;
  double loss = 0;
};
SoundPart sound_between(const RateRun& run, Timestamp from, Timestamp until) {
  SoundPart part;
  double sent = 0, lost = 0;
  for (const SoundFate& sound : run.sound) {
    if (sound.sent < from || sound.sent >= until) continue;
    ++sent;
    if (sound.delay)
      part.delays_ms.push_back(sound.delay->ms());
    else
      ++lost;
  }
  if (sent > 0) part.loss = lost / sent;
  return part;
}

double mean_rise(const SoundPart& part, double allowed_ms) {
  std::vector<double> rises;
  for (const double delay : part.delays_ms) rises.push_back(std::max(0.0, delay - allowed_ms));
  return mean(rises);
}

/// Adds the bytes on the link of each packet of a picture of so many bytes: full ones, and what is left.
void add_packets(const SyntheticPicture& picture, std::int32_t frame_bytes, std::vector<double>& sizes) {
  const std::int32_t full = picture.block + picture.packet_header + kUdpHeaderBytes;
  for (; frame_bytes > 0; frame_bytes -= full) sizes.push_back(std::min(frame_bytes, full));
}

constexpr double kWithin = 0.1, kLeastUse = 0.9;

struct Search {
  Timestamp settled;     // the rate is near its last one from here on
  bool changed = false;  // there was more than one rate
};

/// Off the rates of the decisions; a break is no rate.
Search search_of(const RateRun& run, Timestamp begin, Timestamp end) {
  Search search{begin};
  double last = 0;
  for (const RateDecided& decision : run.decisions)
    if (decision.at < end && decision.sending) last = decision.target_kbps;
  std::optional<double> before;
  bool outside = false;
  for (const RateDecided& decision : run.decisions) {
    if (decision.at >= end || !decision.sending) continue;
    if (decision.at <= begin) before.reset();  // what was decided earlier is in force no more, or begins now
    search.changed = search.changed || (before && *before != decision.target_kbps);
    before = decision.target_kbps;
    const bool far = std::abs(decision.target_kbps - last) > kWithin * last;
    if (outside && !far) search.settled = std::max(decision.at, begin);
    outside = far;
  }
  return search;
}

}  // namespace

RateFigures figures_of(const RateScenario& scenario, const RateRun& run) {
  RateFigures figures;
  const Timestamp begin = Timestamp() + scenario.alone_before, end = begin + scenario.with_picture;
  const Search search = search_of(run, begin, end);
  const Timestamp settled = search.settled;
  std::vector<double> packets, picture_ms;
  double due = 0, missing = 0;
  for (const FrameFate& frame : run.frames) {
    ++due;
    if (frame.delay) picture_ms.push_back(frame.delay->ms());
    if (!frame.delay) ++missing;
    if (frame.due >= settled) add_packets(scenario.picture, frame.bytes, packets);
  }
  if (const auto rate = scenario.link.up.rate) figures.packet_ms = median(packets) * 8 / rate->kbits_per_second();
  const SoundPart phase = sound_between(run, begin, end), converged = sound_between(run, settled, end);
  figures.base_ms = median(sound_between(run, Timestamp(), begin).delays_ms);
  const double allowed = figures.base_ms + figures.packet_ms;
  figures.sound_loss = phase.loss;
  figures.sound_loss_converged = converged.loss;
  figures.rise_ms = mean_rise(phase, allowed);
  figures.rise_converged_ms = mean_rise(converged, allowed);
  figures.sound_delay_ms = mean(phase.delays_ms);
  if (!picture_ms.empty()) figures.picture_delay_ms = mean(picture_ms);
  if (due > 0) figures.picture_omitted = missing / due;
  double bytes = 0, capacity = 0;
  for (auto i = static_cast<std::size_t>(std::max(settled.seconds(), 0.0) + 1); i < run.seconds.size(); ++i) {
    const LinkSecond& second = run.seconds[i];
    if (static_cast<double>(i + 1) > end.seconds()) break;
    bytes += static_cast<double>(second.sound + second.picture + second.cross);
    capacity += second.capacity_kbps * 1000 / 8;
  }
  if (capacity > 0) figures.utilisation = bytes / capacity;
  if (search.changed && figures.utilisation.value_or(0) >= kLeastUse)
    figures.convergence_s = (settled - begin).seconds();
  return figures;
}

}  // namespace jitterscope
