#pragma once
// What this end tells the other for rate control, and when: the newest report of the remote sound, and the wish from
// which packet on its own is to be judged, which is repeated until a report obeys it. Where the way to the remote loses
// packets, as its reports of this end's sound say, each report goes several times: it is small and cumulative, and its
// receiver waits for it. Sans-IO; the rtcp thread's.
#include <deque>
#include <optional>

#include "core/algorithms/rtp/feedback_timer.h"
#include "core/algorithms/rtp/trend_message.h"

namespace jitterscope {

struct NumberedReport;

class TrendFeedback {
 public:
  TrendFeedback(const rtp::FeedbackTimerConfig& config, Timestamp now) : timer_(config, now) {}

  /// What is on the board: `to_tell`, and RateBoard::judge_from.
  void look(const NumberedReport& to_tell, std::int64_t judge_from, Timestamp now);
  /// take() has nothing before.
  Timestamp due() const;
  /// What goes now, if it may; sent() follows.
  std::optional<rtp::TrendMessage> take(Timestamp now);
  /// `bytes`: of the UDP payload.
  void sent(std::size_t bytes, Timestamp now);
  /// The remote report, its sequences as this end counts them; `own_sequence`: about where this end's sound is.
  /// nullopt: it has come before.
  std::optional<TrendReported> receive(TrendReported report, std::int64_t own_sequence, Timestamp now);
  /// Nobody has reported or asked anything so far.
  bool idle() const { return !report_ && judge_from_ < 0; }

 private:
  struct Count {
    Timestamp at;
    std::uint32_t expected = 0, lost = 0;
  };
  bool is_urgent(const TrendReported& report) const;
  void count_loss(const TrendReported& report);
  int copies(Timestamp now) const;

  rtp::FeedbackTimer timer_;
  std::uint64_t number_ = 0, told_number_ = 0;
  std::optional<TrendReported> report_, told_;
  std::int64_t judge_from_ = -1;
  bool obeyed_ = true;
  std::int64_t cycles_ = 0;  // this end's numbers less the remote ones
  std::deque<TrendReported> heard_;
  std::deque<Count> counts_;  // of this end's sound, by the reports of the last seconds
  int copies_left_ = 0;
  bool is_copy_ = false;  // what take() gave last
  Timestamp next_copy_;
};

}  // namespace jitterscope
