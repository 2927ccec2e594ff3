#include "app/relay/relay_standstill.h"

#include <fmt/format.h>

#include <utility>

#include "app/relay/shaped_link.h"

namespace jitterscope {

bool RelayStandstill::look(Timestamp now) {
  const auto stood = rounds_.look(now);
  if (!stood) return false;
  began_ = now - *stood;
  ended_ = now;
  untold_ += *stood;
  return true;
}

bool RelayStandstill::held_up(Timestamp due, Timestamp now) const {
  const Duration waited = now - due;
  if (waited > kLongestRound) return true;  // also where it stood still within the round
  return waited > kLongestOwnDelay && due >= began_ && due < ended_;
}

std::optional<std::string> RelayStandstill::take_notice(Timestamp now) {
  if (untold_ == Duration() || (said_ && now - *said_ < kSaidEvery)) return std::nullopt;
  said_ = now;
  return fmt::format(
      "The emulated link stood still for {:.1f} s: its relay was stopped or had no processor. What waited is "
      "dropped (link full or stopped): leave that time out.",
      std::exchange(untold_, {}).seconds());
}

}  // namespace jitterscope
