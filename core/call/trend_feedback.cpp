#include "core/call/trend_feedback.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kUrgentChangeMs = 10;  // of the delay, and more than its noise: a queue that is felt
constexpr std::size_t kIpUdpBytes = 28;

}  // namespace

/// Worth an early packet: what a controller acts on at once.
bool TrendFeedback::is_urgent(const TrendReported& report) const {
  if (!told_) return true;
  return report.verdict != told_->verdict || report.audio_lost != told_->audio_lost ||
         report.judged_from != told_->judged_from ||
         std::abs(report.rise_ms - told_->rise_ms) > std::max(kUrgentChangeMs, report.noise_ms);
}

void TrendFeedback::look(const NumberedReport& to_tell, std::int64_t judge_from, Timestamp now) {
  if (to_tell.number != number_) {
    number_ = to_tell.number;
    report_ = to_tell.report;
    if (is_urgent(*report_)) timer_.urgent(now);
  }
  if (judge_from == judge_from_) return;
  judge_from_ = judge_from;
  obeyed_ = judge_from < 0;
  if (!obeyed_) timer_.urgent(now);
}

std::optional<rtp::TrendMessage> TrendFeedback::take(Timestamp now) {
  if (!timer_.may_send(now)) return std::nullopt;
  rtp::TrendMessage message;
  if (number_ != told_number_) message.report = report_;
  if (!obeyed_) message.judge_from = static_cast<std::uint32_t>(judge_from_ - cycles_);
  if (message.report || message.judge_from) return message;
  timer_.skipped(now);
  return std::nullopt;
}

void TrendFeedback::sent(std::size_t bytes, Timestamp now) {
  timer_.sent(bytes + kIpUdpBytes, now);
  told_number_ = number_;
  told_ = report_;
}

TrendReported TrendFeedback::receive(TrendReported report, std::int64_t own_sequence, Timestamp now) {
  // The far end extends 16 bits from the first packet that it saw, which may be one cycle on.
  const auto behind = static_cast<std::int16_t>(static_cast<std::uint16_t>(own_sequence - report.end_sequence));
  const std::int64_t end = own_sequence - behind;
  cycles_ = end - report.end_sequence;
  report.judged_from += cycles_;
  report.end_sequence = end;
  report.at = now;
  if (report.judged_from >= judge_from_) obeyed_ = true;
  return report;
}

}  // namespace jitterscope
