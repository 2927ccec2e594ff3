#include "core/base/scheduling/priority_setting.h"

#include <algorithm>
#include <array>

#include "core/base/scheduling/class_limits.h"
#include "core/base/units/number_words.h"

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, 6> kKindWords{"default", "nice", "realtime", "rr", "deadline", "slice"};

bool parse_level(std::string_view word, int low, int high, std::optional<int>& level) {
  level = whole_number(word);
  return level && *level >= low && *level <= high;
}

bool parse_ms(std::string_view word, double low, double high, std::optional<Duration>& length) {
  const auto ms = plain_number(word);
  if (!ms || *ms < low || *ms > high) return false;
  length = Duration::from_ms(*ms);
  return true;
}

bool parse_reservation(std::string_view words, PrioritySetting& setting) {  // RUNTIME/PERIOD
  const auto [runtime, period] = split_at(words, '/');
  using namespace class_limits;
  return parse_ms(period, kShortestPeriod.ms(), kLongestPeriod.ms(), setting.period) &&
         parse_ms(runtime, kShortestRuntime.ms(), setting.period->ms() * kLargestReservation, setting.runtime);
}

}  // namespace

std::optional<PrioritySetting> PrioritySetting::parse(std::string_view words) {
  using namespace class_limits;
  const auto [name, rest] = split_at(words, ':');
  const auto known = std::find(kKindWords.begin(), kKindWords.end(), name);
  if (known == kKindWords.end()) return std::nullopt;
  PrioritySetting setting{static_cast<Kind>(known - kKindWords.begin())};
  if (words.find(':') == std::string_view::npos) return setting;
  bool good = false;
  switch (setting.kind) {
    case Kind::kDefault: break;
    case Kind::kNice: good = parse_level(rest, kLowestNice, kHighestNice, setting.level); break;
    case Kind::kRealtime:
    case Kind::kRoundRobin: good = parse_level(rest, 1, kHighestLevel, setting.level); break;
    case Kind::kDeadline: good = parse_reservation(rest, setting); break;
    case Kind::kSlice: good = parse_ms(rest, kShortestRuntime.ms(), kLongestSlice.ms(), setting.runtime); break;
  }
  return good ? std::optional(setting) : std::nullopt;
}

std::string PrioritySetting::to_string() const {
  std::string words(kKindWords[static_cast<std::size_t>(kind)]);
  if (level) words += ":" + std::to_string(*level);
  if (runtime) words += ":" + shortest_decimal(runtime->ms());
  if (runtime && period) words += "/" + shortest_decimal(period->ms());
  return words;
}

}  // namespace jitterscope
