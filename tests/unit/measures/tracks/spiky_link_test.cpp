// On a link with delay spikes Ramjee's algorithm 4 loses less than his algorithm 1 at the same mean delay.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope::spiky_link_test {
namespace {

constexpr Duration kPeriod = Duration::ms(20);

/// 2 minutes in talkspurts of 1.2 s on average; every 4 s or so something holds up the link for 250 ms, and what it
/// held up comes at once.
std::vector<PlayoutArrival> spiky_arrivals(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::exponential_distribution<> jitter(1 / 3.0);
  std::vector<PlayoutArrival> arrivals;
  double spike = 0;
  Timestamp last;
  for (std::int64_t i = 0; i < 6000; ++i) {
    if (random() % 200 == 0) spike = 250;
    const Timestamp received = Timestamp() + kPeriod * i + Duration::from_ms(40 + jitter(random) + spike);
    spike = std::max(spike - kPeriod.ms(), 0.0);
    last = std::max(last, received);
    arrivals.push_back({i, kPeriod * i, last, i == 0 || random() % 60 == 0});
  }
  return arrivals;
}

struct Outcome {
  double mean_ms = 0, lost = 0;
};

/// Of a policy all of whose delays are `more` longer.
class Played {
 public:
  Played(std::string_view words, const std::vector<PlayoutArrival>& arrivals) {
    const auto policy = make_playout_policy(*PlayoutSetting::parse(words), Medium::kAudio, kPeriod);
    for (const PlayoutArrival& unit : arrivals) {
      const Timestamp playout = *policy->take(unit);
      units_.push_back({Duration::ns(playout.ns()) - unit.source, playout - unit.received});
    }
  }
  Outcome with(Duration more) const {
    Outcome outcome;
    double played = 0;
    for (const Unit& unit : units_) {
      if (unit.spare + more < Duration()) continue;
      ++played;
      outcome.mean_ms += (unit.delay + more).ms();
    }
    outcome.mean_ms /= played;
    outcome.lost = 1 - played / static_cast<double>(units_.size());
    return outcome;
  }
  /// The delay added so that the mean is `mean_ms`, within 0.1 ms.
  Duration to_mean(double mean_ms) const {
    Duration low = Duration::ms(-500), high = Duration::ms(500);
    while (high - low > Duration::us(50)) {
      const Duration middle = low + (high - low) / 2;
      (with(middle).mean_ms < mean_ms ? low : high) = middle;
    }
    return high;
  }

 private:
  struct Unit {
    Duration delay, spare;
  };
  std::vector<Unit> units_;
};

TEST(SpikyLink, TheSpikeAlgorithmLosesLessAtEqualMeanDelay) {
  double plain_lost = 0, spiky_lost = 0;
  int better = 0;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const auto arrivals = spiky_arrivals(seed);
    const Played plain("ramjee1", arrivals), spiky("ramjee4", arrivals);
    const Outcome a = plain.with({}), b = spiky.with(spiky.to_mean(a.mean_ms));
    ASSERT_NEAR(a.mean_ms, b.mean_ms, 0.5);
    plain_lost += a.lost;
    spiky_lost += b.lost;
    better += b.lost < a.lost;
  }
  EXPECT_LT(spiky_lost, plain_lost);
  EXPECT_GE(better, 18);
}

}  // namespace
}  // namespace jitterscope::spiky_link_test
