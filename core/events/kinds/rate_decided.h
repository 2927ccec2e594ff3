#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"

namespace jitterscope {

/// A controller of the sent picture's rate decided something (analysis thread). A target holds until the next one.
struct RateDecided {
  ShortText<24> controller;                   // as RateControlSetting::controller
  ShortText<24> stage;                        // "rate adaptation", "break", "steady", "probe", "audio only" ...
  ShortText<112> reason;                      // one sentence, in words of the paper
  double target_kbps = 0;                     // of the picture, with all headers
  std::optional<double> low_kbps, high_kbps;  // R_min, R_max: what is believed of the bandwidth left for the picture
  bool sending = true;                        // false: no picture at all is sent: a break, or sound alone
  std::optional<std::int64_t> judge_from;     // sequence of the sound from which on delays tell of this decision
  Timestamp at;                               // local

  constexpr Belonging belonging() const { return Belonging::sent(Medium::kVideo); }
};

template <>
struct trace::Table<RateDecided> {
  static constexpr std::string_view name = "rate_decided";
  static constexpr std::string_view meaning = "a controller decided the rate of the sent picture";
  static constexpr auto local = &RateDecided::at;
  template <typename E = RateDecided>
  static auto columns() {
    return trace::columns(
        column("controller", &E::controller), column("stage", &E::stage), column("reason", &E::reason),
        column("target_kbps", &E::target_kbps, "with all headers").within(kRateKbps),
        column("low_kbps", &E::low_kbps, "R_min").within(kRateKbps),
        column("high_kbps", &E::high_kbps, "R_max").within(kRateKbps),
        column("sending", &E::sending, "0: a break, or sound alone"),
        column("judge_from", &E::judge_from, "sequence of the sound from which on delays tell of this decision"));
  }
};

}  // namespace jitterscope
