#include "core/algorithms/quality/g107_metric.h"

#include <algorithm>
#include <cmath>

// Names are G.107's. Defaults of its table 2: SLR 8, RLR 2, STMR 15, Ds 3, TELR 65, WEPL 110, Ps = Pr 35, Nc −70, Nfor
// −64.
namespace jitterscope::g107 {
namespace {

constexpr double kRo = 94.7688;         // G.107 §7.2 with the defaults
constexpr double kIs = 1.4136;          // §7.3
constexpr double kNoiseSum = -61.1792;  // No, dBm0p
constexpr double kRlr = 2, kTelr = 65, kWepl = 110;
constexpr double kMostDelay = 60'000;  // ms, of what is searched

/// Idte, §7.4: T in ms.
double talker_echo(double t) {
  if (t < 1) return 0;
  const double terv = kTelr - 40 * std::log10((1 + t / 10) / (1 + t / 150)) + 6 * std::exp(-0.3 * t * t);
  const double half = (-1.5 * (kNoiseSum - kRlr) - (80 + 2.5 * (terv - 14))) / 2;
  return (half + std::sqrt(half * half + 100) - 1) * (1 - std::exp(-t));
}

/// Idle, §7.4: Tr = round trip, ms.
double listener_echo(double tr) {
  const double half = (kRo - 10.5 * (kWepl + 7) * std::pow(tr + 1, -0.25)) / 2;
  return half + std::sqrt(half * half + 169);
}

/// Idd, §7.4: Ta = absolute delay, ms.
double absolute_delay(double ta) {
  if (ta <= 100) return 0;
  const double x = std::log2(ta / 100);
  return 25 * (std::pow(1 + std::pow(x, 6), 1.0 / 6) - 3 * std::pow(1 + std::pow(x / 3, 6), 1.0 / 6) + 2);
}

/// The largest x in 0 … most with f(x) ≥ limit, f falling; absent: f(0) < limit.
template <typename Falling>
std::optional<double> largest(double most, double limit, Falling f) {
  if (f(0.0) < limit) return std::nullopt;
  double low = 0, high = most;
  for (int step = 0; step < 50; ++step) {
    const double middle = (low + high) / 2;
    (f(middle) >= limit ? low : high) = middle;
  }
  return low;
}

}  // namespace

double delay_impairment(double delay_ms) {
  const double ta = std::clamp(delay_ms, 0.0, 1e9);
  return talker_echo(ta) + listener_echo(2 * ta) + absolute_delay(ta);
}

double loss_impairment(double loss_ratio, bool concealment, double burst_ratio) {
  const double ppl = 100 * std::clamp(loss_ratio, 0.0, 1.0);
  return 95 * ppl / (ppl / burst_ratio + (concealment ? kBplConcealed : kBplBare));
}

double rating(double delay_ms, double loss_ratio, bool concealment, double burst_ratio) {
  return kRo - kIs - delay_impairment(delay_ms) - loss_impairment(loss_ratio, concealment, burst_ratio);
}

double mean_opinion_score(double r) {
  if (r <= 0) return 1;
  if (r >= 100) return 4.5;
  return std::max(1.0, 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6);
}

std::optional<double> delay_at(double limit, double loss_ratio, bool concealment) {
  return largest(kMostDelay, limit, [&](double delay) { return rating(delay, loss_ratio, concealment); });
}

std::optional<double> loss_at(double limit, double delay_ms, bool concealment) {
  return largest(1, limit, [&](double loss) { return rating(delay_ms, loss, concealment); });
}

}  // namespace jitterscope::g107
