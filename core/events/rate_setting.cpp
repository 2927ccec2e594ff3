#include "core/events/rate_setting.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/units/number_words.h"
#include "core/events/quantity_words.h"

namespace jitterscope {
namespace {

constexpr double kNotNamed = -1;  // of a threshold that was not named

bool store_threshold(double& field, std::string_view words) {
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
  double threshold = kNotNamed;
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
    if (!store_threshold(threshold, value))
      fault = std::string(key) + " is a decimal number from 0 to 1, for example " + std::string(key) + "=0.3";
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

/// `given`: min, max.
bool limits_ordered(const RateControlSetting& setting, const std::array<bool, 2>& given, std::string& error) {
  if (setting.lowest <= setting.highest) return true;
  const std::string lowest = words_of(setting.lowest), highest = words_of(setting.highest);
  error = "min=" + lowest + " lies above max=" + highest;
  if (!given[0]) error += ": min is " + lowest + " unless it is named";
  if (!given[1]) error += ": max is " + highest + " unless it is named";
  return false;
}

/// Words joined by commas, each key once. `take` returns what is wrong with a word, empty: nothing.
template <typename Take>
bool each_word(std::string_view words, std::string& error, Take&& take) {
  std::vector<std::string_view> taken;
  for (;;) {
    const auto comma = words.find(',');
    const std::string_view entry = words.substr(0, comma);
    const auto [key, value] = split_at(entry, '=');
    std::string fault = take(key, value);
    if (fault.empty() && std::ranges::find(taken, key) != taken.end()) fault = std::string(key) + " stands there twice";
    if (!fault.empty()) error = "\"" + std::string(entry) + "\": " + fault;
    if (!fault.empty() || comma == std::string_view::npos) return fault.empty();
    taken.push_back(key);
    words.remove_prefix(comma + 1);
  }
}

void append(std::string& words, std::string_view key, const std::string& value) {
  if (!words.empty()) words += ',';
  words.append(key).append("=").append(value);
}

}  // namespace

TrendSetting TrendSetting::pathload() {
  return {0.08, 0.32, 0.45, 0.55, Duration{}};
}

std::optional<TrendSetting> TrendSetting::parse(std::string_view words, std::string& error) {
  TrendSetting trend;
  if (words.empty()) return trend;
  const bool done = each_word(words, error, [&](std::string_view key, std::string_view value) {
    std::string fault;
    if (!take_trend_word(trend, key, value, fault))
      fault = "known are low, high, pct-low, pct-high, pdt-low, pdt-high, epsilon and preset";
    return fault;
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
  const auto [head, rest] = split_at(words, ',');
  const auto [controller, argument] = split_at(head, ':');
  if (controller.empty() || controller.find('=') != std::string_view::npos) {
    error = "a controller comes first, for example two-stream or two-stream,max=500kbit";
    return std::nullopt;
  }
  setting.controller = controller;
  setting.argument = argument;
  std::array<bool, 2> given{};  // min, max
  const auto take = [&](std::string_view key, std::string_view value) {
    std::string fault;
    if (key == "min" || key == "max") {
      const auto rate = parse_rate(value);
      if (rate)
        (key == "min" ? setting.lowest : setting.highest) = *rate;
      else
        fault = std::string(key) + " is a rate of 100bit to 100gbit, for example " + std::string(key) + "=300kbit";
      given[key == "max"] = true;
    } else if (key == "keep") {
      const auto order = value_of_word<KeepOrder>(value);
      setting.keep = order.value_or(setting.keep);
      if (!order) fault = "keep is sharpness or motion";
    } else if (!take_trend_word(setting.trend, key, value, fault)) {
      fault = "known are min, max, keep, low, high, pct-low, pct-high, pdt-low, pdt-high, epsilon and preset";
    }
    return fault;
  };
  const bool alone = head.size() == words.size();
  if (!alone && !each_word(rest, error, take)) return std::nullopt;
  if (!ordered(setting.trend, error) || !limits_ordered(setting, given, error)) return std::nullopt;
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
