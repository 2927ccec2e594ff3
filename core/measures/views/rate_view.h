#pragma once
// What there is to see of rate control in one direction (latecki04): the delays of the sound, their trend, and what the
// controller made of it. Times in seconds since the call began, rates in kbit/s with all headers, delays in ms.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stats/series.h"
#include "core/events/kinds/tcp_reported.h"
#include "core/events/rate_setting.h"
#include "core/measures/views/trend_stretch.h"

namespace jitterscope {

/// PCT and PDT of one scale.
struct TrendScaleView {
  int packets = 0;                  // K
  std::optional<TrendPhase> phase;  // now; absent: abstains
  std::optional<double> pct, pdt;   // now
  std::vector<SeriesPoint> pct_series, pdt_series;
};

/// Sent: this end's picture, steered by what the remote reports of this end's sound. Received: what this end reports
/// of the remote's sound; what the remote decides is not known here.
struct RateView {
  Direction direction{};
  std::optional<double> at_s;                 // the moment of which all is that has one; absent: the newest
  std::optional<RateControlSetting> setting;  // sent: in force, as SettingChanged "rate-control" says; absent: unknown
  std::optional<Transport> transport;         // of the picture
  TrendSetting trend;                         // thresholds by which this direction is judged, as far as known here
  // Of the sound.
  std::optional<double> delay_ms, rise_ms;     // median of the last 8; over the base
  std::optional<double> epsilon_ms, noise_ms;  // in force
  std::optional<double> verdict;
  std::optional<double> report_age_s;     // since the last report
  std::vector<SeriesPoint> delay_series;  // where the clocks agree; else the rise over the base
  bool delay_is_rise = false;
  // Blocks that a report tells as lost beyond all that were told before it, where there are some. Of a long call with
  // many of them the older ones stand together.
  std::vector<SeriesPoint> lost_series;
  std::vector<TrendStretch> stretches;  // in order, without overlap; gaps where there is no verdict
  std::array<TrendScaleView, kTrendScales> scales;
  // The last decision; empty and absent: there was none.
  std::string controller, stage, reason;
  std::optional<double> decided_at_s;
  std::optional<double> target_kbps, low_kbps, high_kbps;
  bool sending = true;
  std::vector<SeriesPoint> target_series, low_series,
      high_series;  // steps: a value holds until the next point; NaN: none from there on; the target is 0 in a break
  std::vector<SeriesPoint> sent_series, received_series;  // of the picture, each second
  std::vector<SeriesPoint> available_series;              // what our link model leaves to the picture: its rate less
                                              // sound and background; empty without a rate, NaN: none from there on
  std::int64_t omitted_target = 0, omitted_break = 0, omitted_obsolete = 0;  // pictures, whole call
  std::optional<TcpReported> tcp;  // last; absent: the picture does not go by TCP
  std::vector<SeriesPoint> tcp_round_trip_series;
};

}  // namespace jitterscope
