#include "core/algorithms/quality/voice_quality.h"

#include "core/algorithms/quality/g107_metric.h"
#include "core/base/units/plain_digits.h"

namespace jitterscope {
namespace {

struct Range {
  const char *name, *unit;
  double low, high;
};
// G.107 table 2: the ranges that the model was made for.
constexpr Range kTa{"Ta", " ms", 0, 500}, kPpl{"Ppl", " %", 0, 20}, kBurstR{"BurstR", "", 1, 8};

void note_outside(const Range& range, double value, std::vector<std::string>& notes) {
  if (value >= range.low && value <= range.high) return;
  const bool above = value > range.high;
  const std::string bound = plain_digits(above ? range.high : range.low);
  std::string shown = plain_digits(value, 3);
  for (int digits = 4; shown == bound && digits < 9; ++digits) shown = plain_digits(value, digits);
  notes.push_back(std::string(range.name) + " " + shown + range.unit + (above ? " is above " : " is below ") + bound +
                  range.unit);
}

}  // namespace

VoiceQuality voice_quality(double latency_ms, double loss_ratio, double burst_ratio) {
  VoiceQuality voice;
  voice.ta_ms = latency_ms;
  voice.ppl_percent = 100 * loss_ratio;
  voice.burst_r = burst_ratio;
  voice.bpl = g107::kBplConcealed;
  voice.r = g107::rating(latency_ms, loss_ratio, true, burst_ratio);
  voice.mos = g107::mean_opinion_score(voice.r);
  note_outside(kTa, voice.ta_ms, voice.outside);
  note_outside(kPpl, voice.ppl_percent, voice.outside);
  note_outside(kBurstR, voice.burst_r, voice.outside);
  return voice;
}

std::optional<VoiceQuality> voice_quality(const QualityPoint& point) {
  if (!point.latency_ms || !point.loss_ratio) return std::nullopt;
  return voice_quality(*point.latency_ms, *point.loss_ratio, point.burst_ratio.value_or(1));
}

}  // namespace jitterscope
