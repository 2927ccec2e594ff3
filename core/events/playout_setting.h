#pragma once
// Which playout policy a medium has (claypool98 §4, Ramjee et al. 1994, Stone and Jeffay 1995).
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/units/time.h"

namespace jitterscope {

enum class PlayoutPolicyKind : std::uint8_t {
  kExpand,   // E-policy: nothing is thrown away, time expands
  kFixed,    // I-policy with a fixed delay
  kOptimum,  // I-policy whose delay follows the optimum of the last minute
  kRamjee1,
  kRamjee2,
  kRamjee3,
  kRamjee4,
  kQueueMonitoring
};
inline constexpr std::size_t kPlayoutPolicies = 8;
/// The words of the command line, of traces and of JSON.
inline constexpr std::array<std::string_view, kPlayoutPolicies> kPlayoutPolicyWords{
    "e", "i", "optimum", "ramjee1", "ramjee2", "ramjee3", "ramjee4", "queue-monitoring"};
constexpr std::string_view to_string(PlayoutPolicyKind kind) {
  return kPlayoutPolicyWords[static_cast<std::size_t>(kind)];
}

/// Spacing of units that is taken for granted while a sender does not say its own.
inline constexpr Duration kUsualAudioPeriod = Duration::ms(32), kUsualVideoPeriod = Duration::seconds(1) / 15;

struct PlayoutSetting {
  PlayoutPolicyKind kind = PlayoutPolicyKind::kFixed;
  Duration delay = Duration::ms(60);  // of kFixed, over the reference transit; 0 … kMostDelay
  static constexpr Duration kMostDelay = Duration::seconds(2);
  /// The delay counts for kFixed alone.
  bool operator==(const PlayoutSetting& other) const {
    return kind == other.kind && (kind != PlayoutPolicyKind::kFixed || delay == other.delay);
  }
  static std::optional<PlayoutSetting> parse(
      std::string_view);  // "e", "i:60", "optimum", "ramjee1" … "queue-monitoring"
  std::string to_string() const;
};

/// "i:60" for both media, or "audio=ramjee4,video=e" (or one of the two); media that are not named stay as they are.
/// False: `error` says what is wrong.
bool parse_playout(std::string_view words, PlayoutSetting& audio, PlayoutSetting& video, std::string& error);

}  // namespace jitterscope
