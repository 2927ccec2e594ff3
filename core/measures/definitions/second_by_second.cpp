#include "core/measures/definitions/second_by_second.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jitterscope {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

/// One point breaks a line: of further empty seconds there is none, however often somebody looks.
void add(ThinningSeries& series, double at_s, double value) {
  const bool broken = series.points().empty() || std::isnan(series.points().back().value);
  if (!std::isnan(value) || !broken) series.add(at_s, value);
}

}  // namespace

void SecondBySecond::advance(double at_s, const Totals& totals) {
  const auto second = static_cast<std::int64_t>(std::floor(at_s));
  if (!second_) second_ = second;
  if (second <= *second_) return;
  const auto end = static_cast<double>(*second_ + 1);
  const bool came = totals.packets > closed_.packets;
  add(rate_, end, came ? static_cast<double>(totals.bytes - closed_.bytes) * 8 / 1e3 : kGap);
  add(loss_, end, loss_between(closed_, totals).value_or(kGap / 100) * 100);
  if (second > *second_ + 1)
    for (auto* series : {&rate_, &loss_}) add(*series, end + 1, kGap);
  const auto passed = std::min<std::int64_t>(second - *second_, kRecentSeconds);
  recent_.push_back(closed_);
  for (std::int64_t i = 1; i < passed; ++i) recent_.push_back(totals);
  while (recent_.size() > kRecentSeconds) recent_.pop_front();
  closed_ = totals;
  second_ = second;
}

void SecondBySecond::restart(const Totals&) {
  closed_ = {};
  recent_.clear();
}

std::optional<double> SecondBySecond::recent_loss_ratio(const Totals& totals) const {
  return loss_between(recent_.empty() ? closed_ : recent_.front(), totals);
}

std::optional<double> SecondBySecond::loss_between(const Totals& before, const Totals& after) {
  const std::int64_t expected = after.expected - before.expected;
  if (expected <= 0) return std::nullopt;
  const auto packets = static_cast<double>(after.packets - before.packets);
  return std::clamp(1 - packets / static_cast<double>(expected), 0.0, 1.0);
}

}  // namespace jitterscope
