#pragma once
// How the rate of the sent picture is controlled, and over what it travels (latecki04 §3). parse() reads the words of
// --rate-control and --transport, to_string() gives them back.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/units/data.h"
#include "core/base/units/enum_words.h"
#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope {

/// Of the picture; sound always goes by UDP.
enum class Transport : std::uint8_t { kUdp, kTcp };
template <>
inline constexpr std::array<std::string_view, 2> kWordsOf<Transport>{"udp", "tcp"};

/// What is given up first when the rate falls.
enum class KeepOrder : std::uint8_t { kSharpness, kMotion };  // frame rate first; quality and size first
template <>
inline constexpr std::array<std::string_view, 2> kWordsOf<KeepOrder>{"sharpness", "motion"};

/// Thresholds of the tests for a trend in one-way delays (latecki04 §3.1: L and U of both are 0.25 and 0.5; ε is not
/// printed).
struct TrendSetting {
  double pct_low = 0.25, pct_high = 0.5, pdt_low = 0.25, pdt_high = 0.5;  // L and U, 0 … 1
  Duration epsilon = Duration::us(500);                                   // 0 … 1 s
  bool operator==(const TrendSetting&) const = default;
  /// Pathload's own (Jain and Dovrolis 2002: PCT 0.54 and 0.66 of a count that lies about 0.5 without a trend, here
  /// 2p − 1; PDT 0.45 and 0.55; no ε).
  static TrendSetting pathload();
  /// "low=0.3,high=0.6,epsilon=1ms", "pct-low=…", "pct-high=…", "pdt-low=…", "pdt-high=…", "preset=pathload"; words not
  /// named keep their defaults; "" = the paper's. On failure `error` says what is wrong with which word.
  static std::optional<TrendSetting> parse(std::string_view words, std::string& error);
  std::string to_string() const;  // only what differs from the paper's; "" when nothing does
};

/// Which controller, its limits, and how its target becomes pictures.
struct RateControlSetting {
  std::string controller =
      "off";  // "off", or one of rate_controllers() (core/algorithms/rate): "two-stream", "fixed", "replay" …
  std::string argument;  // after a colon: "fixed:500kbit", "replay:FILE"; without commas
  // Of the picture, counted on the link, that is with all headers.
  DataRate lowest = DataRate::kbits_per_second(20), highest = DataRate::kbits_per_second(8000);
  KeepOrder keep = KeepOrder::kSharpness;
  TrendSetting trend;  // by which the remote is to judge the sound that this end sends
  bool on() const { return controller != "off"; }
  bool operator==(const RateControlSetting&) const = default;
  /// "two-stream,min=30kbit,max=4mbit,keep=motion,low=0.3,epsilon=1ms": a controller, then any of these words. Whether
  /// the controller exists is not looked at. On failure `error` says what is wrong with which word.
  static std::optional<RateControlSetting> parse(std::string_view words, std::string& error);
  std::string to_string() const;  // only what differs from the defaults
};

}  // namespace jitterscope
