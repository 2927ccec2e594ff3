#include "core/algorithms/rtp/feedback_timer.h"

#include <algorithm>

namespace jitterscope::rtp {
namespace {

constexpr int kEnds = 2;
constexpr double kFirstBytes = 128;     // a report with its headers
constexpr double kNewShare = 1.0 / 16;  // of the latest size in the mean (RFC 3550 §6.3.3)
constexpr double kLeastSpread = 0.5, kMostSpread = 1.5;

}  // namespace

FeedbackTimer::FeedbackTimer(const FeedbackTimerConfig& config, Timestamp now)
    : config_(config),
      random_(config.seed),
      mean_bytes_(kFirstBytes),
      last_regular_(now),
      regular_due_(now + spread_interval()) {}

Duration FeedbackTimer::interval() const {
  const double bytes_per_second = config_.session_bandwidth.bits_per_second() * config_.share / 8;
  return Duration::from_seconds(kEnds * mean_bytes_ / bytes_per_second);
}

Duration FeedbackTimer::spread_interval() {
  const double spread = std::uniform_real_distribution(kLeastSpread, kMostSpread)(random_);
  return Duration::from_seconds(interval().seconds() * spread);
}

void FeedbackTimer::urgent(Timestamp now) {
  if (may_be_early_ && !early_due_ && now < regular_due_) early_due_ = now;
}

void FeedbackTimer::sent(std::size_t bytes, Timestamp now) {
  mean_bytes_ += (static_cast<double>(bytes) - mean_bytes_) * kNewShare;
  if (!early_due_) return skipped(now);
  early_due_.reset();
  may_be_early_ = false;
  const Timestamp after_next = last_regular_ + spread_interval() * 2;
  last_regular_ = regular_due_;
  regular_due_ = std::max(after_next, regular_due_);
}

void FeedbackTimer::skipped(Timestamp now) {
  early_due_.reset();
  may_be_early_ = true;
  last_regular_ = now;
  regular_due_ = now + spread_interval();
}

}  // namespace jitterscope::rtp
