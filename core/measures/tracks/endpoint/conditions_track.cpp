#include "core/measures/tracks/endpoint/conditions_track.h"

#include "core/events/setting_change.h"
#include "core/events/settings/background.h"
#include "core/events/settings/link.h"

namespace jitterscope {

void ConditionsTrack::add(const SettingChanged& change) {
  const bool remote = change.end != End::kLocal;
  if (remote && concerns<setting::Link>(change))
    remote_link_ = change.value.view() == LinkSettings{}.to_string() ? std::string_view() : change.value.view();
  if (remote) return;
  if (concerns<setting::Background>(change)) background_ = change.value.view();
  if (!concerns<setting::Link>(change) || change.value.view() == link_) return;
  const bool was_off = link_ == LinkSettings{}.to_string();
  link_ = change.value.view();
  const auto set = as<setting::Link>(change);  // a value too long for its event tells no limit
  const LinkSettings* link = set ? &set->value : nullptr;
  up_limit_ = link ? link->up.limit_packets : std::nullopt;
  down_limit_ = link ? link->down.limit_packets : std::nullopt;
  // Another queue's counts are other ones.
  const bool anew = was_off || (link && link->off());
  const auto follow = [&](LinkTrack& track, bool& kernel, bool kernel_now) {
    if (anew || kernel != kernel_now) track.restart();
    kernel = kernel_now;
  };
  follow(up_, up_kernel_, link && link->up.kernel);
  follow(down_, down_kernel_, link && link->down.kernel);
}

void ConditionsTrack::add(const LoadReport& report) {
  load_ = report;
  load_average_.add((report.at - span_.began).seconds(), report.load_average);
}

ConditionsView ConditionsTrack::view() const {
  ConditionsView view;
  view.link = link_;
  view.remote_link = remote_link_;
  view.background = background_;
  view.up = up_.view(up_limit_);
  view.down = down_.view(down_limit_);
  if (load_) {
    view.counters = load_->counters;
    view.video_applications = load_->video_applications;
    view.load_average = load_->load_average;
    view.background_kbytes_per_second = load_->background_kbytes_per_second;
  }
  view.load_average_series = load_average_.points();
  view.clock = clock_.view();
  return view;
}

}  // namespace jitterscope
