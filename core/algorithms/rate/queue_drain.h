#pragma once
// The queue that a break lets drain, as reports show it.

namespace jitterscope {

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

}  // namespace jitterscope
