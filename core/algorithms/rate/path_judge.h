#pragma once
// What the remote's reports say of the rate that is being sent: the sender's half of two-stream control.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/algorithms/rate/capacity_fit.h"
#include "core/algorithms/rate/sent_media.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/kinds/trend_reported.h"

namespace jitterscope {

/// How much the path carried while a queue stood on it: from its filling to its draining, both as one.
/// While packets wait, the last link never rests: what was sent between two moments left it in the time between them
/// and what the delay became longer. Sans-IO.
class BusyPeriod {
 public:
  struct Moment {
    Timestamp sent;                       // the middle of the packets that a report judges
    double rise_ms = 0;                   // their delay over the base
    std::uint32_t packets = 0, lost = 0;  // of all media, modulo 2^32
  };
  /// A report that tells of a queue. `kilobits(from, until)`: sent by us in that time.
  template <typename Kilobits>
  std::optional<double> busy(const Moment& moment, const Kilobits& kilobits) {
    if (!began_ || moment.sent - began_->sent > kLongest) began_ = last_;
    last_ = moment;
    if (!began_) return std::nullopt;
    return kbps_between(*began_, moment, kilobits(began_->sent, moment.sent));
  }
  /// There is none, or another one.
  void over() { began_ = last_ = std::nullopt; }

 private:
  static constexpr Duration kLongest = Duration::seconds(4);
  static std::optional<double> kbps_between(const Moment& from, const Moment& to, double kilobits) {
    constexpr double kShortestMs = 60;  // of sending, and of leaving
    const double sent_ms = (to.sent - from.sent).ms(), left_ms = sent_ms + to.rise_ms - from.rise_ms;
    if (sent_ms < kShortestMs || left_ms < kShortestMs) return std::nullopt;
    const auto lost = static_cast<std::int32_t>(to.lost - from.lost);
    const auto packets = static_cast<std::int32_t>(to.packets - from.packets);
    const double lost_share = packets > 0 ? std::clamp(static_cast<double>(lost) / packets, 0.0, 1.0) : 0;
    return kilobits * (1 - lost_share) / left_ms * 1e3;
  }
  std::optional<Moment> began_, last_;
};

/// The queue that a break lets drain, as reports show it.
/// From the picture's stop until the delays are back, or fall no more. Sans-IO.
class QueueDrain {
 public:
  /// The picture stops: delays fall from now on, and are no reference.
  void begin();
  /// It is sent again; reports may still cover packets of the break.
  void end();
  /// The present delay is not our queue's: it stays.
  void give_up() { draining_ = false; }
  /// Congestion: about so much has come together.
  void queued(double ms) { queue_ms_ = ms; }

  struct Report {
    double rise_ms = 0;    // over the base
    double excess_ms = 0;  // over the delays before the queue
    double limit_ms = 0;   // that those may have anyway
    bool fresh = false;    // all of its packets were sent since the break began
    bool rushes = false;   // delays grow fast, far above the limit
  };
  void add(const Report& report);
  /// Each report, before it is judged; `fresh`: none of its packets is of the break any more.
  void heard(bool fresh) { told_of_break_ = told_of_break_ && !fresh; }

  bool in_break() const { return in_break_; }
  bool draining() const { return draining_; }
  /// By the last report: delays lie above the limit and do not fall any more.
  bool standing() const { return standing_; }
  /// There is no break, and reports cover none any more.
  bool over() const { return !in_break_ && !draining_ && !told_of_break_; }

