#include "core/measures/definitions/available_rate.h"

#include <algorithm>
#include <cmath>

#include "core/events/bytes_on_link.h"
#include "core/events/setting_change.h"
#include "core/events/settings/background.h"
#include "core/events/settings/link.h"

namespace jitterscope {
namespace {

constexpr double kLongestGap = 120;  // s without an event; longer: no points for them

}  // namespace

std::optional<double> AvailableRate::EmulatedLink::rate_kbps(double at_s) const {
  if (!way.trace_file.empty() || way.ethernet_stations) return std::nullopt;
  auto rate = way.rate;
  for (const LinkStep& step : way.schedule)
    if (step.rate && schedule_began_s + step.at.seconds() <= at_s) rate = step.rate;
  if (!rate) return std::nullopt;
  return std::max(0.0, rate->kbits_per_second() - background_kbps);
}

std::optional<double> AvailableRate::EmulatedLink::next_step_s(double after_s) const {
  for (const LinkStep& step : way.schedule)
    if (const double at_s = schedule_began_s + step.at.seconds(); step.rate && at_s > after_s) return at_s;
  return std::nullopt;
}

std::optional<double> AvailableRate::value(double at_s) const {
  std::optional<double> narrowest;
  for (const EmulatedLink& each : links_)
    if (const auto rate = each.rate_kbps(at_s); rate && (!narrowest || *rate < *narrowest)) narrowest = rate;
  if (narrowest) narrowest = std::max(0.0, *narrowest - sound_kbps_);
  return narrowest;
}

void AvailableRate::add_sound(Timestamp at, std::int64_t bytes_on_link) {
  advance(at);
  sound_bytes_ += bytes_on_link;
}

void AvailableRate::advance(Timestamp now) {
  const double now_s = (now - began_).seconds();
  if (!reached_s_ || now_s - *reached_s_ > kLongestGap) reached_s_ = now_s;
  while (*reached_s_ < now_s) {
    const double second_s = std::floor(*reached_s_) + 1;
    double next_s = std::min(now_s, second_s);
    bool step = false;
    for (const EmulatedLink& each : links_)
      if (const auto at_s = each.next_step_s(*reached_s_); at_s && *at_s <= next_s) next_s = *at_s, step = true;
    if (next_s == second_s) {
      sound_kbps_ = static_cast<double>(sound_bytes_) * 8 / 1e3;
      sound_bytes_ = 0;
    }
    if (step || next_s == second_s) series_.add(next_s, value(next_s));
    reached_s_ = next_s;
  }
}

void AvailableRate::add(const SettingChanged& change) {
  const bool link = concerns<setting::Link>(change);
  if ((!link && !concerns<setting::Background>(change)) || change.end == End::kBoth) return;
  advance(change.at);
  const double at_s = (change.at - began_).seconds();
  const bool local = change.end == End::kLocal;
  EmulatedLink& changed = links_[local ? 0 : 1];
  if (link) {  // a value too long for its event says nothing
    const auto set = as<setting::Link>(change);
    const LinkSettings both = set ? set->value : LinkSettings{};
    const LinkSetting& way = local == (direction_ == Direction::kSent) ? both.up : both.down;
    if (way.schedule != changed.way.schedule) changed.schedule_began_s = at_s;
    changed.way = way;
  } else {
    const auto set = as<setting::Background>(change);
    const BackgroundSetting background = set ? set->value : BackgroundSetting{};
    const double headers = static_cast<double>(kUdpHeaderBytes) / std::max(1, background.packet_bytes);
    changed.background_kbps = background.kilobytes_per_second * 8 * (1 + headers);
  }
  series_.add(at_s, value(at_s));
}

}  // namespace jitterscope
