#include "ui/words/clock_words.h"

#include <algorithm>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/stream_snapshot.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr std::string_view kSameClock = "same clock";

bool is_same_clock(const std::optional<ClockView>& clock) {
  return clock && clock->synchronised && clock->source == kSameClock;
}

}  // namespace

std::optional<double> delay_bound_ms(const ConditionsView& conditions) {
  const auto& clock = conditions.clock;
  if (!clock || !clock->synchronised || clock->source == kSameClock) return std::nullopt;
  return clock->bound_ms;
}

QString clock_words(const ConditionsView& conditions) {
  const auto& clock = conditions.clock;
  if (!clock) return kDash;
  if (!clock->synchronised)
    return clock->bound_series.empty() ? Tr::tr("not synchronised yet") : Tr::tr("no longer synchronised");
  if (is_same_clock(clock))
    return clock->bound_ms > 0 ? Tr::tr("same clock, stamps ±%1").arg(figure(clock->bound_ms, "ms"))
                               : Tr::tr("same clock");
  return "±" + figure(clock->bound_ms, "ms");
}

QString clock_phrase(const ConditionsView& conditions) {
  const auto words = clock_words(conditions);
  return is_same_clock(conditions.clock) ? words : Tr::tr("clock %1").arg(words);
}

QString bound_warning(const ConditionsView& conditions, const std::vector<const SampleFigures*>& delays) {
  const auto bound = delay_bound_ms(conditions);
  if (!bound) return {};
  for (const auto* delay : delays)
    if (delay->p50 && delay->p95 && *bound > *delay->p95 - *delay->p50)
      return Tr::tr("clock ±%1 is larger than the differences shown").arg(figure(*bound, "ms"));
  return {};
}

std::vector<EnvelopeSlot> widened(const std::vector<EnvelopeSlot>& entries, const ClockView& clock) {
  auto wide = entries;
  std::size_t next = 0;
  double bound = clock.bound_series.empty() ? clock.bound_ms : clock.bound_series.front().value;
  for (auto& slot : wide) {
    for (; next < clock.bound_series.size() && clock.bound_series[next].at_s <= slot.at_s; ++next)
      bound = clock.bound_series[next].value;
    double wide_ms = bound;
    for (const auto& doubt : clock.doubts)
      if (slot.at_s >= doubt.from_s && slot.at_s <= doubt.to_s) wide_ms = std::max(wide_ms, bound + doubt.jumped_ms);
    slot.min -= wide_ms;
    slot.max += wide_ms;
  }
  return wide;
}

}  // namespace jitterscope
