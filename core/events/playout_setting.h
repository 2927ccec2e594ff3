#pragma once
// Which playout policy a medium has. The policies are named by core/algorithms/playout/policies; here is only the form.
#include <optional>
#include <string>
#include <string_view>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Spacing of units that is taken for granted while a sender does not say its own.
inline constexpr Duration kUsualAudioPeriod = Duration::ms(32), kUsualVideoPeriod = Duration::seconds(1) / 15;

struct PlayoutSetting {
  static constexpr Duration kUsualDelay = Duration::ms(60), kMostDelay = Duration::seconds(2);
  static constexpr std::string_view kFixed =
      "i";  // the I-policy with a fixed delay, which is set unless told otherwise

  ShortText<24> policy{kFixed};                 // "e", "i", "ramjee4"
  std::optional<Duration> delay = kUsualDelay;  // over the reference transit, 0 … kMostDelay; of policies that take one
  bool operator==(const PlayoutSetting&) const = default;

  static PlayoutSetting fixed(Duration delay) { return {kFixed, delay}; }
  bool is_fixed() const { return policy.view() == kFixed; }
  /// "e", "i:60": a word of at most 23 bytes of a-z, 0-9 and -, and milliseconds after a colon. Whether there is such a
  /// policy, known_playout() says.
  static std::optional<PlayoutSetting> parse(std::string_view);
  std::string to_string() const;
};

}  // namespace jitterscope
