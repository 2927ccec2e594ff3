#pragma once
// What every controller of the sent picture's rate is: events, send records and feedback in; target, pacing rate and
// window out, at steps whose times it says itself. A new one is one file in controllers/ (examples:
// fixed_controller.cpp, replay_controller.cpp), which rate_controllers.h lists from then on.
#include <optional>
#include <span>

#include "core/algorithms/rate/feedback/feedback_record.h"
#include "core/events/event.h"
#include "core/events/kinds/rate_decided.h"

namespace jitterscope {

/// What a controller wants from now on, until its next decision.
struct RateDecision {
  RateDecision(const RateDecided& target) : decided(target) {}  // and neither pacing rate nor window
  RateDecided decided;                  // the target with its reason: the event; `controller` need not be filled in
  std::optional<DataRate> pacing = {};  // of the picture's bursts, with all headers: no faster; absent: no limit
  std::optional<DataSize> window = {};  // of media that is sent and not reported on, with all headers; absent: none
  // In a call the shaper keeps to `pacing` between the bursts of its strategy. Nobody keeps to `window` yet: what is
  // under way is known by feedback alone. Neither is a column of the event's table yet.
};

/// Run by a SteppedController in the analysis thread of a call or in a simulation; not thread-safe, no clock, seed or
/// thread of its own.
class RateController {
 public:
  virtual ~RateController() = default;
  /// Every event of the call at this end, as CallAnalyzer gets them; most are of no interest. In time order as far as
  /// one thread's events go.
  virtual void add(const Event& event) = 0;
  /// Packets of both media that this end sent, in order of time (across media but for a ms); each a PacketSent before.
  virtual void add_sent(std::span<const SendRecord>) {}
  /// In order of `came`, after the send records of what it tells of.
  virtual void add_feedback(const FeedbackReport&) {}
  /// The decision that is due at `now`, if there is one; `now` never falls. The first step comes at once, with what is
  /// known by then, and gives the rate to begin with.
  virtual std::optional<RateDecision> step(Timestamp now) = 0;
  /// After a step and again after what is added then: when the next step is wanted, which comes then and not sooner, in
  /// a call by at most some ms later, as a thread wakes; a time that has passed: now. nullopt: with what is added next.
  virtual std::optional<Timestamp> next_step() const { return std::nullopt; }
};

/// Between the steps of a controller that goes by elapsed time.
inline constexpr Duration kUsualStep = Duration::ms(20);

}  // namespace jitterscope
