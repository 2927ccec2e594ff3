// The model against closed forms: 1000-byte packets at 8 Mb/s, so that one takes a millisecond.
#include <cmath>
#include <random>

#include "link_trial.h"

namespace jitterscope::link::queueing_theory_test {
namespace {

constexpr int kPackets = 1'000'000;
constexpr double kService = 1.0;  // ms

struct Outcome {
  double mean_wait = 0;  // service times, of those that got through
  double loss = 0;
};

/// Poisson arrivals at `load` times the service rate.
Outcome poisson_queue(const std::string& words, double load) {
  const auto network = network_of(words);
  std::mt19937_64 engine(7);
  std::exponential_distribution<double> gap_ms(load / kService);
  std::vector<Timestamp> offered;
  Results results;
  double clock_ms = 0;
  for (int i = 0; i < kPackets; ++i) {
    clock_ms += gap_ms(engine);
    offered.push_back(at_ms(clock_ms));
    network->offer(packet_of(static_cast<std::uint64_t>(i), 1000), offered.back());
    network->advance(offered.back(), results);
  }
  drain(*network, results);
  EXPECT_EQ(results.departures.size() + results.drops.size(), static_cast<std::size_t>(kPackets));
  Outcome outcome;
  for (const Departure& departure : results.departures)
    outcome.mean_wait += (departure.at - offered[departure.id]).ms() - kService;
  outcome.mean_wait /= static_cast<double>(results.departures.size());
  outcome.loss = static_cast<double>(results.drops.size()) / kPackets;
  return outcome;
}

/// Loss of M/D/1 with room for `capacity` packets, the one in service counted: chain embedded at departures.
double loss_of_md1k(double load, int capacity) {
  std::vector<double> arrivals{std::exp(-load)};  // Poisson, within one service time
  for (int k = 1; k <= capacity; ++k) arrivals.push_back(arrivals.back() * load / k);
  std::vector<double> state{1.0};  // relative to the empty one
  for (int j = 0; j + 1 < capacity; ++j) {
    double next = state[static_cast<std::size_t>(j)] - arrivals[static_cast<std::size_t>(j)];
    for (int i = 1; i <= j; ++i)
      next -= state[static_cast<std::size_t>(i)] * arrivals[static_cast<std::size_t>(j - i + 1)];
    state.push_back(next / arrivals[0]);
  }
  double sum = 0;
  for (const double value : state) sum += value;
  return 1 - 1 / (1 / sum + load);
}

TEST(QueueingTheory, PoissonArrivalsWaitAsPollaczekAndKhinchinSay) {
  for (const double load : {0.2, 0.4, 0.6, 0.8}) {
    const double expected = load / (2 * (1 - load));
    const Outcome outcome = poisson_queue("rate=8mbit", load);
    EXPECT_NEAR(outcome.mean_wait / expected, 1, 0.02) << load;
    EXPECT_EQ(outcome.loss, 0) << load;
  }
}

TEST(QueueingTheory, AShortQueueLosesWhatTheEmbeddedChainSays) {
  EXPECT_NEAR(loss_of_md1k(0.5, 1), 0.5 / 1.5, 1e-12);  // Erlang: no room to wait
  EXPECT_NEAR(poisson_queue("rate=8mbit,limit=0", 0.5).loss / loss_of_md1k(0.5, 1), 1, 0.02);
  EXPECT_NEAR(poisson_queue("rate=8mbit,limit=4", 0.8).loss / loss_of_md1k(0.8, 5), 1, 0.02);
  EXPECT_NEAR(poisson_queue("rate=8mbit,limit=10", 1.2).loss / loss_of_md1k(1.2, 11), 1, 0.02);
}

TEST(QueueingTheory, BytesAndPacketsLimitAlike) {
  EXPECT_EQ(poisson_queue("rate=8mbit,limit=4000b", 0.8).loss, poisson_queue("rate=8mbit,limit=4", 0.8).loss);
}

TEST(QueueingTheory, AnOverloadedClockedQueueIsAlwaysFull) {  // D/D/1/K at load 1.25
  constexpr int kLimit = 10;
  const Duration gap = Duration::us(800);
  const auto network = network_of("rate=8mbit,limit=10");
  const Results results = steady(*network, kPackets, 1000, gap);
  EXPECT_NEAR(static_cast<double>(results.drops.size()) / kPackets, 1 - 1 / 1.25, 0.0001);
  for (const Drop& drop : results.drops) ASSERT_EQ(drop.reason, LinkDrop::kQueueFull);
  // A place falls free with each departure; the next arrival, 0, 0.6, 0.4 or 0.2 ms later in turn, takes it and waits
  // for K services less that.
  const auto delays = delays_ms(results, gap);
  EXPECT_NEAR((mean(delays) - kService) / (kLimit * kService - 0.3), 1, 0.0002);
  for (std::size_t i = delays.size() / 2; i < delays.size(); ++i) {
    const double short_of_full = kLimit * kService - (delays[i] - kService);
    ASSERT_NEAR(short_of_full / 0.2, std::round(short_of_full / 0.2), 1e-6);
    ASSERT_LT(short_of_full, 0.61);
    ASSERT_GT(short_of_full, -0.01);
  }
}

TEST(QueueingTheory, TheRateIsExactForEver) {
  // 65 bytes at 7 Mb/s are 74 285.714… ns: rounding each one would be 3 packets off after 300 000.
  const auto network = network_of("rate=7mbit");
  const int count = 300'000;
  const Results results = steady(*network, count, 65, Duration::us(50));
  ASSERT_EQ(results.departures.size(), static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < results.departures.size(); ++i)
    ASSERT_NEAR(static_cast<double>(results.departures[i].at.ns()), static_cast<double>(i + 1) * 65 * 8e9 / 7e6, 2)
        << i;
}

}  // namespace
}  // namespace jitterscope::link::queueing_theory_test
