#pragma once
// The guided comparisons in a running call (shaping strategies, priority classes, rate control), their phases, and how
// the other end is told of them, as values of a setting "demonstration": "settling KIND", "before VARIANT",
// "switching", "after VARIANT", "done" or "stopped". VARIANT is what is compared: "c" and "a",
// "default" and "realtime" (or what is compared in its place), "off" and "two-stream". A bare "settling" is of shaping;
// one that follows "after" begins the same once more, where the figures decided nothing.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/units/enum_words.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

enum class DemonstrationKind : std::uint8_t { kShaping, kPriority, kRateControl };
inline constexpr std::array kEveryDemonstration{DemonstrationKind::kShaping, DemonstrationKind::kPriority,
                                                DemonstrationKind::kRateControl};
template <>
inline constexpr std::array<std::string_view, 3> kWordsOf<DemonstrationKind>{"shaping", "priority", "rate-control"};

enum class DemonstrationPhase : std::uint8_t { kSettling, kBefore, kSwitching, kAfter, kDone, kStopped };
template <>
inline constexpr std::array<std::string_view, 6> kWordsOf<DemonstrationPhase>{"settling", "before", "switching",
                                                                              "after",    "done",   "stopped"};
inline constexpr std::string_view kDemonstrationSetting = "demonstration";

/// Seconds of each phase, by kind; none after the comparison. A controller of the rate is not waited for: how long it
/// takes is what is shown.
inline constexpr std::array<std::array<int, 6>, 3> kDemonstrationSeconds{
    {{4, 17, 3, 17}, {4, 15, 3, 15}, {4, 15, 0, 30}}};

constexpr Duration duration_of(DemonstrationKind kind, DemonstrationPhase phase) {
  return Duration::seconds(kDemonstrationSeconds[static_cast<std::size_t>(kind)][static_cast<std::size_t>(phase)]);
}
/// Of all phases before this one.
constexpr Duration time_before(DemonstrationKind kind, DemonstrationPhase phase) {
  Duration sum;
  for (std::size_t i = 0; i < static_cast<std::size_t>(phase); ++i)
    sum += duration_of(kind, static_cast<DemonstrationPhase>(i));
  return sum;
}

struct DemonstrationEntered;
struct SettingChanged;
/// "before c", as the other end is told.
std::string demonstration_words(const DemonstrationEntered&);
/// The phase that these words tell of, which need not say its kind; nullopt: another setting, or other words.
std::optional<DemonstrationEntered> demonstration_in(const SettingChanged&);

}  // namespace jitterscope
