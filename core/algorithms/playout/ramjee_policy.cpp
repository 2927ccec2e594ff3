#include "core/algorithms/playout/ramjee_policy.h"

#include <cmath>

namespace jitterscope {
namespace {

using Constants = RamjeeConstants;

void average(double& value, double sample, double weight) {
  value = weight * value + (1 - weight) * sample;
}

}  // namespace

DelayEstimate AverageEstimator::update(double transit_ms, bool) {
  if (!any_) estimate_.delay_ms = transit_ms;
  any_ = true;
  average(estimate_.delay_ms, transit_ms, transit_ms > estimate_.delay_ms ? rising_weight_ : Constants::kWeight);
  average(estimate_.variation_ms, std::abs(estimate_.delay_ms - transit_ms), Constants::kWeight);
  return estimate_;
}

DelayEstimate MinimumEstimator::update(double transit_ms, bool talkspurt) {
  if (talkspurt || !smallest_) {
    estimate_.delay_ms = smallest_.value_or(transit_ms);
    smallest_ = transit_ms;
  }
  smallest_ = std::min(*smallest_, transit_ms);
  average(estimate_.variation_ms, std::abs(estimate_.delay_ms - transit_ms), Constants::kWeight);
  return estimate_;
}

DelayEstimate SpikeEstimator::update(double transit_ms, bool) {
  if (!any_) estimate_.delay_ms = last_ms_ = before_last_ms_ = transit_ms;
  any_ = true;
  const double rise = transit_ms - last_ms_;
  bool ended = false;
  if (in_spike_) {
    ended = leaves_spike(transit_ms);
  } else if (std::abs(rise) > 2 * std::abs(estimate_.variation_ms) + Constants::kSpikeEntryMs) {
    slope_ = 0;
    in_spike_ = true;
  }
  if (!ended) {  // the packet that ends a spike changes no estimate
    if (in_spike_)
      estimate_.delay_ms += rise;
    else
      average(estimate_.delay_ms, transit_ms, Constants::kSpikeWeight);
    average(estimate_.variation_ms, std::abs(transit_ms - estimate_.delay_ms), Constants::kSpikeWeight);
  }
  before_last_ms_ = last_ms_;
  last_ms_ = transit_ms;
  return estimate_;
}

bool SpikeEstimator::leaves_spike(double transit_ms) {
  slope_ = slope_ / 2 + std::abs((2 * transit_ms - last_ms_ - before_last_ms_) / 8);
  if (slope_ > Constants::kSpikeExitMs) return false;
  in_spike_ = false;
  return true;
}

}  // namespace jitterscope
