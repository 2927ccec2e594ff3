#include "app/conditions/conditions.h"

#include "core/base/realtime/clock.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

constexpr Duration kLoadPeriod = Duration::seconds(1);
constexpr const char* kNoKernelPath =
    "path=kernel works in the demo alone, which makes both ends of the line: jitterscope demo --link path=kernel,… as "
    "root.";

}  // namespace

void Conditions::stop_relay() {
  std::string ignored;
  send_background({}, ignored);
  if (kernel_ && (link_.up.kernel || link_.down.kernel)) kernel_->set({}, ignored);
  relay_.stop();
  link_ = {};
}

/// Rate and limit of a path=kernel are the interface queue's; the model leaves them out by itself.
bool Conditions::set_link(const LinkSettings& link, std::string& error) {
  const bool kernel_now = link.up.kernel || link.down.kernel;
  if (kernel_now && !kernel_) {
    error = kNoKernelPath;
    return false;
  }
  const bool kernel_touched = kernel_ && (kernel_now || link_.up.kernel || link_.down.kernel);
  if (kernel_touched && !kernel_->set(link, error)) return false;
  if (!relay_.set_link(link, error)) {
    std::string ignored;
    if (kernel_touched) kernel_->set(link_, ignored);
    return false;
  }
  link_ = link;
  return !kernel_touched || send_background(background_, error);
}

/// A relay that does not answer here is found out by the next command, which says so.
void Conditions::set_seed(std::uint32_t seed) {
  seed_ = seed;
  std::string told_later;
  if (relay_.running()) relay_.set_seed(seed, told_later);
  if (sender_) sender_->reseed(seed);
}

bool Conditions::set_background(const BackgroundSetting& background, std::string& error) {
  if (!send_background(background, error)) return false;
  background_ = background;
  return true;
}

void Conditions::end_link() {
  std::string ignored;  // a relay that does not answer is gone, or ends soon
  if (relay_.running()) relay_.end_link(ignored);
}

/// Through the queue that the link has: the kernel's by real datagrams, else the model's. The model knows one load for
/// both directions, so one kernel direction makes it real in both.
bool Conditions::send_background(const BackgroundSetting& background, std::string& error) {
  const bool real = link_.up.kernel || link_.down.kernel;
  if (real && !sender_ && background.kilobytes_per_second > 0) {
    sender_ = BackgroundSender::create(*kernel_, seed_, error);
    if (!sender_) return false;
  }
  for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown})
    if (sender_) sender_->set(way, real ? background : BackgroundSetting{});
  return !relay_.running() || relay_.set_background(real ? BackgroundSetting{} : background, error);
}

std::vector<Event> Conditions::take_events() {
  std::vector<Event> events;
  take_link_reports(events);
  const Timestamp now = monotonic_now();
  const auto complain = [&](const std::vector<std::string>& sentences) {
    for (const std::string& each : sentences) events.emplace_back(Notice{1, ShortText<160>(each), now});
  };
  complain(cpu_.take_complaints());
  complain(video_.take_complaints());
  if (now - loads_reported_ >= kLoadPeriod) events.emplace_back(load_report(now));
  return events;
}

/// Of a direction through the kernel's queue the queue itself reports; what the relay does there beside it is added.
void Conditions::take_link_reports(std::vector<Event>& events) {
  for (Event& event : relay_.take_events()) {
    const auto* report = get_if<LinkReport>(&event);
    if (report) {
      relayed_[static_cast<std::size_t>(report->way)] = *report;
      background_packets_[static_cast<std::size_t>(report->way)] = report->background_offered;
    }
    if (!report || !by_kernel(report->way)) events.push_back(event);
  }
  if (!kernel_) return;
  for (LinkReport& report : kernel_->take_reports()) {
    if (!by_kernel(report.way)) continue;
    const LinkReport& relayed = relayed_[static_cast<std::size_t>(report.way)];
    if (sender_)
      sender_->add_to(report);
    else
      report.media_dropped = report.dropped_queue;
    report.dropped_random = relayed.dropped_random;
    report.dropped_overload = relayed.dropped_overload;
    report.media_dropped += relayed.media_dropped;
    report.duplicated = relayed.duplicated;
    report.own_delay_us = relayed.own_delay_us;
    report.overloaded = relayed.overloaded;
    background_packets_[static_cast<std::size_t>(report.way)] = report.background_offered;
    events.emplace_back(report);
  }
}

LoadReport Conditions::load_report(Timestamp now) {
  LoadReport report;
  report.counters = cpu_.running();
  report.video_applications = video_.running();
  double load = 0;
  if (getloadavg(&load, 1) == 1) report.load_average = load;
  const std::int64_t packets = background_packets_[0] - background_reported_;
  if (loads_reported_ != Timestamp() && packets > 0)
    report.background_kbytes_per_second =
        static_cast<double>(packets * background_.packet_bytes) / 1e3 / (now - loads_reported_).seconds();
  background_reported_ = background_packets_[0];
  loads_reported_ = report.at = now;
  return report;
}

}  // namespace jitterscope
