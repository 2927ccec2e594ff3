#include "core/base/stats/sliding_window.h"

#include <cmath>

namespace jitterscope {
namespace {

// 15 minutes of shorter intervals add up to less than 2^40 ns, and their fourth powers to less than 2^(40 + 3 · 28).
constexpr std::int64_t kLong = std::int64_t{1} << 28;  // 268 ms

__extension__ using Signed = __int128;

template <typename Numbers>
void drop_number(Numbers& numbers, std::uint64_t number) {
  if (!numbers.empty() && numbers.front().number == number) numbers.pop_front();
}

}  // namespace

void SlidingWindow::catch_up(const SampleRing& ring) {
  if (end_ == ring.end()) return;
  const Timestamp oldest = ring.back().at - length_;
  while (count() > 0 && ring[first_].at < oldest) remove(ring);
  const std::uint64_t from = count() > 0 ? end_ : ring.lower_bound(oldest);
  if (count() == 0) first_ = from;
  for (std::uint64_t number = from; number < ring.end(); ++number) add(number, ring[number].interval);
  end_ = ring.end();
}

void SlidingWindow::add(std::uint64_t number, Duration interval) {
  const std::int64_t ns = interval.ns();
  bins_.add(interval);
  if (ns < kLong)
    change_sums(ns, true);
  else
    long_.push_back({number, ns});
  while (!rising_.empty() && rising_.back().ns >= ns) rising_.pop_back();
  while (!falling_.empty() && falling_.back().ns <= ns) falling_.pop_back();
  rising_.push_back({number, ns});
  falling_.push_back({number, ns});
}

void SlidingWindow::forget_first_of(const SampleRing& ring) {
  if (count() > 0 && first_ == ring.first()) remove(ring);
}

void SlidingWindow::remove(const SampleRing& ring) {
  const IntervalSample& oldest = ring[first_];
  bins_.remove(oldest.interval);
  if (oldest.interval.ns() < kLong) change_sums(oldest.interval.ns(), false);
  drop_number(long_, first_);
  drop_number(rising_, first_);
  drop_number(falling_, first_);
  ++first_;
}

void SlidingWindow::change_sums(std::int64_t ns, bool add) {
  const Wide x = static_cast<Wide>(ns), sign = add ? 1 : ~Wide{0};  // arithmetic modulo 2^128
  short_count_ += add ? 1 : -1;
  sum1_ += sign * x;
  sum2_ += sign * (x * x);
  sum3_ += sign * (x * x * x);
  sum4_ += sign * (x * x * x * x);
}

Moments SlidingWindow::moments_of_short() const {
  // Sums about the whole number c next to the mean, exactly; then about the mean, d from c. (Binomial theorem.)
  const Wide n = static_cast<Wide>(short_count_), c = (sum1_ + n / 2) / n;
  const auto wide = [](Wide value) { return static_cast<long double>(static_cast<Signed>(value)); };
  const long double t1 = wide(sum1_ - n * c), t2 = wide(sum2_ - 2 * c * sum1_ + n * c * c),
                    t3 = wide(sum3_ - 3 * c * sum2_ + 3 * c * c * sum1_ - n * c * c * c),
                    t4 = wide(sum4_ - 4 * c * sum3_ + 6 * c * c * sum2_ - 4 * c * c * c * sum1_ + n * c * c * c * c);
  const long double d = t1 / wide(n), m2 = t2 - d * t1, m3 = t3 - 3 * d * t2 + 2 * d * d * t1,
                    m4 = t4 - 4 * d * t3 + 6 * d * d * t2 - 3 * d * d * d * t1;
  const auto ms = [](long double value, int power) { return static_cast<double>(value / std::pow(1e6L, power)); };
  return Moments::of(short_count_, ms(wide(c) + d, 1), {ms(m2, 2), ms(m3, 3), ms(m4, 4)}, min_ms(), max_ms());
}

Moments SlidingWindow::moments_ms() const {
  Moments moments = short_count_ > 0 ? moments_of_short() : Moments();
  for (const Numbered& interval : long_) moments.add(Duration::ns(interval.ns).ms());
  return moments;
}

std::optional<double> SlidingWindow::percentile_ms(double p) const {
  if (count() == 0) return std::nullopt;
  return bins_.percentile_ms(p, min_ms(), max_ms());
}

}  // namespace jitterscope
