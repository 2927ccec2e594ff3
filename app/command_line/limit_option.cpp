#include "app/command_line/limit_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/base/units/plain_digits.h"

namespace jitterscope {
namespace {

struct NamedLimit {
  std::string_view words;
  Medium medium;
  QualityAxis axis;
  double most;
  bool in_frames = false;  // the limit of loss is one in frames a second
};

constexpr double kMost_ms = 3'600'000, kMostFrames = 1000, kSomeLoss = 0.1;
constexpr NamedLimit kLimits[] = {
    {"audio.latency-ms", Medium::kAudio, QualityAxis::kLatency, kMost_ms},
    {"audio.jitter-ms", Medium::kAudio, QualityAxis::kJitter, kMost_ms},
    {"audio.loss-ratio", Medium::kAudio, QualityAxis::kLoss, 1},
    {"video.latency-ms", Medium::kVideo, QualityAxis::kLatency, kMost_ms},
    {"video.jitter-ms", Medium::kVideo, QualityAxis::kJitter, kMost_ms},
    {"video.loss-ratio", Medium::kVideo, QualityAxis::kLoss, 1},
    {"video.frames-per-second", Medium::kVideo, QualityAxis::kLoss, kMostFrames, true},
};

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

void set(const NamedLimit& named, double value, QualityLimits& limits) {
  if (named.in_frames) {
    limits = with_frames_per_second(limits, value);
    return;
  }
  on_axis(limits, named.axis) = value;
  if (named.axis == QualityAxis::kLoss) limits.frames_per_second.reset();
}

/// The limit of that name; absent: the other of the two limits of loss is set.
std::optional<double> value_of(const NamedLimit& named, const QualityLimits& limits) {
  if (named.in_frames) return limits.frames_per_second;
  const bool by_frames = named.axis == QualityAxis::kLoss && limits.frames_per_second;
  return by_frames ? std::nullopt : std::optional(on_axis(limits, named.axis));
}

}  // namespace

bool set_limit(const std::string& words, MediaLimits& limits, std::string& error) {
  const auto equals = words.find('=');
  const auto named = std::ranges::find(kLimits, words.substr(0, equals), &NamedLimit::words);
  if (named == std::end(kLimits)) {
    std::vector<std::string_view> names;
    for (const NamedLimit& each : kLimits) names.push_back(each.words);
    error = fmt::format("there is no such limit: the limits are {}", fmt::join(names, ", "));
    return false;
  }
  const auto value = equals == std::string::npos ? std::nullopt : number_of(std::string_view(words).substr(equals + 1));
  if (!value || !(*value > 0) || *value > named->most) {
    const double usual = value_of(*named, MediaLimits().of(named->medium)).value_or(kSomeLoss);
    error = fmt::format("{} takes a number above 0 and at most {}, as {}={}", named->words, plain_digits(named->most),
                        named->words, plain_digits(usual));
    return false;
  }
  set(*named, *value, limits.of(named->medium));
  return true;
}

void add_limit_option(OptionList command, MediaLimits& limits) {
  command
      .words(
          "--limit",
          [&limits](const std::vector<std::string>& each) {
            std::string error;
            for (const std::string& words : each) set_limit(words, limits, error);
          },
          "What is acceptable, MEDIUM.NAME=VALUE, as video.frames-per-second=5, video.loss-ratio=0.1 or "
          "audio.latency-ms=150; repeatable")
      .repeatable()
      .checked([](const std::string& words) {
        MediaLimits any;
        std::string error;
        set_limit(words, any, error);
        return error;
      });
}

std::string limit_option_words(const MediaLimits& limits) {
  std::string words;
  const MediaLimits usual;
  for (const NamedLimit& each : kLimits) {
    const auto value = value_of(each, limits.of(each.medium));
    if (value && value != value_of(each, usual.of(each.medium)))
      words += fmt::format(" --limit {}={}", each.words, *value);
  }
  return words;
}

}  // namespace jitterscope
