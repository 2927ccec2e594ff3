#include "core/measures/tracks/endpoint/conditions_track.h"

#include "core/events/setting_change.h"
#include "core/events/settings/background.h"
#include "core/events/settings/link.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostDoubts = 50;

}  // namespace

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
  load_average_.add(at_s(report.at), report.load_average);
}

void ConditionsTrack::add(const ClockSynced& clock) {
  synced_ = clock;
  if (clock.jumped_ms && clock.doubted_since && doubts_.size() < kMostDoubts)
    doubts_.push_back({at_s(*clock.doubted_since), at_s(clock.at), *clock.jumped_ms});
  if (!clock.synchronised) return;
  offset_.add(at_s(clock.at), clock.offset_ms);
  bound_.add(at_s(clock.at), clock.bound_ms);
}

std::optional<ClockView> ConditionsTrack::clock() const {
  if (!synced_) return std::nullopt;
  ClockView view;
  view.synchronised = synced_->synchronised;
  view.source = synced_->source.view();
  view.offset_ms = synced_->offset_ms;
  view.skew_ppm = synced_->skew_ppm;
  view.bound_ms = synced_->bound_ms;
  view.round_trip_ms = synced_->round_trip_ms;
  view.offset_series = offset_.points();
  view.bound_series = bound_.points();
  view.doubts = doubts_;
  view.steps = steps_;
  return view;
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
  view.clock = clock();
  return view;
}

}  // namespace jitterscope
