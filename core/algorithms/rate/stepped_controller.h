#pragma once
// A controller with what whoever runs it owes it: send records of the packets that go out, and each step at its time.
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/algorithms/rate/rate_controller.h"
#include "core/algorithms/rate/size_on_link.h"

namespace jitterscope {

/// Owned by the analysis thread of a call, or by a simulation; not thread-safe.
class SteppedController {
 public:
  SteppedController() = default;  // nobody decides
  explicit SteppedController(std::unique_ptr<RateController> controller) : controller_(std::move(controller)) {}
  explicit operator bool() const { return controller_ != nullptr; }

  /// Passed on at once; of an accepted PacketSent there is a send record too.
  void add(const Event& event);
  /// Passed on at once, behind all send records.
  void add_feedback(const FeedbackReport& report);
  /// Passes send records on, in order of time, and makes the step if one is due: the first at once, later ones as
  /// RateController::next_step() says. `now` never falls.
  std::optional<RateDecision> step(Timestamp now);
  /// When a step is due even if nothing is added until then; nullopt: never, or there is no controller.
  std::optional<Timestamp> next_step() const;

 private:
  void pass_records();

  std::unique_ptr<RateController> controller_;
  SizeOnLink size_;
  std::vector<SendRecord> records_;  // not passed on yet
  bool began_ = false, added_ = false;
};

}  // namespace jitterscope
