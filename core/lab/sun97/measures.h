#pragma once
// What is measured in each cell of sun97.shaping, and its values over the repetitions.
#include <optional>
#include <vector>

#include "core/lab/sun97/shaping_measures.h"

namespace jitterscope::sun97 {

struct Measure {
  const char* name;  // of columns and curves
  const char* label;
  std::optional<double> ShapingFigures::*figure;
  double factor;  // to percent
};
inline constexpr Measure kPacketLoss{"packet_loss_percent", "Packet loss, %", &ShapingFigures::packet_loss, 100};
inline constexpr Measure kFrameLoss{"frame_loss_percent", "Frame loss, %", &ShapingFigures::frame_loss, 100};
inline constexpr Measure kFrameError{"frame_lost_or_late_percent", "Frames lost or late, %",
                                     &ShapingFigures::frame_error, 100};
inline constexpr Measure kFrameDelay{"frame_delay_ms", "Frame delay, ms", &ShapingFigures::frame_delay_ms, 1};
inline constexpr Measure kFrameDeviation{"frame_delay_stddev_ms", "Deviation of frame delay, ms",
                                         &ShapingFigures::frame_delay_stddev_ms, 1};
inline constexpr Measure kPacketDelay{"packet_delay_ms", "Packet delay, ms", &ShapingFigures::packet_delay_ms, 1};
inline constexpr Measure kPacketDeviation{"packet_delay_stddev_ms", "Deviation of packet delay, ms",
                                          &ShapingFigures::packet_delay_stddev_ms, 1};
inline constexpr Measure kDuplicates{"duplicates_percent", "Duplicates, %", &ShapingFigures::duplicates, 100};
inline constexpr Measure kMeasures[] = {kPacketLoss,     kFrameLoss,   kFrameError,      kFrameDelay,
                                        kFrameDeviation, kPacketDelay, kPacketDeviation, kDuplicates};

/// In the measure's unit; repetitions without the figure are left out.
inline std::vector<double> values_of(const std::vector<ShapingFigures>& cell, const Measure& measure) {
  std::vector<double> values;
  for (const ShapingFigures& figures : cell)
    if (const auto& figure = figures.*measure.figure) values.push_back(*figure * measure.factor);
  return values;
}

}  // namespace jitterscope::sun97
