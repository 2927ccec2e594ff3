#pragma once
// What the viewer wants computed: the stretch of time, the reference and normalisers of the compensation curve. A wish
// of the view, not of the call: it changes no event.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/units/time.h"

namespace jitterscope {

/// The stretch that distributions, tables and curves are of. Sliding ones end at the newest packet.
enum class MeasureWindow : std::uint8_t { k10s, k60s, k15min, kWhole, kSelection };

inline constexpr std::size_t kSlidingWindows = 3;  // the first ones
/// Of a sliding one; absent: of the others.
constexpr std::optional<Duration> length_of(MeasureWindow window) {
  constexpr Duration kLengths[kSlidingWindows] = {Duration::seconds(10), Duration::seconds(60), Duration::seconds(900)};
  const auto place = static_cast<std::size_t>(window);
  return place < kSlidingWindows ? std::optional(kLengths[place]) : std::nullopt;
}

enum class LatenessReference : std::uint8_t { kMinimum, kFirst };

struct AnalysisQuery {
  MeasureWindow window = MeasureWindow::k60s;
  std::pair<double, double> selection_s{0, 0};  // of kSelection: seconds since the call began
  LatenessReference reference = LatenessReference::kMinimum;
  bool remove_skew = false;                             // asked for; else where it is significant
  bool reflection_remedy = false;                       // claypool98 Fig 3: spread of the points above the mean alone
  double gap_scale_percent = 6, buffer_scale_ms = 230;  // normalisers of the optimum (claypool98 §8.1)
  bool operator==(const AnalysisQuery&) const = default;
};

}  // namespace jitterscope
