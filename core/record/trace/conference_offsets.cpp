#include "core/record/trace/conference_offsets.h"

#include <algorithm>
#include <cmath>

#include "core/events/kinds/clock_synced.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

std::optional<ConferenceOffsets> ConferenceOffsets::of(const TraceReader& trace, std::string& error) {
  ConferenceOffsets offsets(trace.meta().conference_offset);
  if (!trace.read<ClockSynced>([&](const ClockSynced& event) { offsets.add(event); }, error)) return std::nullopt;
  return offsets;
}

void ConferenceOffsets::add(const ClockSynced& event) {
  if (event.source.view() == "exchanges")
    learned_.push_back({event.at, event.synchronised, event.offset_ms, event.skew_ppm});
}

std::optional<Duration> ConferenceOffsets::at(Timestamp local) const {
  if (learned_.empty() || !agreed_) return agreed_;
  const auto later = std::upper_bound(learned_.begin(), learned_.end(), local,
                                      [](Timestamp time, const Learned& one) { return time < one.at; });
  const Learned& known = later == learned_.begin() ? *later : *(later - 1);
  if (!known.synchronised) return std::nullopt;
  const double gained_ms = -known.skew_ppm * 1e-6 * (local - known.at).ms();
  const double learned_ms = known.offset_ms + gained_ms;
  constexpr double kMostMs = 4e12;  // more than a hundred years: of a damaged trace, and its sums would not fit
  if (!(std::abs(agreed_->ms() + learned_ms) < kMostMs)) return std::nullopt;
  return *agreed_ + Duration::from_ms(learned_ms);
}

}  // namespace jitterscope
