#include "core/events/settings/shaping.h"

#include "core/base/units/number_words.h"

namespace jitterscope {

std::optional<ShapingSetting> ShapingSetting::parse(std::string_view words) {
  const auto [size, interval] = split_at(words, ',');
  ShapingSetting setting;
  if (size == "a" || size == "A")
    setting.burst_size = 1;
  else if (size == "b" || size == "B")
    setting.burst_size = 3;
  else if (size == "c" || size == "C")
    setting.burst_size = 0;
  else if (const auto burst = whole_number(size); burst && *burst >= 1 && *burst <= kLargestBurst)
    setting.burst_size = *burst;
  else
    return std::nullopt;
  if (words.find(',') != std::string_view::npos) {
    const auto ms = plain_number(interval);
    if (!ms || *ms < 0 || *ms > kLongestBurstInterval.ms()) return std::nullopt;
    setting.burst_interval = Duration::from_ms(*ms);
  }
  return setting;
}

std::string ShapingSetting::to_string() const {
  std::string words = burst_size == 1   ? "a"
                      : burst_size == 3 ? "b"
                      : burst_size == 0 ? "c"
                                        : std::to_string(burst_size);
  if (burst_interval) words += "," + shortest_decimal(burst_interval->ms());
  return words;
}

}  // namespace jitterscope
