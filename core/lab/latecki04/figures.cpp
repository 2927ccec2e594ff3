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
constexpr double kMostOutside = 0.1;  // of the time since the rate was found

/// A rate while it is in force.
struct HeldRate {
  double kbps = 0;
  Timestamp from, until;
};

/// One after the other; a break is no rate.
std::vector<HeldRate> rates_in_force(const std::vector<RateDecided>& decisions, Timestamp begin, Timestamp end) {
  std::vector<HeldRate> rates;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const Timestamp from = std::max(decisions[i].at, begin);
    const Timestamp until = i + 1 < decisions.size() ? std::min(decisions[i + 1].at, end) : end;
    if (decisions[i].sending && from < until) rates.push_back({decisions[i].target_kbps, from, until});
  }
  return rates;
}

/// Median over the time from `from` on.
std::optional<double> median_rate(std::vector<HeldRate> rates, Timestamp from) {
  std::erase_if(rates, [&](const HeldRate& rate) { return rate.until <= from; });
  std::ranges::sort(rates, {}, &HeldRate::kbps);
  Duration all, below;
  for (HeldRate& rate : rates) rate.from = std::max(rate.from, from), all += rate.until - rate.from;
  for (const HeldRate& rate : rates)
    if (below += rate.until - rate.from; below * 2 >= all) return rate.kbps;
  return std::nullopt;
}

/// As RateFigures::convergence_s says, whatever the use; nullopt: never.
std::optional<Timestamp> settled(const std::vector<HeldRate>& rates, Timestamp begin, Timestamp end) {
  const auto last = median_rate(rates, end - (end - begin) / 3);
  if (!last || std::ranges::all_of(rates, [&](const HeldRate& rate) { return rate.kbps == *last; }))
    return std::nullopt;
  Timestamp back = begin;
  Duration known, outside;  // since then
  bool far = false;
  const auto counts = [&] { return far && outside / known >= kMostOutside; };
  for (const HeldRate& rate : rates) {
    const bool still_far = std::abs(rate.kbps - *last) > kWithin * *last;
    if (!still_far && counts()) back = rate.from, known = outside = Duration();
    far = still_far;
    known += rate.until - rate.from;
    if (far) outside += rate.until - rate.from;
  }
  return counts() ? std::nullopt : std::optional(back);
}

}  // namespace

RateFigures figures_of(const RateScenario& scenario, const RateRun& run) {
  RateFigures figures;
  const Timestamp begin = Timestamp() + scenario.alone_before, end = begin + scenario.with_picture;
  const auto found = settled(rates_in_force(run.decisions, begin, end), begin, end);
  const Timestamp from = found.value_or(begin);
  std::vector<double> packets, picture_ms;
  double due = 0, missing = 0;
  for (const FrameFate& frame : run.frames) {
    ++due;
    if (frame.delay) picture_ms.push_back(frame.delay->ms());
    if (!frame.delay) ++missing;
    if (frame.due >= from) add_packets(scenario.picture, frame.bytes, packets);
  }
  if (const auto rate = scenario.link.up.rate) figures.packet_ms = median(packets) * 8 / rate->kbits_per_second();
  const SoundPart phase = sound_between(run, begin, end), converged = sound_between(run, from, end);
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
  for (auto i = static_cast<std::size_t>(std::max(from.seconds(), 0.0) + 1); i < run.seconds.size(); ++i) {
    const LinkSecond& second = run.seconds[i];
    if (static_cast<double>(i + 1) > end.seconds()) break;
    bytes += static_cast<double>(second.sound + second.picture + second.cross);
    capacity += second.capacity_kbps * 1000 / 8;
  }
  if (capacity > 0) figures.utilisation = bytes / capacity;
  if (found && figures.utilisation.value_or(0) >= kLeastUse) figures.convergence_s = (*found - begin).seconds();
  return figures;
}

}  // namespace jitterscope
