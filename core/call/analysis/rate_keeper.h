#pragma once
// Rate control as the analysis thread does it: listens to the received sound for the remote, asks the controller in
// force about this end's picture, and tells the other threads by the board. Makes the events of both.
#include <memory>
#include <optional>
#include <vector>

#include "core/algorithms/rate/stepped_controller.h"
#include "core/algorithms/rate/stream_monitor.h"
#include "core/events/event.h"
#include "core/events/per_medium.h"

namespace jitterscope {

struct RateBoard;

class RateKeeper {
 public:
  /// The board outlives this.
  explicit RateKeeper(RateBoard& board);
  ~RateKeeper();

  /// Thresholds that the remote wishes for its sound.
  void set_trend(const TrendSetting& trend) { monitor_.set(trend); }
  /// From the next round on; null: the picture is as the user set it.
  void set_controller(std::unique_ptr<RateController> controller, std::string_view name);
  /// When the next round is due: `usual` after the last, but at most 100 ms while this end has a controller or the
  /// remote's lives by what is told, or when the controller wants a step. A step that is due within 10 ms after a usual
  /// round takes its place; none is sooner than 5 ms after the last round.
  Timestamp next_round(Timestamp last, Duration usual) const;

  /// Every event of the call.
  void add(const Event& event);
  /// What the remote says of single packets; no remote does in a call yet.
  void add_feedback(const FeedbackReport& report) { controller_.add_feedback(report); }
  /// After the events of a round: what was measured and, where a step is due, decided, in `made`.
  void round(Timestamp now, std::vector<Event>& made);

 private:
  void note(const SettingChanged& setting);
  void listen(Timestamp now, std::vector<Event>& made);
  void decide(Timestamp now, std::vector<Event>& made);

  RateBoard& board_;
  StreamMonitor monitor_;
  PerMedium<std::vector<PacketArrived>> arrived_;  // of both media, this round
  std::uint64_t reports_ = 0;
  std::int64_t asked_from_ = -1;
  std::optional<std::uint32_t> wish_;  // the remote's, until a report obeys it: the monitor may not be able to yet
  SteppedController controller_;
  ShortText<24> name_;
  bool remote_controls_ = false;    // as it said
  std::optional<Event> transport_;  // the SettingChanged of this end, for a controller that comes later
};

}  // namespace jitterscope
