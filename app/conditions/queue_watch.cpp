#include "app/conditions/queue_watch.h"

#include <algorithm>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/base/units/data.h"

namespace jitterscope {
namespace {

constexpr Duration kLook = Duration::ms(5);
constexpr Duration kReport = Duration::ms(100);
constexpr std::size_t kMostReports = 2 * 600;  // a minute of both directions

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

}  // namespace jitterscope
