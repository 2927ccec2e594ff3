#include "tests/ui/fakes/fake_rate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/algorithms/rate/trend.h"
#include "core/measures/views/rate_view.h"

namespace jitterscope {
namespace {

constexpr double kPacket_s = 0.04, kBase_ms = 23, kFall_s = 45, kLosing_ms = 200;
constexpr std::size_t kJudgedEach = 8;  // packets

struct Decision {
  double before_end_s;
  const char* stage;
  double target, low, high;  // NaN: not known
  bool sending;
  const char* reason;
};

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr std::array kDecisions{
    Decision{1e9, "rate adaptation", 100, kMissing, kMissing, true, "The search begins with 100 kbit/s."},
    Decision{200, "steady", 212, 208, 221, true, "R_min and R_max are close: the rate settles at 212 kbit/s."},
    Decision{42.6, "break", 0, kMissing, 212, false,
             "Delays stand 310 ms above the base: R_max becomes 212 kbit/s; a break lets the queue drain."},
    Decision{39.4, "rate adaptation", 106, kMissing, 212, true, "The break is over: next 106 kbit/s."},
    Decision{33, "rate adaptation", 159, 106, 212, true, "106 kbit/s pass, R_min: next 159 kbit/s, half-way to R_max."},
    Decision{28.5, "break", 0, 106, 159, false,
             "Delays are in the increasing phase: R_max becomes 159 kbit/s; a break lets the queue drain."},
    Decision{27, "rate adaptation", 132, 106, 159, true,
             "The break is over: next 132 kbit/s, between R_min and R_max."},
    Decision{20, "steady", 137, 132, 140, true, "R_min and R_max are close: the rate settles at 137 kbit/s."},
    Decision{6, "probe", 144, 137, kMissing, true, "Steady for 14 s: a higher rate is tried, 144 kbit/s."},
    Decision{3.5, "steady", 137, 137, 144, true, "Delays rose by 12 ms: slightly less, 137 kbit/s."},
};

const Decision& decision_at(double before_end_s) {
  const Decision* found = &kDecisions.front();
  for (const auto& each : kDecisions)
    if (each.before_end_s >= before_end_s) found = &each;
  return *found;
}

void add_trend(RateView& view, const std::vector<double>& delays, double at_s) {
  std::array<std::optional<TrendFigures>, kTrendScales> figures;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const auto packets = static_cast<std::size_t>(kTrendPackets[i]);
    auto& scale = view.scales[i];
    if (delays.size() < packets) continue;
    figures[i] = trend_of(std::span(delays).last(packets), view.trend, *view.epsilon_ms);
    scale.phase = figures[i]->phase;
    scale.pct_series.push_back({at_s, *(scale.pct = figures[i]->pct)});
    scale.pdt_series.push_back({at_s, *(scale.pdt = figures[i]->pdt)});
  }
  view.verdict = trend_verdict(figures);
  if (!view.verdict) return;
  auto& stretches = view.stretches;
  const bool goes_on = !stretches.empty() && at_s - stretches.back().end_s < 1.5 * kJudgedEach * kPacket_s;
  if (goes_on && stretches.back().verdict == *view.verdict)
    stretches.back().end_s = at_s;
  else
    stretches.push_back({at_s - kJudgedEach * kPacket_s, at_s, *view.verdict});
}

void add_decisions(RateView& view, double elapsed_s) {
  for (const auto& each : kDecisions) {
    const double at = std::max(0.0, elapsed_s - each.before_end_s);
    view.target_series.push_back({at, each.target});
    view.low_series.push_back({at, each.low});
    view.high_series.push_back({at, each.high});
  }
  const auto& last = kDecisions.back();
  view.setting = RateControlSetting{};
  view.setting->controller = view.controller = "two-stream";
  view.stage = last.stage;
  view.reason = last.reason;
  view.decided_at_s = elapsed_s - last.before_end_s;
  view.target_kbps = last.target;
  view.low_kbps = last.low;
  view.high_kbps = last.high;
  for (auto* series : {&view.target_series, &view.low_series, &view.high_series})
    series->push_back({elapsed_s, series->back().value});
  view.omitted_target = 1034;
  view.omitted_break = 57;
}

}  // namespace

RateView make_rate_view(Direction direction, double elapsed_s) {
  RateView view;
  view.direction = direction;
  view.transport = Transport::kUdp;
  for (auto& scale : view.scales) scale.packets = kTrendPackets[static_cast<std::size_t>(&scale - view.scales.data())];
  view.epsilon_ms = 0.5;
  view.noise_ms = 0.21;
  view.report_age_s = 0.2;
  std::mt19937 random(4);
  std::normal_distribution<double> noise(0, 0.4);
  std::vector<double> delays;
  double queue_ms = 0, next_second = 1;
  bool in_break = false;
  for (double at = std::max(0.0, elapsed_s - 300); at < elapsed_s; at += kPacket_s) {
    const double available = elapsed_s - at < kFall_s ? 140 : 220;
    const double sent = decision_at(elapsed_s - at).target;
    if (sent == 0 && !in_break) delays.clear();  // the windows begin anew
    in_break = sent == 0;
    queue_ms = std::max(0.0, queue_ms + kPacket_s * 1000 * (sent - available) / available);
    delays.push_back(kBase_ms + queue_ms + std::abs(noise(random)));
    if (delays.size() > 128) delays.erase(delays.begin());
    view.delay_series.push_back({at, delays.back()});
    if (view.delay_series.size() % kJudgedEach == 0) add_trend(view, delays, at);
    if (at < next_second) continue;
    next_second += 1;
    if (queue_ms > kLosing_ms) view.lost_series.push_back({at, 2});
    auto& own = direction == Direction::kSent ? view.sent_series : view.received_series;
    own.push_back({at, sent * (0.97 + 0.02 * noise(random))});
    if (direction == Direction::kSent) view.received_series.push_back({at, std::min(available, own.back().value)});
    view.available_series.push_back({at, available});
  }
  if (!delays.empty()) {
    view.delay_ms = delays.back();
    view.rise_ms = delays.back() - kBase_ms;
  }
  if (direction == Direction::kSent) add_decisions(view, elapsed_s);
  return view;
}

std::shared_ptr<const RateView> share(RateView view) {
  return std::make_shared<const RateView>(std::move(view));
}

}  // namespace jitterscope
