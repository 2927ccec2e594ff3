#pragma once
// What the emulated link leaves to the picture of one direction, as its settings say.
#include <array>
#include <cstdint>
#include <optional>

#include "core/base/stats/step_series.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/link_setting.h"

namespace jitterscope {

/// The link's rate with the steps of its schedule, less background and sound, in kbit/s with all headers; where both
/// ends emulate a link, the narrower one's. Links without a rate, those that follow a trace and shared Ethernets say
/// nothing.
class AvailableRate {
 public:
  AvailableRate(Timestamp call_began, Direction direction) : began_(call_began), direction_(direction) {}
  /// "link" and "background" of both ends.
  void add(const SettingChanged&);
  /// A packet of the sound of this direction, with its headers.
  void add_sound(Timestamp at, std::int64_t bytes_on_link);
  /// All until `now` has been added.
  void advance(Timestamp now);

  /// Steps, as far as advanced: a value holds until the next point. NaN: none from there on.
  std::vector<SeriesPoint> points() const { return series_.points(reached_s_.value_or(0)); }

 private:
  /// One end's own.
  struct EmulatedLink {
    LinkSetting way;
    double schedule_began_s = 0;
    double background_kbps = 0;
    std::optional<double> rate_kbps(double at_s) const;
    std::optional<double> next_step_s(double after_s) const;
  };
  std::optional<double> value(double at_s) const;

  Timestamp began_;
  Direction direction_;
  std::array<EmulatedLink, 2> links_;  // local, remote
  std::optional<double> reached_s_;
  double sound_kbps_ = 0;         // of the last whole second
  std::int64_t sound_bytes_ = 0;  // of the open one
  StepSeries series_{3600};
};

}  // namespace jitterscope