 private:
  bool in_break_ = false, draining_ = false, standing_ = false;
  bool told_of_break_ = false;        // after it, in reports
  double last_ms_ = 0, most_ms_ = 0;  // rise of the last report, largest excess since the break began
  double queue_ms_ = 0;               // for which the last break was
  int flat_reports_ = 0;              // one after the other
};

enum class PathCause : std::uint8_t { kTrend, kRise, kUnexplained, kFar, kLoss };

/// By one report.
struct PathFinding {
  bool congested = false;
  bool severe = false;                   // far beyond the limit, or packets were lost
  PathCause cause{};                     // where congested
  bool draining = false;                 // after a break: delays still fall
  bool above = false;                    // the last 8 delays lie above the limit, congestion or not yet
  bool standing = false;                 // after a break: delays lie above the limit and do not fall any more
  bool fresh = false;                    // all of the last 8 packets belong to this step
  int packets = 0;                       // of sound, of this step, as far as the report goes
  bool rising = false;                   // an ambiguous verdict that leans to increasing
  double excess_ms = 0;                  // of the last 8 delays over what they were
  double queue_ms = 0;                   // what has probably come together by now
  double rise_ms = 0;                    // over the base
  double over_ms = 0;                    // over what is accepted as the path's own
  double unexplained_ms = 0;             // beyond what our own packets make on the path as it was known
  double lost = 0;                       // 0 ... 1: of all media within about a second
  std::optional<double> bandwidth_kbps;  // of all media, by the change of the delays; where severe or in a break
  std::optional<Carried> carried;        // by the waits behind our own packets
  bool narrower = false;                 // delays became longer than those explain
  bool fitted = false;                   // enough reports came since a break to tell that, if anything does
};

/// Sans-IO, by events alone; owned by a controller. Sequences of sound are compared by 32 bits.
class PathJudge {
 public:
  void add(const PacketSent& packet);
  void add(const SettingChanged& setting) { sent_.add(setting); }
  /// kReceived: of the sound that this end sends; kSent: of the remote's, on the way that reports come.
  void add(const TrendReported& report);
  /// Packets of sound from the next on are the step's; none before says anything of it.
  void begin_step();
  /// The picture stops: its delays are no reference, and fall.
  void begin_break();
  void end_break();
  /// Whatever delay there is now is the path's own.
  void accept_delay();
  std::optional<std::int64_t> step_from() const { return step_from_; }
  /// Of the last report that came since the last call.
  std::optional<PathFinding> take();
  /// A queue began to fill quickly on the way back, since the last call: reports will come late.
  bool take_back_fills();
  const SentMedia& sent() const { return sent_; }
  /// How often a report is to be expected: a block of packets of sound.
  Duration report_interval() const;
  std::optional<Timestamp> last_report() const { return last_report_; }

 private:
  struct Level {
    Timestamp at;
    double ms;
  };
  double reference(Timestamp now, const OwnQueue& own) const;
  double limit(const OwnQueue& own, double reference) const;
  struct Pace {
    double growth = 0;        // of the delay, ms a ms
    double carried_kbps = 0;  // at which it would not grow; 0: unknown
  };
  Pace pace(const TrendReported& report, std::int64_t end);
  double loss(const TrendReported& report);
  struct Judged {
    OwnQueue own;
    double noise_ms = 0, most_ms = 0, severe_ms = 0, lost = 0;
    bool increasing = false, rushes = false;
  };
  std::optional<PathCause> congestion(const PathFinding& finding, const Judged& judged);
  void learn(const PathFinding& finding, Timestamp now);
  PathFinding judge(const TrendReported& report);
  void look_at_capacity(PathFinding& finding, const TrendReported& report, std::int64_t end);
  void listen_back(const TrendReported& report);

  SentMedia sent_;
  std::optional<std::int64_t> step_from_;
  QueueDrain drain_;
  double accepted_ms_ = 0;  // of the rise over the monitor's base: the path's own
  double scatter_ms_ = 0;
  std::deque<Level> levels_;  // rises while the picture flowed without congestion
  std::deque<Level> back_;    // rises of the remote's sound
  bool back_fills_ = false;
  std::deque<TrendReported> counts_;  // of the last second of the step
  struct Before {
    std::int64_t end;
    double ms;
  };
  std::optional<Before> before_;  // the last report
  BusyPeriod busy_;
  CapacityFit fit_;
  std::optional<Carried> carried_;            // by the last report
  double unexplained_ms_ = 0;                 // of the last report
  bool above_ = false, fresh_above_ = false;  // the last report; the last one of this step
  std::optional<PathFinding> finding_;
  std::optional<Timestamp> last_report_;
};

}  // namespace jitterscope
