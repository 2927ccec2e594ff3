// How often two-stream control keeps its limits when the path changes: scenarios in virtual time, many seeds each, one
// table. Limits (the product's own): sound at most 100 ms above its base from 3 s after a fall on, 85 % of the link
// used 20 s after a rise, at most 1 % of the sound lost.
//   bench_rate_steps [FIRST_SEED [SEEDS [CONTROL [PART]]]]     CONTROL: words of --rate-control; PART: of a name
#include <fmt/core.h>

#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/lab/engine/rate_run.h"

using namespace jitterscope;

namespace {

constexpr double kMostDelayMs = 100, kLeastUse = 0.85, kMostLoss = 0.01;
constexpr double kSettleS = 3, kFoundS = 20, kMeasuredS = 5;

struct Case {
  std::string name;
  RateScenario scenario;
  double fall_s = 0;               // or when the picture begins to be too much
  std::optional<double> rise_s{};  // absent: the path stays; delays are judged to the end of the picture
};

LinkSettings link_of(const std::string& words) {
  std::string error;
  const auto link = LinkSettings::parse(words, error);
  if (!link) fmt::print(stderr, "{}\n", error), std::exit(2);
  return *link;
}

RateScenario paper_with_steps(int fall_s, int low_kbit, int rise_s) {
  RateScenario scenario;
  scenario.link = link_of(
      fmt::format("up:rate=100kbit,limit=32000b,delay=53ms,at={}s:rate={}kbit,at={}s:rate=150kbit;down:delay=53ms",
                  fall_s, low_kbit, rise_s));
  return scenario;
}

RateScenario paper_with_cross_traffic(double kilobytes_per_second, bool poisson, int packet_bytes) {
  RateScenario scenario;
  scenario.cross.push_back(
      {{.kilobytes_per_second = kilobytes_per_second, .burst = 1, .poisson = poisson, .packet_bytes = packet_bytes},
       Duration::seconds(80),
       Duration::seconds(120)});
  return scenario;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const auto& [fall, low, rise] :
       {std::array{80, 60, 120}, {83, 60, 123}, {52, 60, 72}, {80, 60, 107}, {80, 40, 120}})
    cases.push_back({fmt::format("100-{}-150, at {} and {} s", low, fall, rise), paper_with_steps(fall, low, rise),
                     1.0 * fall, rise});
  cases.push_back({"the same at 80, 120 s, 30 % reports lost", paper_with_steps(80, 60, 120), 80, 120});
  cases.back().scenario.link.down.loss = 0.3;
  cases.push_back({"cross traffic 3 KB/s, 80-120 s", paper_with_cross_traffic(3, false, 100), 80, 120});
  cases.push_back({"the same, Poisson", paper_with_cross_traffic(3, true, 100), 80, 120});
  cases.push_back({"cross traffic 5 KB/s of 500 B", paper_with_cross_traffic(5, false, 500), 80, 120});
  const auto steps = [](int high, int low) {
    return fmt::format("rate={}kbit,limit=50,delay=1ms,at=37s:rate={}kbit,at=62s:rate={}kbit", high, low, high);
  };
  for (const auto& [high, low] : {std::pair{300, 200}, {300, 150}, {500, 250}, {1000, 300}})
    cases.push_back(
        {fmt::format("call, {}-{}-{}", high, low, high), call_both_ways(link_of(steps(high, low)), 2500), 37, 62});
  const auto slightly_wider = [](int low, int then) {
    return fmt::format("rate=300kbit,limit=50,delay=1ms,at=37s:rate={}kbit,at=55s:rate={}kbit", low, then);
  };
  for (const auto& [low, then] : {std::pair{200, 218}, {150, 170}})
    cases.push_back({fmt::format("call, 300-{}, {} from 55 s", low, then),
                     call_both_ways(link_of(slightly_wider(low, then)), 2500), 37, std::nullopt});
  for (const int kbit : {92, 100, 110, 130})
    cases.push_back({fmt::format("call through {} kbit/s", kbit),
                     call_both_ways(link_of(fmt::format("rate={}kbit,limit=50,delay=1ms", kbit)), 800), 17,
                     std::nullopt});
  return cases;
}

void print_case(const Case& each, bool tcp, const std::string& control, std::uint64_t first, int seeds) {
  RateScenario scenario = each.scenario;
  std::string error;
  if (tcp) scenario.tcp.emplace();
  if (const auto setting = RateControlSetting::parse(control, error)) scenario.control = *setting;
  const double end_s = (scenario.alone_before + scenario.with_picture).seconds();
  int late = 0, idle = 0, lossy = 0;
  double worst_ms = 0, least_use = 1;
  for (int i = 0; i < seeds; ++i) {
    const auto run = simulate(scenario, first + static_cast<std::uint64_t>(i), error);
    if (!run) fmt::print(stderr, "{}\n", error), std::exit(2);
    const RateFigures figures = figures_of(scenario, *run);
    const double above_ms =
        highest_delay_ms(*run, each.fall_s + kSettleS, each.rise_s.value_or(end_s)) - figures.base_ms;
    const double use = each.rise_s ? use_between(*run, static_cast<std::size_t>(*each.rise_s + kFoundS),
                                                 static_cast<std::size_t>(*each.rise_s + kFoundS + kMeasuredS))
                                   : 1;
    worst_ms = std::max(worst_ms, above_ms);
    least_use = std::min(least_use, use);
    late += above_ms > kMostDelayMs;
    idle += use < kLeastUse;
    lossy += figures.sound_loss > kMostLoss;
  }
  fmt::print("{:<42} {:<4}{:>5} ({:>5.0f} ms){:>7} {:<8}{:>7}\n", each.name, tcp ? "TCP" : "UDP", late, worst_ms,
             each.rise_s ? fmt::format("{}", idle) : "", each.rise_s ? fmt::format("({:.2f})", least_use) : "", lossy);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 101;
  const int seeds = argc > 2 ? std::atoi(argv[2]) : 20;
  const std::string control = argc > 3 ? argv[3] : "two-stream";
  fmt::print("{}, seeds {} to {}: how many are outside a limit, and the worst\n", control, first,
             first + static_cast<std::uint64_t>(seeds) - 1);
  fmt::print("{:<46} {:<16} {:<15} {}\n", "", "delay > 100 ms", "use < 0.85", "loss > 1 %");
  for (const Case& each : all_cases())
    if (argc <= 4 || each.name.find(argv[4]) != std::string::npos)
      for (const bool tcp : {false, true}) print_case(each, tcp, control, first, seeds);
}
