// The findings of latecki04.rate-control: the paper's numbers (§4.2, picture over TCP) and the limits of this program.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

#include "core/lab/engine/published.h"
#include "core/lab/latecki04/rate_control_lab.h"

namespace jitterscope {
namespace {

constexpr double kMostRise_ms = 5, kMostRiseConverged_ms = 2, kMostConvergence_s = 20, kLeastUtilisation = 0.9;
constexpr double kDamagedDelay_ms = 500, kDamagedLoss = 0.04;  // what the paper's 1274 ms and 4.77 % are an instance of

/// What the paper prints, of the runs with its picture over TCP.
std::optional<double> printed(const std::string& measure, bool control) {
  for (const auto& row : published_table("latecki04.rate_control").rows)
    if (row[0] == measure) return std::stod(row[control ? 2 : 1]);
  return std::nullopt;
}

std::optional<double> printed_share(const std::string& of, const std::string& all, bool control) {
  const auto part = printed(of, control), whole = printed(all, control);
  return part && whole ? std::optional(*part / *whole) : std::nullopt;
}

using Figure = std::function<std::optional<double>(const RateFigures&)>;
using Statistic = std::function<std::optional<double>(std::vector<double> values)>;

constexpr double kMostWithout = 0.05;  // of the runs: more without convergence, and its mean says nothing
constexpr int kResamples = 1000;
constexpr std::uint32_t kResampleSeed = 4;

/// 95 %, by resampling the runs; nullopt: of one run nothing can be said.
std::optional<std::pair<double, double>> interval_of(const std::vector<double>& values, const Statistic& statistic) {
  if (values.size() < 2) return std::nullopt;
  std::mt19937 random(kResampleSeed);
  std::vector<double> all;
  std::vector<double> sample(values.size());
  for (int i = 0; i < kResamples; ++i) {
    for (double& value : sample) value = values[random() % values.size()];
    if (const auto one = statistic(sample)) all.push_back(*one);
  }
  if (all.empty()) return std::nullopt;
  std::sort(all.begin(), all.end());
  const auto at = [&](double share) {
    return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))];
  };
  return std::pair(at(0.025), at(0.975));
}

std::vector<double> values_of(const Latecki04Case& one, const Figure& figure) {
  std::vector<double> values;
  for (const RateFigures& run : one.figures)
    if (const auto value = figure(run)) values.push_back(*value);
  return values;
}

struct Measured {
  std::optional<double> value;
  std::optional<std::pair<double, double>> interval;
  int n = 0;
};

Measured measured(const Latecki04Case& one, const Figure& figure, const Statistic& statistic) {
  const auto values = values_of(one, figure);
  return {statistic(values), interval_of(values, statistic), static_cast<int>(values.size())};
}

Measured mean_of(const Latecki04Case& one, const Figure& figure) {
  return measured(one, figure, [](const std::vector<double>& values) -> std::optional<double> {
    if (values.empty()) return std::nullopt;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  });
}

/// What the given share of the runs does not exceed.
Measured share_below(const Latecki04Case& one, double share, const Figure& figure) {
  return measured(one, figure, [share](std::vector<double> values) -> std::optional<double> {
    if (values.empty()) return std::nullopt;
    std::sort(values.begin(), values.end());
    const auto needed = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()) - 1e-9));
    return values[std::max<std::size_t>(needed, 1) - 1];
  });
}

class Latecki04Findings {
 public:
  explicit Latecki04Findings(const Latecki04Case& one)
      : case_(one), prefix_(std::string(to_string(one.transport)) + (one.control ? ".with." : ".without.")) {}

  std::vector<Finding> all() {
    if (case_.control)
      with_control();
    else
      without_control();
    return std::move(findings_);
  }

 private:
  std::string over() const { return case_.transport == Transport::kTcp ? "over TCP" : "over UDP"; }
  /// The paper's numbers are of TCP.
  std::optional<double> of_tcp(std::optional<double> number) const {
    return case_.transport == Transport::kTcp ? number : std::nullopt;
  }

  void add(const std::string& id, const std::string& statement, std::optional<double> paper, const Measured& measured,
           const std::string& unit, Criterion criterion) {
    findings_.push_back(finding_of(prefix_ + id, fmt::format(fmt::runtime(statement), fmt::arg("over", over())),
                                   measured.value, unit, criterion, "nothing of it was measured", paper));
    findings_.back().interval = measured.interval;
    findings_.back().n = measured.n;
  }

