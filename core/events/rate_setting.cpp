#include "core/events/rate_setting.h"

#include <array>
#include <string>
#include <utility>

#include "core/events/quantity_words.h"

namespace jitterscope {
namespace {

constexpr double kNone = -1;  // of a threshold that was not named

bool store(double& field, std::string_view words) {
  const auto value = parse_decimal(words);
  if (!value || *value > 1) return false;
  field = *value;
  return true;
}

bool store_epsilon(Duration& field, std::string_view words) {
  const auto value = parse_duration(words);
  if (!value || *value > Duration::seconds(1)) return false;
  field = *value;
  return true;
}

/// False when `key` is no word of a trend; `fault` is set when its value is wrong.
bool take_trend_word(TrendSetting& trend, std::string_view key, std::string_view value, std::string& fault) {
  bool taken = true;
  if (key == "preset") {
    taken = value == "pathload" || value == "paper";
    if (taken) trend = value == "pathload" ? TrendSetting::pathload() : TrendSetting{};
    if (!taken) fault = "preset is pathload or paper";
    return true;
  }
  if (key == "epsilon") {
    if (!store_epsilon(trend.epsilon, value)) fault = "epsilon is a time of at most 1s, for example epsilon=0.5ms";
    return true;
  }
  double threshold = kNone;
  const std::array<std::pair<std::string_view, std::array<double*, 2>>, 6> thresholds{{
      {"low", {&trend.pct_low, &trend.pdt_low}},
      {"high", {&trend.pct_high, &trend.pdt_high}},
      {"pct-low", {&trend.pct_low, nullptr}},
      {"pct-high", {&trend.pct_high, nullptr}},
      {"pdt-low", {&trend.pdt_low, nullptr}},
      {"pdt-high", {&trend.pdt_high, nullptr}},
  }};
  for (const auto& [name, fields] : thresholds) {
    if (key != name) continue;
    if (!store(threshold, value)) fault = std::string(key) + " is a number of 0 to 1, for example " + std::string(key) + "=0.3";
    else
      for (double* field : fields)
        if (field) *field = threshold;
    return true;
  }
  return false;
}

bool ordered(const TrendSetting& trend, std::string& error) {
  if (trend.pct_low <= trend.pct_high && trend.pdt_low <= trend.pdt_high) return true;
  error = "the low threshold (L) lies above the high one (U): a trend needs low <= high";
  return false;
}

std::pair<std::string_view, std::string_view> split(std::string_view entry, char at) {
  const auto place = entry.find(at);
  if (place == std::string_view::npos) return {entry, {}};
  return {entry.substr(0, place), entry.substr(place + 1)};
}

template <typename Take>
bool each_word(std::string_view words, Take&& take) {
  while (!words.empty()) {
    const auto comma = words.find(',');
    if (!take(words.substr(0, comma))) return false;
    if (comma == std::string_view::npos) break;
    words.remove_prefix(comma + 1);
  }
  return true;
}

void append(std::string& words, std::string_view key, const std::string& value) {
  if (!words.empty()) words += ',';
  words.append(key).append("=").append(value);
}

}  // namespace

std::string_view to_string(Transport transport) { return transport == Transport::kTcp ? "tcp" : "udp"; }
std::optional<Transport> parse_transport(std::string_view word) {
  if (word == "udp") return Transport::kUdp;
  if (word == "tcp") return Transport::kTcp;
  return std::nullopt;
}
std::string_view to_string(KeepOrder keep) { return keep == KeepOrder::kMotion ? "motion" : "sharpness"; }

TrendSetting TrendSetting::pathload() { return {0.08, 0.32, 0.45, 0.55, Duration{}}; }

std::optional<TrendSetting> TrendSetting::parse(std::string_view words, std::string& error) {
  TrendSetting trend;
  const bool done = each_word(words, [&](std::string_view entry) {
    const auto [key, value] = split(entry, '=');
    std::string fault;
    if (!take_trend_word(trend, key, value, fault))
      fault = "known are low, high, pct-low, pct-high, pdt-low, pdt-high, epsilon and preset";
    if (!fault.empty()) error = "\"" + std::string(entry) + "\": " + fault;
    return fault.empty();
  });
  return done && ordered(trend, error) ? std::optional(trend) : std::nullopt;
}

std::string TrendSetting::to_string() const {
  const TrendSetting paper;
  std::string words;
  const auto threshold = [&](std::string_view key, double value, double usual) {
    if (value != usual) append(words, key, decimal_words(value));
  };
  threshold("pct-low", pct_low, paper.pct_low);
  threshold("pct-high", pct_high, paper.pct_high);
  threshold("pdt-low", pdt_low, paper.pdt_low);
  threshold("pdt-high", pdt_high, paper.pdt_high);
  if (epsilon != paper.epsilon) append(words, "epsilon", words_of(epsilon));
  return words;
}

std::optional<RateControlSetting> RateControlSetting::parse(std::string_view words, std::string& error) {
  RateControlSetting setting;
  const auto [head, rest] = split(words, ',');
  const auto [controller, argument] = split(head, ':');
  if (controller.empty() || controller.find('=') != std::string_view::npos) {
    error = "a controller comes first, for example two-stream or two-stream,max=500kbit";
    return std::nullopt;
  }
  setting.controller = controller;
  setting.argument = argument;
  const bool done = each_word(rest, [&](std::string_view entry) {
    const auto [key, value] = split(entry, '=');
    std::string fault;
    if (key == "min" || key == "max") {
      const auto rate = parse_rate(value);
      if (rate) (key == "min" ? setting.lowest : setting.highest) = *rate;
      else fault = std::string(key) + " is a rate, for example " + std::string(key) + "=300kbit";
    } else if (key == "keep") {
      if (value == "motion" || value == "sharpness") setting.keep = value == "motion" ? KeepOrder::kMotion : KeepOrder::kSharpness;
      else fault = "keep is sharpness or motion";
    } else if (!take_trend_word(setting.trend, key, value, fault)) {
      fault = "known are min, max, keep, low, high, pct-low, pct-high, pdt-low, pdt-high, epsilon and preset";
    }
    if (!fault.empty()) error = "\"" + std::string(entry) + "\": " + fault;
    return fault.empty();
  });
  if (!done || !ordered(setting.trend, error)) return std::nullopt;
  if (setting.lowest > setting.highest) {
    error = "min lies above max";
    return std::nullopt;
  }
  return setting;
}

std::string RateControlSetting::to_string() const {
  const RateControlSetting usual;
  std::string words = controller;
  if (!argument.empty()) words += ":" + argument;
  if (lowest != usual.lowest) append(words, "min", words_of(lowest));
  if (highest != usual.highest) append(words, "max", words_of(highest));
  if (keep != usual.keep) append(words, "keep", std::string(jitterscope::to_string(keep)));
  if (const std::string thresholds = trend.to_string(); !thresholds.empty()) words += "," + thresholds;
  return words;
}

}  // namespace jitterscope
