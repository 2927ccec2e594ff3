#include "core/measures/definitions/second_by_second.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

/// One point breaks a line: of further empty seconds there is none, however often somebody looks.
void add(ThinningSeries& series, double at_s, double value) {
  const bool broken = series.points().empty() || std::isnan(series.points().back().value);
  if (!std::isnan(value) || !broken) series.add(at_s, value);
}

SecondBySecond::Totals sum(const SecondBySecond::Totals& a, const SecondBySecond::Totals& b) {
  return {a.bytes + b.bytes, a.expected + b.expected, a.packets + b.packets};
}

}  // namespace

void SecondBySecond::advance(double at_s, const Totals& totals) {
  const auto second = static_cast<std::int64_t>(std::floor(at_s));
  if (!second_) second_ = second;
  if (second <= *second_) return;
  const auto end = static_cast<double>(*second_ + 1);
  const Totals closed = sum(between(closed_, totals), std::exchange(before_, {}));
  add(rate_, end, closed.packets > 0 ? static_cast<double>(closed.bytes) * 8 / 1e3 : kGap);
  add(loss_, end, loss_of(closed).value_or(kGap / 100) * 100);
  if (second > *second_ + 1)
    for (auto* series : {&rate_, &loss_}) add(*series, end + 1, kGap);
  const auto passed = std::min<std::int64_t>(second - *second_, kRecentSeconds);
  recent_.push_back(closed_);
  for (std::int64_t i = 1; i < passed; ++i) recent_.push_back(totals);
  while (recent_.size() > kRecentSeconds) recent_.pop_front();
  closed_ = totals;
  second_ = second;
}

std::vector<SeriesPoint> SecondBySecond::loss_percent_until(double at_s, const Totals& totals) const {
  std::vector<SeriesPoint> points = loss_.points();
  const auto loss = second_ ? loss_of(sum(between(closed_, totals), before_)) : std::nullopt;
  if (!loss) return points;
  const bool silent = !points.empty() && std::isnan(points.back().value);
  const double begin = silent && *loss > 0 ? points.back().at_s : static_cast<double>(*second_);
  if (at_s <= begin) return points;
  if (points.empty() || silent) points.push_back({begin, *loss * 100});
  points.push_back({at_s, *loss * 100});
  return points;
}

void SecondBySecond::restart(const Totals& totals) {
  before_ = sum(between(closed_, totals), before_);
  closed_ = {};
  recent_.clear();
}

std::optional<double> SecondBySecond::recent_loss_ratio(const Totals& totals) const {
  return loss_of(between(recent_.empty() ? closed_ : recent_.front(), totals));
}

SecondBySecond::Totals SecondBySecond::between(const Totals& before, const Totals& after) {
  return {after.bytes - before.bytes, after.expected - before.expected, after.packets - before.packets};
}

std::optional<double> SecondBySecond::loss_of(const Totals& some) {
  if (some.expected <= 0) return std::nullopt;
  return std::clamp(1 - static_cast<double>(some.packets) / static_cast<double>(some.expected), 0.0, 1.0);
}

}  // namespace jitterscope
