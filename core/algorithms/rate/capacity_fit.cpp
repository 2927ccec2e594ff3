#include "core/algorithms/rate/capacity_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/algorithms/rate/median.h"
#include "core/algorithms/rate/stream_monitor.h"
#include "core/algorithms/rate/two_stream_choices.h"

namespace jitterscope {
namespace {

using namespace two_stream;

constexpr Duration kFitWindow = Duration::seconds(6);
constexpr Duration kBefore = Duration::seconds(1);  // the first report: what may have waited then
constexpr int kHalvings = 14;                       // of the range of rates, on a logarithmic scale
constexpr double kLeastKbps = 10, kMostKbps = 20'000;

}  // namespace

void CapacityFit::sent(Timestamp at, std::int32_t bytes, std::optional<std::int64_t> sound) {
  auto place = sent_.end();
  while (place != sent_.begin() && std::prev(place)->at > at) --place;
  sent_.insert(place, {at, bytes, sound});
  while (sent_.front().at + kFitWindow < sent_.back().at) sent_.pop_front();
}

void CapacityFit::reported(std::int64_t end_sequence, double rise_ms, Timestamp at) {
  reports_.push_back({end_sequence, rise_ms, at});
  while (reports_.front().at + kFitted < at) reports_.pop_front();
}

bool CapacityFit::ready() const {
  return reports_.size() >= kFewestFitted;
}

double CapacityFit::reported_ms() const {
  double sum = 0;
  for (const Report& report : reports_) sum += report.ms;
  return sum / static_cast<double>(reports_.size());
}

/// By a queue that such a path would have had.
CapacityFit::Expected CapacityFit::expected(double kbps) const {
  const double bytes_a_ms = kbps / 8;
  const std::int64_t first = reports_.front().end - kSoundsOfReport + 1;
  auto packet = std::ranges::find_if(sent_, [&](const Sent& sent) { return sent.sound && *sent.sound >= first; });
  if (packet == sent_.end()) return {.misfit_ms = std::numeric_limits<double>::infinity()};  // of another stream
  const Timestamp begin = packet->at - kBefore;
  while (packet != sent_.begin() && std::prev(packet)->at >= begin) --packet;
  Expected expected;
  double backlog = 0;
  Timestamp last = packet->at;
  std::deque<double> waits_ms;
  auto report = reports_.begin();
  for (; packet != sent_.end() && report != reports_.end(); ++packet) {
    backlog = std::max(0.0, backlog - (packet->at - last).ms() * bytes_a_ms);
    last = packet->at;
    if (packet->sound) {
      waits_ms.push_back(backlog / bytes_a_ms);
      if (waits_ms.size() > kSoundsOfReport) waits_ms.pop_front();
      for (; report != reports_.end() && report->end <= *packet->sound; ++report) {
        const double median = expected.last_ms = median_of({waits_ms.begin(), waits_ms.end()});
        expected.mean_ms += median / static_cast<double>(reports_.size());
        expected.misfit_ms += std::abs(median - report->ms) / static_cast<double>(reports_.size());
      }
    }
    backlog += packet->bytes;
  }
  return expected;
}

double CapacityFit::unexplained_ms(double kbps) const {
  return reports_.empty() ? 0 : reports_.back().ms - expected(kbps).last_ms;
}

std::optional<double> CapacityFit::kbps_for(double mean_ms) const {
  if (mean_ms < 0) return std::nullopt;
  double low = std::log(kLeastKbps), high = std::log(kMostKbps);
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (expected(std::exp(middle)).mean_ms > mean_ms ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

std::optional<Carried> CapacityFit::carried(std::int32_t largest_bytes) const {
  if (!ready() || sent_.empty()) return std::nullopt;
  const double ms = reported_ms();
  const auto kbps = kbps_for(ms);
  if (!kbps || largest_bytes * 8 / *kbps < kSlowPacketMs) return std::nullopt;
  const double misfit_ms = expected(*kbps).misfit_ms;
  if (misfit_ms > std::max(kFitNoiseMs, kMisfit * ms)) return std::nullopt;
  const double noise_ms = std::clamp(kMisfitFactor * misfit_ms, kLeastFitNoiseMs, kFitNoiseMs);
  Carried carried{.kbps = *kbps,
                  .least_kbps = kbps_for(ms + noise_ms).value_or(*kbps),
                  .packet_ms = largest_bytes * 8 / *kbps,
                  .misfit_ms = misfit_ms};
  carried.bounded = ms >= noise_ms;
  const auto most = kbps_for(ms - kFitNoiseMs), least = kbps_for(ms + kFitNoiseMs);
  carried.sharp = most && least && *most < *least * kSharp;
  return carried;
}

}  // namespace jitterscope
