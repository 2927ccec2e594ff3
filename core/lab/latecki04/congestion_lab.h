#pragma once
// The lab latecki04.congestion: what measuring a cell and judging have in common.
#include <cstddef>
#include <vector>

#include "core/lab/engine/lab.h"

namespace jitterscope::latecki04 {

// Factors. What others send is not on the starved link, which the sound has for itself.
inline constexpr const char *kPicture = "picture", *kOthers = "others_kbps";
inline constexpr const char *kUdp = "udp", *kTcp = "tcp", *kStarved = "starved";  // of kPicture
inline constexpr std::size_t kScales[] = {32, 64, 128};                           // K

inline constexpr double kQueueBytes = 32'000;  // of the link

/// The rate of others of which the first repetition is drawn.
double drawn_others(const std::vector<double>& others);

LabResult judge_congestion(const LabRun& run, const DoneCells& cells);

}  // namespace jitterscope::latecki04
