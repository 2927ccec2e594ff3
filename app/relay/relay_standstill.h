#pragma once
// Tells how long a relay did not run, and which packets waited for it. Sans-IO.
#include <optional>
#include <string>

#include "core/base/realtime/standstill.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// The last time that the relay stood still, which packets waited for it, and what is to be said.
class RelayStandstill {
 public:
  static constexpr Duration kLongestRound = Duration::ms(250);  // reports alone wake it ten times a second
  static constexpr Duration kSaidEvery = Duration::seconds(10);

  /// At the beginning of each round. True: it stood still before it.
  bool look(Timestamp now);
  /// Whether a packet that was due at `due` and is still here `now` has waited for the relay, so that its delay is not
  /// the link's.
  bool held_up(Timestamp due, Timestamp now) const;
  /// It was busy with work of its own until `now`, which is no standstill.
  void excuse(Timestamp now) { rounds_.excuse(now); }
  /// The sentence, when there is something to say that was not said within the last ten seconds.
  std::optional<std::string> take_notice(Timestamp now);

 private:
  Standstill rounds_{kLongestRound};
  Timestamp began_, ended_;  // of the last one
  Duration untold_;          // of those that are not said yet
  std::optional<Timestamp> said_;
};

}  // namespace jitterscope
