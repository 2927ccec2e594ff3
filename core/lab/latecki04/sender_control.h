#pragma once
// Carries out what latecki04's controller decides at the sender: the picture's target, sending or break, and the wish
// from which packet of sound on the receiver is to judge, which is repeated until a report obeys it. Sans-IO.
#include <memory>
#include <optional>

#include "core/algorithms/rate/stepped_controller.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope::latecki04 {

inline constexpr Duration kAnalysisRound = Duration::ms(20);  // of the sender

class SenderControl {
 public:
  /// `controller` null: the picture is as the scenario wants it all the time, and nothing is ever asked.
  SenderControl(const RateScenario& scenario, std::unique_ptr<RateController> controller);

  /// Of the picture, with all headers.
  DataRate target() const { return target_; }
  bool sending() const { return sending_; }

  /// Something happened at the sender.
  void add(const Event& event);
  /// The receiver's report came through.
  void receive(const TrendReported& report);
  /// When the controller wants its next step; nullopt: with what comes next, or there is none.
  std::optional<Timestamp> next_step() const { return controller_.next_step(); }
  /// The controller's step, if one is due: what is in force from now on, named as the scenario's controller; nullopt:
  /// nothing changes. With a wish in it, that is due at once. Nobody here keeps to a pacing rate or a window.
  std::optional<RateDecided> decide(Timestamp now);
  /// When the wish goes to the receiver next; nullopt: there is none, or it is obeyed.
  std::optional<Timestamp> ask_due() const { return asked_ ? std::optional(ask_due_) : std::nullopt; }
  /// Goes to the receiver now: the sequence to judge from. Only while ask_due() has a time; again an interval of
  /// reports later.
  std::int64_t ask(Timestamp now);

 private:
  SteppedController controller_;
  ShortText<24> name_;
  Duration ask_interval_;
  DataRate target_;
  bool sending_ = true;
  std::optional<std::int64_t> asked_;
  Timestamp ask_due_;
};

}  // namespace jitterscope::latecki04
