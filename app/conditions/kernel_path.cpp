#include "app/conditions/kernel_path.h"

#include <algorithm>

#include "core/base/realtime/clock.h"
#include "core/base/units/data.h"

namespace jitterscope {
namespace {

constexpr Duration kLook = Duration::ms(5);
constexpr Duration kReport = Duration::ms(100);
constexpr std::size_t kMostReports = 2 * 600;  // a minute of both directions

std::optional<QdiscMonitor> open_monitor(const NetworkNamespace& space, std::string& error) {
  std::optional<QdiscMonitor> monitor;
  space.inside([&] { monitor = QdiscMonitor::open(kVethInterface, error); });
  return monitor;
}

/// Whether an interface queue can do what this direction wants of it; `error` says what it cannot.
bool queue_can(const LinkSetting& setting, std::string& error) {
  if (!setting.kernel) return true;
  std::string what;
  if (setting.ethernet_stations) what = "ethernet=";
  if (!setting.trace_file.empty()) what = "trace=";
  if (setting.audio_first) what = "audio-first";
  if (std::ranges::any_of(setting.schedule, [](const LinkStep& step) { return step.rate.has_value(); }))
    what = "at=…:rate=";
  if (setting.limit_packets && setting.limit_bytes) what = "two limits";
  if (setting.rate && setting.rate->bits_per_second() < 8) what = "a rate below 8 bit/s";
  if (what.empty()) return true;
  error = "An interface queue cannot do " + what + ": leave that out, or path=kernel, so that the relay does it.";
  return false;
}

/// Rate and limit stay with the relay unless they are asked of the kernel.
InterfaceQueue queue_of(const LinkSetting& setting) {
  return setting.kernel ? InterfaceQueue{setting.rate, setting.limit_packets, setting.limit_bytes} : InterfaceQueue{};
}

}  // namespace

QdiscCounts QueueReporter::totals_with(const QdiscCounts& counts) {
  if (counts.sent_packets < last_.sent_packets || counts.dropped < last_.dropped) {
    before_.sent_packets += last_.sent_packets;
    before_.sent_bytes += last_.sent_bytes;
    before_.dropped += last_.dropped + last_.waiting_packets;
  }
  last_ = counts;
  QdiscCounts totals = counts;
  totals.sent_packets += before_.sent_packets;
  totals.sent_bytes += before_.sent_bytes;
  totals.dropped += before_.dropped;
  return totals;
}

std::optional<LinkReport> QueueReporter::take(const QdiscCounts& counts, Timestamp now) {
  const QdiscCounts totals = totals_with(counts);
  longest_ = std::max(longest_, counts.waiting_packets);
  if (!reported_) {
    reported_ = now;
    reported_bytes_ = totals.sent_bytes;
  }
  if (now - *reported_ < kReport) return std::nullopt;
  LinkReport report;
  report.way = way_;
  report.kernel = true;
  report.queue_packets = counts.waiting_packets;
  report.queue_packets_max = longest_;
  report.queue_bytes = counts.waiting_bytes;
  report.delivered = totals.sent_packets;
  report.dropped_queue = totals.dropped;
  report.offered = totals.sent_packets + totals.dropped + counts.waiting_packets;
  report.delivered_kbps =
      (DataSize::bytes(totals.sent_bytes - reported_bytes_) / (now - *reported_)).kbits_per_second();
  report.at = now;
  reported_ = now;
  reported_bytes_ = totals.sent_bytes;
  longest_ = counts.waiting_packets;
  return report;
}

QueueWatch::QueueWatch(QdiscMonitor up, QdiscMonitor down)
    : up_{std::move(up), QueueReporter(LinkWay::kUp)},
      down_{std::move(down), QueueReporter(LinkWay::kDown)},
      thread_([this](std::stop_token stop) { run(std::move(stop)); }) {}

std::vector<LinkReport> QueueWatch::take_reports() {
  const std::lock_guard lock(mutex_);
  std::vector<LinkReport> reports(reports_.begin(), reports_.end());
  reports_.clear();
  return reports;
}

void QueueWatch::look(Direction& direction, Timestamp now) {
  const auto counts = direction.monitor.read();
  const auto report = counts ? direction.reporter.take(*counts, now) : std::nullopt;
  if (!report) return;
  reports_.push_back(*report);
  if (reports_.size() > kMostReports) reports_.pop_front();
}

void QueueWatch::run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    const Timestamp now = monotonic_now();
    {
      const std::lock_guard lock(mutex_);
      look(up_, now);
      look(down_, now);
    }
    sleep_until(now + kLook);
  }
}

std::unique_ptr<KernelPath> KernelPath::create(const LinkSettings& settings, std::string& error) {
  if (!queue_can(settings.up, error) || !queue_can(settings.down, error)) return nullptr;
  auto near = NetworkNamespace::create(error);
  auto far = near ? NetworkNamespace::create(error) : std::nullopt;
  if (!far) {
    error = "path=kernel cannot be had. " + error + " Without path=kernel the relay does rate and limit itself.";
    return nullptr;
  }
  std::unique_ptr<KernelPath> path(new KernelPath(std::move(*near), std::move(*far)));
  if (!make_veth_link(path->near_, path->far_, error) || !path->set_queue(LinkSide::kNear, settings.up, error) ||
      !path->set_queue(LinkSide::kFar, settings.down, error))
    return nullptr;
  auto up = open_monitor(path->near_, error);
  auto down = open_monitor(path->far_, error);
  if (!up || !down) return nullptr;
  path->settings_ = settings;
  path->watch_ = std::make_unique<QueueWatch>(std::move(*up), std::move(*down));
  return path;
}

bool KernelPath::set_queue(LinkSide side, const LinkSetting& setting, std::string& error) {
  return run_tool(space(side), "tc", queue_script(queue_of(setting)), -1, error);
}

bool KernelPath::set(const LinkSettings& settings, std::string& error) {
  if (!queue_can(settings.up, error) || !queue_can(settings.down, error)) return false;
  if (!set_queue(LinkSide::kNear, settings.up, error)) return false;
  if (!set_queue(LinkSide::kFar, settings.down, error)) {
    std::string ignored;
    set_queue(LinkSide::kNear, settings_.up, ignored);
    return false;
  }
  settings_ = settings;
  return true;
}

}  // namespace jitterscope
