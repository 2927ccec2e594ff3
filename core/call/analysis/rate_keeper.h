#pragma once
// Rate control as the analysis thread does it: listens to the received sound for the remote, asks the controller in
// force about this end's picture, and tells the other threads by the board. Makes the events of both.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/rate/rate_controller.h"
#include "core/algorithms/rate/stream_monitor.h"
#include "core/call/exchange/rate_board.h"
#include "core/events/per_medium.h"

namespace jitterscope {

class RateKeeper {
 public:
  /// The board outlives this.
  explicit RateKeeper(RateBoard& board) : board_(board), monitor_(TrendSetting{}) {}

  /// Thresholds that the remote wishes for its sound.
  void set_trend(const TrendSetting& trend) { monitor_.set(trend); }
  /// From the next round on; null: the picture is as the user set it.
  void set_controller(std::unique_ptr<RateController> controller, std::string_view name);
  bool controls() const { return controller_ != nullptr; }

  /// Every event of the call.
  void add(const Event& event);
  /// After the events of a round: what was measured and decided, in `made`.
  void round(Timestamp now, std::vector<Event>& made);

 private:
  void listen(Timestamp now, std::vector<Event>& made);
  void decide(Timestamp now, std::vector<Event>& made);

  RateBoard& board_;
  StreamMonitor monitor_;
  PerMedium<std::vector<PacketArrived>> arrived_;  // of both media, this round
  std::uint64_t reports_ = 0;
  std::int64_t asked_from_ = -1;
  std::optional<std::uint32_t> wish_;  // the remote's, until a report obeys it: the monitor may not be able to yet
  std::unique_ptr<RateController> controller_;
  ShortText<24> name_;
  std::optional<SettingChanged> transport_;  // of this end, for a controller that comes later
};

}  // namespace jitterscope
