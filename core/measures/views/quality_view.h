#pragma once
// The way of one medium in one direction through the quality space, in the units of its axes; limits are the viewer's.
#include <vector>

#include "core/algorithms/quality/quality_point.h"
#include "core/algorithms/quality/voice_quality.h"

namespace jitterscope {

struct QualityMoment {
  double at_s = 0;  // seconds since the call began
  QualityPoint point;
  bool operator==(const QualityMoment&) const = default;
};

struct QualityView {
  QualityPoint now;                        // of the last 10 s
  std::vector<QualityMoment> trail;        // one a second, each of its last 10 s; the last five minutes, ascending
  std::optional<VoiceQuality> voice = {};  // of the same 10 s as `now`; sound with a latency alone
  bool operator==(const QualityView&) const = default;
};

}  // namespace jitterscope
