#pragma once
#include "core/base/units/time.h"
#include "core/events/setting.h"

namespace jitterscope {

inline constexpr int kLargestBurst = 10'000;  // packets
inline constexpr Duration kLongestBurstInterval = Duration::seconds(10);

/// Traffic shaping (sun97 §3). burst_size 0 = the whole frame back to back (strategy C).
struct ShapingSetting {
  int burst_size = 1;                      // A = 1, B = 3, C = 0
  std::optional<Duration> burst_interval;  // overrides T_burst = T_s S_burst / h
  bool operator==(const ShapingSetting&) const = default;
  static std::optional<ShapingSetting> parse(std::string_view);  // "a", "b", "c", "5", "5,12.5"
  std::string to_string() const;
};

namespace setting {

struct Shaping {
  struct Field {
    ShapingSetting shaping;
  };
  static constexpr auto field = &Field::shaping;
  using Value = ShapingSetting;
  static constexpr SettingFacts facts{
      .name = "shaping",
      .option = "shaping",
      .label = "Shaping",
      .scope = SettingScope::kLocalMedium,
      .takes = "a, b, c or a burst size, with an interval if wanted: 3,60",
      .help = "a, b, c or N[,INTERVAL_MS]: blocks a burst, time between bursts",
      .at_begin = AtBegin::kSaid,
      .told_at_begin = true,
      .yours = "your traffic shaping",
  };
  static std::optional<Value> parse(std::string_view words, std::string&) { return Value::parse(words); }
  static std::string words(const Value& value) { return value.to_string(); }
};

}  // namespace setting
}  // namespace jitterscope
