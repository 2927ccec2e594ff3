#include "app/command_line/limit_option.h"

#include <fmt/format.h>

#include <charconv>
#include <iterator>

#include "core/base/units/plain_digits.h"

namespace jitterscope {
namespace {

enum class LimitName { kLatency, kJitter, kLoss, kFrames };

struct NamedLimit {
  std::string_view words;
  Medium medium;
  LimitName name;
  double most;
};

constexpr double kMostLatency_ms = 3'600'000, kMostFrames = 1000, kSomeLoss = 0.1;
constexpr NamedLimit kLimits[] = {
    {"audio.latency-ms", Medium::kAudio, LimitName::kLatency, kMostLatency_ms},
    {"audio.jitter-ms", Medium::kAudio, LimitName::kJitter, kMostLatency_ms},
    {"audio.loss-ratio", Medium::kAudio, LimitName::kLoss, 1},
    {"video.latency-ms", Medium::kVideo, LimitName::kLatency, kMostLatency_ms},
    {"video.jitter-ms", Medium::kVideo, LimitName::kJitter, kMostLatency_ms},
    {"video.loss-ratio", Medium::kVideo, LimitName::kLoss, 1},
    {"video.frames-per-second", Medium::kVideo, LimitName::kFrames, kMostFrames},
};

const NamedLimit* find_limit(std::string_view words) {
  for (const NamedLimit& each : kLimits)
    if (each.words == words) return &each;
  return nullptr;
}

std::string known_limits() {
  std::string words;
  for (const NamedLimit& each : kLimits)
    words += fmt::format("{}{}",
                         &each == std::begin(kLimits)     ? ""
                         : &each + 1 == std::end(kLimits) ? " and "
                                                          : ", ",
                         each.words);
  return words;
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

void set(const NamedLimit& named, double value, QualityLimits& limits) {
  switch (named.name) {
    case LimitName::kLatency: limits.latency_ms = value; break;
    case LimitName::kJitter: limits.jitter_ms = value; break;
    case LimitName::kLoss: limits.loss_ratio = value, limits.frames_per_second.reset(); break;
    case LimitName::kFrames: limits = with_frames_per_second(limits, value); break;
  }
}

/// Absent: the loss is held to the other of its two limits.
std::optional<double> value_of(const NamedLimit& named, const QualityLimits& limits) {
  switch (named.name) {
    case LimitName::kLatency: return limits.latency_ms;
    case LimitName::kJitter: return limits.jitter_ms;
    case LimitName::kLoss: return limits.frames_per_second ? std::nullopt : std::optional(limits.loss_ratio);
    case LimitName::kFrames: return limits.frames_per_second;
  }
  return std::nullopt;
}

}  // namespace

bool set_limit(const std::string& words, MediaLimits& limits, std::string& error) {
  const auto equals = words.find('=');
  const NamedLimit* named = find_limit(words.substr(0, equals));
  if (!named) {
    error = fmt::format("there is no such limit: the limits are {}", known_limits());
    return false;
  }
  const auto value = equals == std::string::npos ? std::nullopt : number_of(std::string_view(words).substr(equals + 1));
  if (!value || !(*value > 0) || *value > named->most) {
    error =
        fmt::format("{} takes a number above 0 and at most {}, as {}={}", named->words, plain_digits(named->most),
                    named->words, plain_digits(value_of(*named, MediaLimits().of(named->medium)).value_or(kSomeLoss)));
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
  for (const NamedLimit& each : kLimits)
    if (const auto value = value_of(each, limits.of(each.medium));
        value && value != value_of(each, usual.of(each.medium)))
      words += fmt::format(" --limit {}={}", each.words, *value);
  return words;
}

}  // namespace jitterscope
