#pragma once
// The one-line readings of the panel of rate control, which are its plots' legends too.
#include <array>
#include <functional>
#include <optional>

#include "ui/words/reading_line.h"

namespace jitterscope {

struct RateView;

namespace rate_pens {
// one hue, as all are of the sound: told apart by their dashes
inline constexpr std::array kScales{Qt::DotLine, Qt::DashLine, Qt::SolidLine};
inline constexpr Qt::PenStyle kLow = Qt::DotLine, kHigh = Qt::DashDotLine, kAvailable = Qt::DashLine,
                              kReceived = Qt::DotLine;
}  // namespace rate_pens

/// What the plot of delay shows, in ms: the delay, or its rise while clocks are not synchronised.
std::optional<double> level_of(const RateView&);
/// `held`: null without one, or when it shows the other of delay and rise.
Reading delay_reading(const RateView& now, const RateView* held);
/// `shows`: whether the scale of that index is drawn.
Reading tests_reading(const RateView& now, const std::function<bool(std::size_t scale)>& shows);
/// `held`: null without one.
Reading rate_reading(const RateView& now, const RateView* held);

}  // namespace jitterscope
