#include "core/call/steps/trend_feedback.h"

#include <algorithm>
#include <cmath>

#include "core/call/exchange/rate_board.h"

namespace jitterscope {
namespace {

constexpr double kUrgentChangeMs = 10;  // of the delay, and more than its noise: a queue that is felt
constexpr std::size_t kIpUdpBytes = 28;
// A report goes so often that all of its copies are lost in no more than this share of the cases, and no more often
// than that; spread, since a full queue drops neighbours together. They come on top of RTCP's share: that is counted of
// the sound alone, and a way that loses so much carries a picture.
constexpr double kAllLost = 0.05;
constexpr int kMostCopies = 8;
constexpr Duration kBetweenCopies = Duration::ms(20);
// By so much loss at least, over about this time, of so many packets.
constexpr double kLeastLoss = 0.05;
constexpr Duration kLossSpan = Duration::seconds(2);
constexpr std::uint32_t kFewestCounted = 8;
constexpr std::size_t kRemembered = 4;  // reports: copies may overtake each other

bool is_same(const TrendReported& one, const TrendReported& other) {
  return one.end_sequence == other.end_sequence && one.judged_from == other.judged_from && one.ssrc == other.ssrc &&
         one.audio_expected == other.audio_expected && one.video_packets == other.video_packets;
}

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

Timestamp TrendFeedback::due() const {
  return copies_left_ > 0 ? std::min(timer_.due(), next_copy_) : timer_.due();
}

std::optional<rtp::TrendMessage> TrendFeedback::take(Timestamp now) {
  is_copy_ = !timer_.may_send(now);
  if (is_copy_ && (copies_left_ == 0 || now < next_copy_)) return std::nullopt;
  rtp::TrendMessage message;
  if (is_copy_ || number_ != told_number_) message.report = report_;  // the newest: counts are cumulative
  if (!obeyed_) message.judge_from = static_cast<std::uint32_t>(judge_from_ - cycles_);
  if (message.report || message.judge_from) return message;
  timer_.skipped(now);
  return std::nullopt;
}

void TrendFeedback::sent(std::size_t bytes, Timestamp now) {
  if (is_copy_)
    --copies_left_;
  else
    timer_.sent(bytes + kIpUdpBytes, now);
  if (!is_copy_ && number_ != told_number_) copies_left_ = copies(now) - 1;
  next_copy_ = now + kBetweenCopies;
  told_number_ = number_;
  told_ = report_;
}

/// From the loss of this end's sound within the last seconds.
int TrendFeedback::copies(Timestamp now) const {
  if (counts_.size() < 2 || counts_.back().at + kLossSpan < now) return 1;
  const std::uint32_t expected = counts_.back().expected - counts_.front().expected,
                      lost = counts_.back().lost - counts_.front().lost;
  if (expected < kFewestCounted || lost > expected) return 1;
  const double share = static_cast<double>(lost) / expected;
  if (share < kLeastLoss) return 1;
  if (share >= 1) return kMostCopies;
  return std::clamp(static_cast<int>(std::ceil(std::log(kAllLost) / std::log(share))), 1, kMostCopies);
}

void TrendFeedback::count_loss(const TrendReported& report) {
  const bool began_anew = !counts_.empty() && report.audio_expected < counts_.back().expected;
  if (began_anew) counts_.clear();
  counts_.push_back({report.at, report.audio_expected, report.audio_lost});
  while (counts_.size() > 2 && counts_[1].at + kLossSpan < report.at) counts_.pop_front();
}

std::optional<TrendReported> TrendFeedback::receive(TrendReported report, std::int64_t own_sequence, Timestamp now) {
  // The remote extends 16 bits from the first packet that it saw, which may be one cycle on.
  const auto behind = static_cast<std::int16_t>(static_cast<std::uint16_t>(own_sequence - report.end_sequence));
  const std::int64_t end = own_sequence - behind;
  cycles_ = end - report.end_sequence;
  report.judged_from += cycles_;
  report.end_sequence = end;
  report.at = now;
  if (std::ranges::any_of(heard_, [&](const TrendReported& old) { return is_same(old, report); })) return std::nullopt;
  heard_.push_back(report);
  if (heard_.size() > kRemembered) heard_.pop_front();
  count_loss(report);
  if (report.judged_from >= judge_from_) obeyed_ = true;
  return report;
}

}  // namespace jitterscope
