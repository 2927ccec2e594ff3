#include "core/measures/definitions/loss_by_second.h"

#include <algorithm>
#include <cmath>

#include "core/base/stats/block_bootstrap.h"
#include "core/measures/views/demonstration_view.h"

namespace jitterscope {
namespace {

constexpr double kRuleOfThree = 3;
constexpr std::int64_t kFewestSeconds = 3;
constexpr Duration kSecond = Duration::seconds(1);

}  // namespace

void LossBySecond::count(Timestamp at, std::int64_t lost, std::int64_t expected) {
  if (at - second_began_ >= kSecond) {  // what came before `at`
    const std::int64_t of_second = expected_ - second_expected_;
    if (of_second > 0)
      by_second_.add(std::clamp(static_cast<double>(lost_ - second_lost_) / static_cast<double>(of_second), 0.0, 1.0));
    second_lost_ = lost_;
    second_expected_ = expected_;
    second_began_ = at;
  }
  lost_ = lost;
  expected_ = expected;
}

LossShare LossBySecond::figures() const {
  if (expected_ <= 0) return {};
  const auto expected = static_cast<double>(expected_);
  LossShare figures;
  figures.share = std::clamp(static_cast<double>(lost_) / expected, 0.0, 1.0);
  if (by_second_.count() < kFewestSeconds) return figures;
  const auto seconds = static_cast<double>(by_second_.count());
  const double reach = student_975(seconds - 1) * *by_second_.stddev() / std::sqrt(seconds);
  figures.low = std::max(*figures.share - reach, 0.0);
  figures.high = std::clamp(std::max(*figures.share + reach, kRuleOfThree / expected), 0.0, 1.0);
  return figures;
}

}  // namespace jitterscope
