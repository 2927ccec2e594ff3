#pragma once
// The rating of a conversation's sound by ITU-T G.107, with everything that it was computed from.
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/quality/quality_point.h"

namespace jitterscope {

/// R and MOS of a narrow-band call at G.107's defaults, but for Ta, Ppl and BurstR as measured. ie and bpl are G.711's
/// with the concealment of its Appendix I (G.113 Appendix I): an assumption, since that works on packets of 10 ms and
/// its loss robustness was not measured for longer blocks.
struct VoiceQuality {
  double r = 0, mos = 1;
  double ta_ms = 0;        // mouth to ear
  double ppl_percent = 0;  // of blocks not played, whether lost or dropped by playout
  double burst_r = 1;
  double ie = 0, bpl = 25.1;
  std::vector<std::string> outside;  // "Ta 612 ms is above 500 ms": values beyond the ranges of G.107's table 2
  bool operator==(const VoiceQuality&) const = default;
};

/// loss_ratio = share 0 … 1 of blocks not played; burst_ratio = BurstR, 1 = independent losses.
VoiceQuality voice_quality(double latency_ms, double loss_ratio, double burst_ratio);
/// Of received sound; absent where latency or loss is.
std::optional<VoiceQuality> voice_quality(const QualityPoint&);

}  // namespace jitterscope