  void with_control() {
    add("audio_loss",
        "No sound is lost with the picture {over} while there is picture: the share of its packets that 95 % of the "
        "runs "
        "do not exceed (latecki04 §4.2: 0 of 3000).",
        of_tcp(printed_share("audio_packets_lost", "audio_packets_sent", true)),
        share_below(case_, 0.95, [](const RateFigures& run) { return run.sound_loss; }), "of packets",
        Criterion::between(0, 0));
    add("audio_loss_converged", "After convergence no run loses any sound.", std::nullopt,
        share_below(case_, 1, [](const RateFigures& run) { return run.sound_loss_converged; }), "of packets",
        Criterion::between(0, 0));
    add("audio_delay_rise_ms",
        "The sound's delay hardly rises: beyond that before the picture and the wait behind one usual packet of "
        "picture, "
        "mean "
        "over the whole picture (the paper's plain rise is 2 ms).",
        of_tcp(*printed("audio_delay_ms", true) - *printed("audio_delay_before_ms", true)),
        mean_of(case_, [](const RateFigures& run) { return run.rise_ms; }), "ms", Criterion::between(0, kMostRise_ms));
    add("audio_delay_rise_converged_ms", "The same after convergence.", std::nullopt,
        mean_of(case_, [](const RateFigures& run) { return run.rise_converged_ms; }), "ms",
        Criterion::between(0, kMostRiseConverged_ms));
    add("video_delay_ms", "The picture {over} comes in time for a conversation: mean delay of its frames.",
        of_tcp(printed("video_delay_ms", true)),
        mean_of(case_, [](const RateFigures& run) { return run.picture_delay_ms; }), "ms", Criterion::below(150));
    add("video_drop", "Few frames are left out for the search and the breaks: share of all that were due.",
        of_tcp(printed_share("video_frames_dropped", "video_frames_due", true)),
        mean_of(case_, [](const RateFigures& run) { return run.picture_omitted; }), "of frames",
        Criterion::below(0.15));
    Measured found = mean_of(case_, [](const RateFigures& run) { return run.convergence_s; });
    const auto runs = static_cast<double>(case_.figures.size());
    if (runs - found.n > kMostWithout * runs) found.value.reset(), found.interval.reset();
    add("convergence_s",
        fmt::format(
            "The rate is found about 20 s after the picture begins: the last time that it is outside 10 % of its "
            "median over the last third, but for short excursions, with {:g} of the link in use from then on; mean of "
            "the runs that find one, {} of {}.",
            kLeastUtilisation, found.n, case_.figures.size()),
        of_tcp(std::stod(published_table("latecki04.convergence").rows[0][1])), found, "s",
        Criterion::between(0, kMostConvergence_s));
    add("utilisation", "From then on sound and picture use the link nearly whole: share of its rate, headers counted.",
        std::nullopt, mean_of(case_, [](const RateFigures& run) { return run.utilisation; }), "of the link",
        Criterion::above(kLeastUtilisation));
    add("runs_within_limits",
        fmt::format(
            "Share of the runs that keep all of this: rise <= {:g} ms, after convergence <= {:g} ms and no loss, "
            "converged in {:g} s, utilisation >= {:g}.",
            kMostRise_ms, kMostRiseConverged_ms, kMostConvergence_s, kLeastUtilisation),
        std::nullopt, mean_of(case_, [](const RateFigures& run) { return within_limits(run) ? 1.0 : 0.0; }), "of runs",
        Criterion::between(0.95, 1));
  }

  void without_control() {
    const auto delay = mean_of(case_, [](const RateFigures& run) { return run.sound_delay_ms; });
    const auto loss = mean_of(case_, [](const RateFigures& run) { return run.sound_loss; });
    add("audio_loss", "Without control, picture {over}, sound is lost: share of its packets while there is picture.",
        of_tcp(printed_share("audio_packets_lost", "audio_packets_sent", false)), loss, "of packets",
        Criterion::above(0));
    add("audio_delay_ms", "Its delay makes a conversation impossible: mean while there is picture.",
        of_tcp(printed("audio_delay_ms", false)), delay, "ms", Criterion::above(kDamagedDelay_ms));
    add("audio_damage",
        fmt::format(
            "The paper's damage appears: delay over {:g} ms or loss over {:g} %; the larger of delay and loss in "
            "multiples of these.",
            kDamagedDelay_ms, kDamagedLoss * 100),
        of_tcp(*printed("audio_delay_ms", false) / kDamagedDelay_ms),
        mean_of(case_,
                [](const RateFigures& run) {
                  return std::max(run.sound_delay_ms / kDamagedDelay_ms, run.sound_loss / kDamagedLoss);
                }),
        "", Criterion::above(1));
    add("video_delay_ms", "The picture comes late: mean delay of its frames.", of_tcp(printed("video_delay_ms", false)),
        mean_of(case_, [](const RateFigures& run) { return run.picture_delay_ms; }), "ms",
        Criterion::above(kDamagedDelay_ms));
    add("video_drop",
        "Many of its frames are dropped, {over}: by the sender or on the way, share of all that were due.",
        of_tcp(printed_share("video_frames_dropped", "video_frames_due", false)),
        mean_of(case_, [](const RateFigures& run) { return run.picture_omitted; }), "of frames",
        Criterion::above(0.05));
  }

  const Latecki04Case& case_;
  std::string prefix_;
  std::vector<Finding> findings_;
};

}  // namespace

std::string Latecki04Case::name() const {
  return fmt::format("{}, {} control", to_string(transport), control ? "with" : "without");
}

bool within_limits(const RateFigures& figures) {
  return figures.sound_loss_converged <= 0 && figures.rise_ms <= kMostRise_ms &&
         figures.rise_converged_ms <= kMostRiseConverged_ms && figures.convergence_s &&
         *figures.convergence_s <= kMostConvergence_s && figures.utilisation.value_or(0) >= kLeastUtilisation;
}

std::vector<Finding> latecki04_findings(const std::vector<Latecki04Case>& cases) {
  std::vector<Finding> all;
  for (const Latecki04Case& one : cases)
    for (Finding& finding : Latecki04Findings(one).all()) all.push_back(std::move(finding));
  return all;
}

}  // namespace jitterscope
