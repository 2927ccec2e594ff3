// The lab latecki04.congestion: how soon and how surely the trend of the sound's delays shows that a picture is too
// much for the link (§3.1, Figures 1 to 5).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/algorithms/link/network.h"
#include "core/algorithms/rate/trend.h"
#include "core/base/stats/percentiles.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope {
namespace latecki04 {
namespace {

constexpr const char* kCase = "picture";
constexpr const char *kUdp = "udp", *kTcp = "tcp", *kStarved = "none, starved";
constexpr std::size_t kScales[] = {32, 64, 128};  // K
constexpr std::size_t kStep = 8;                  // packets between two windows, as `analyze` has it
constexpr std::size_t kEnds = 16;                 // packets at each end of the longest window, for the truth
constexpr double kTrueRise_ms = 100;
constexpr double kAlone_s = 30, kPicture_s = 60, kStarvedAfter_s = 30;
constexpr double kSoonMatters_s = 0.2, kCaughtMatters = 0.1, kFewVerdicts = 0.1;
constexpr double kPacket_s = 0.04;
constexpr double kCell_s = 0.3;

double rate_of(const LabRun& run, const std::string& picture) {
  return number(run, picture == kStarved ? "starved-kbps" : "available-kbps");
}

RateScenario congestion_scenario(const LabRun& run, const std::string& picture) {
  RateScenario scenario;
  const double kbps = rate_of(run, picture);
  scenario.link.up.rate = DataRate::kbits_per_second(kbps);
  scenario.control = {};
  scenario.wanted = DataRate::kbits_per_second(number(run, "video-kbps"));
  if (picture == kTcp) scenario.tcp.emplace();
  scenario.alone_before = Duration::from_seconds(kAlone_s * run.scale);
  scenario.with_picture = Duration::from_seconds(kPicture_s * run.scale);
  scenario.alone_after = Duration::from_seconds(kAlone_s * run.scale);
  if (picture == kStarved) {
    scenario.alone_before = scenario.length();
    scenario.with_picture = scenario.alone_after = Duration();
  }
  BackgroundSetting others;
  others.kilobytes_per_second = number(run, "cross-kbps") / 8;
  others.packet_bytes = 146;
  if (others.kilobytes_per_second > 0 && picture != kStarved)
    scenario.cross = {{others, Duration(), scenario.length()}};
  return scenario;
}

/// The trend of the sound's delays at one packet, by all scales.
struct Seen {
  double at_s = 0;
  std::array<std::optional<TrendFigures>, kTrendScales> scales = {};
  std::optional<bool> rises = {};  // whether the delay rose over the longest window; absent: not that long yet
};

std::vector<Seen> seen_of(const std::vector<SoundFate>& sound) {
  std::vector<double> delays, sent;
  for (const SoundFate& packet : sound)
    if (packet.delay) delays.push_back(packet.delay->ms()), sent.push_back(packet.sent.seconds());
  const auto median = [&](std::size_t from) {
    std::vector<double> some(delays.begin() + static_cast<std::ptrdiff_t>(from),
                             delays.begin() + static_cast<std::ptrdiff_t>(from + kEnds));
    return *percentile_by_selection(some, 0.5);
  };
  std::vector<Seen> all;
  for (std::size_t end = kScales[0]; end <= delays.size(); end += kStep) {
    Seen one{.at_s = sent[end - 1]};
    for (std::size_t scale = 0; scale < kTrendScales; ++scale)
      if (end >= kScales[scale])
        one.scales[scale] =
            trend_of(std::span(delays).subspan(end - kScales[scale], kScales[scale]), {}, TrendSetting{}.epsilon.ms());
    if (const std::size_t longest = kScales[kTrendScales - 1]; end >= longest)
      one.rises = median(end - kEnds) - median(end - longest) > kTrueRise_ms;
    all.push_back(one);
  }
  return all;
}

bool increasing(const std::optional<TrendFigures>& figures) {
  return figures && figures->phase == TrendPhase::kIncreasing;
}

void count_scale(const std::vector<Seen>& all, std::size_t scale, const RateScenario& scenario, CellFigures& out) {
  const double begins = scenario.alone_before.seconds(), ends = begins + scenario.with_picture.seconds();
  double alarms = 0, alone_s = 0, rising = 0, caught = 0;
  std::optional<double> detected;
  bool before = false;
  for (const Seen& one : all) {
    const bool now = increasing(one.scales[scale]);
    if (one.at_s < begins && one.scales[scale]) {
      alone_s += kStep * kPacket_s;
      alarms += now && !before;
    }
    if (one.at_s >= begins && one.at_s < ends) {
      if (now && !detected) detected = one.at_s - begins;
      if (one.rises == true) ++rising, caught += now;
    }
    before = now;
  }
  const std::string of = fmt::format(".{}", kScales[scale]);
  out.set("detection_s" + of, detected);
  out.set("false_alarms_per_minute" + of, alone_s > 0 ? std::optional(alarms / alone_s * 60) : std::nullopt);
  out.set("caught" + of, rising > 0 ? std::optional(caught / rising) : std::nullopt);
}

std::optional<CellFigures> measure_congestion(const LabRun& run, const LabCell& cell, std::string& error) {
  const std::string& picture = cell.level(kCase);
  const RateScenario scenario = congestion_scenario(run, picture);
  const auto ran = simulate(scenario, cell.seed, error);
  if (!ran) return std::nullopt;
  const std::vector<Seen> all = seen_of(ran->sound);
  CellFigures figures;
  for (std::size_t scale = 0; scale < kTrendScales; ++scale)
    if (picture != kStarved) count_scale(all, scale, scenario, figures);
  double verdicts = 0, rises = 0, lost = 0;
  for (const Seen& one : all) {
    if (one.at_s < kStarvedAfter_s * run.scale) continue;
    ++verdicts, rises += trend_verdict(one.scales).value_or(0) == 1;
  }
  if (picture == kStarved && verdicts > 0) figures.set("increasing_when_full", rises / verdicts);
  for (const SoundFate& packet : ran->sound) lost += !packet.delay;
  if (!ran->sound.empty()) figures.set("audio_loss", lost / static_cast<double>(ran->sound.size()));
  if (cell.repetition != 1) return figures;
  for (const Seen& one : all) {
    figures.samples["at_s"].push_back(one.at_s);
    figures.samples["verdict"].push_back(trend_verdict(one.scales).value_or(0));
    for (std::size_t scale = 0; scale < kTrendScales; ++scale) {
      figures.samples[fmt::format("pct.{}", kScales[scale])].push_back(one.scales[scale] ? one.scales[scale]->pct : 0);
      figures.samples[fmt::format("pdt.{}", kScales[scale])].push_back(one.scales[scale] ? one.scales[scale]->pdt : 0);
    }
  }
  for (std::size_t i = 0; i < ran->sound.size(); i += 5)
    if (ran->sound[i].delay) {
      figures.samples["sent_s"].push_back(ran->sound[i].sent.seconds());
      figures.samples["delay_ms"].push_back(ran->sound[i].delay->ms());
    }
  for (const LinkSecond& second : ran->seconds)
    figures.samples["queue_ms"].push_back(static_cast<double>(second.queue_bytes) * 8 / rate_of(run, picture));
  return figures;
}

PlotLayer layer(std::string name, const std::vector<double>& x, const std::vector<double>& y, PlotMark mark) {
  PlotLayer layer{.name = std::move(name), .mark = mark};
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) layer.points.push_back({x[i], y[i]});
  return layer;
}

void draw(const std::string& picture, const CellFigures& figures, std::vector<LabPlot>& plots) {
  const std::string name = picture == kStarved ? "starved" : picture;
  const std::string title = picture == kStarved ? "sound alone on a link below its rate"
                            : picture == kTcp   ? "picture over TCP"
                                                : "picture over UDP";
  std::vector<double> seconds;
  for (std::size_t i = 0; i < figures.sample("queue_ms").size(); ++i) seconds.push_back(static_cast<double>(i) + 0.5);
  const auto& at = figures.sample("at_s");
  plots.push_back(
      {.name = name + "_delay",
       .title = fmt::format("Delay and queue, {} ({})", title, picture == kTcp ? "Fig. 3" : "Fig. 1"),
       .x_label = "s",
       .y_label = "ms",
       .layers = {layer("delay of the sound", figures.sample("sent_s"), figures.sample("delay_ms"), PlotMark::kLine),
                  layer("true queue, most in a second", seconds, figures.sample("queue_ms"), PlotMark::kSteps)}});
  plots.push_back({.name = name + "_decision",
                   .title = fmt::format("Final decision, {} (Fig. 5)", title),
                   .x_label = "s",
                   .y_label = "1 increasing, -1 decreasing",
                   .layers = {layer("all scales together", at, figures.sample("verdict"), PlotMark::kSteps)}});
  LabPlot scales{.name = name + "_scales",
                 .title = fmt::format("S_PCT and S_PDT of three scales, {} (Figs 2, 4)", title),
                 .x_label = "s",
                 .y_label = "-1 falling, 1 rising"};
  for (const std::size_t scale : kScales)
    for (const char* test : {"pct", "pdt"})
      scales.layers.push_back(layer(fmt::format("{} of {}", test[1] == 'c' ? "PCT" : "PDT", scale), at,
                                    figures.sample(fmt::format("{}.{}", test, scale)), PlotMark::kLine));
  plots.push_back(std::move(scales));
}

LabResult judge_congestion(const LabRun& run, const DoneCells& cells) {
  const auto of = [&](const char* picture, const char* number, int scale) {
    return cells.values({{kCase, picture}}, fmt::format("{}.{}", number, scale));
  };
  const double delay_of_full_ms = 32'000 * 8 / number(run, "available-kbps");
  Findings findings;
  findings.below(
      {.id = "udp.detected_in_time",
       .statement = fmt::format("Over UDP the increase is seen before the queue is full ({:.1f} s): time from "
                                "the picture's begin to the first \"increasing\" of the shortest scale.",
                                delay_of_full_ms * number(run, "available-kbps") / 1000 /
                                    (number(run, "video-kbps") + 30 - number(run, "available-kbps"))),
       .unit = "s",
       .reason = "\"We can respond to the congestion even before packet loss happens\" (§3.1); 2 s are ours.",
       .if_not = "the noise of others' packets hides the rise"},
      of(kUdp, "detection_s", 32), 2);
  findings.above({.id = "udp.short_is_sooner",
                  .statement = "Over UDP a short detection period sees it sooner than a long one: detection by K = 128 "
                               "less that by K = 32.",
                  .unit = "s",
                  .reason = "\"A short detection period works well under UDP environment\" (§3.1). Ours: 0.2 s matter.",
                  .if_not = "the rise is so steep that it marks a long window at once"},
                 of(kUdp, "detection_s", 128) - of(kUdp, "detection_s", 32), kSoonMatters_s);
  findings.above(
      {.id = "tcp.long_catches_more",
       .statement = "Over TCP a long detection period catches more of the rises than a short one: share of "
                    "the windows over which the delay rose by 100 ms that K = 128 calls increasing, less that "
                    "of K = 32.",
       .reason = "\"A longer detection period is more suitable when the traffic is sent over TCP\" (§3.1, Fig "
                 "4). Ours: a tenth matters, and 100 ms over 128 packets are a rise.",
       .if_not = "this model of TCP is smoother than the paper's"},
      of(kTcp, "caught", 128) - of(kTcp, "caught", 32), kCaughtMatters);
  findings.above(
      {.id = "alone.short_cries_wolf",
       .statement = "Before the picture, beside others' packets, the shortest scale raises more false alarms "
                    "than the longest: the difference.",
       .unit = "per minute",
       .reason = "\"The detection period was so small so that the measurements were dominated by the noises\" "
                 "(§3.1). Ours: one in two minutes matters.",
       .if_not = "the medians of groups swallow single packets of others"},
      of(kUdp, "false_alarms_per_minute", 32) - of(kUdp, "false_alarms_per_minute", 128), 0.5);
  findings.below({.id = "starved.no_trend",
                  .statement = "On a link below the sound's own rate the queue is full and its delays have no trend "
                               "(§3.1, congested phase): share of the final decisions that say increasing, although "
                               "sound is lost all the time.",
                  .reason = "\"OWDs are stable in both the steady and congested phases\" (§3.1). Ours: one in ten.",
                  .if_not = "losses at the full queue make steps in the delay"},
                 cells.values({{kCase, kStarved}}, "increasing_when_full"), kFewVerdicts);
  LabResult result;
  result.findings = findings.all();
  LabTable table{"scales", {"picture", "k", "detection_s", "false_alarms_per_minute", "caught"}, {}};
  for (const char* picture : {kUdp, kTcp})
    for (const std::size_t scale : kScales) {
      const int k = static_cast<int>(scale);
      table.rows.push_back({std::string(picture), static_cast<double>(k),
                            table_field(of(picture, "detection_s", k).mean()),
                            table_field(of(picture, "false_alarms_per_minute", k).mean()),
                            table_field(of(picture, "caught", k).mean())});
    }
  result.tables = {table};
  for (const char* picture : {kUdp, kTcp, kStarved})
    for (const DoneCell* one : cells.with({{kCase, picture}}))
      if (one->cell.repetition == 1 && one->machine == 0) draw(picture, one->figures, result.plots);
  return result;
}

}  // namespace
}  // namespace latecki04

LabDefinition latecki04_congestion_lab() {
  return {
      .place = 65,
      .name = "latecki04.congestion",
      .title = "Seeing congestion come: the trend of one-way delays",
      .paper =
          "Latecki, Jin, Mulik: A Two-Stream Approach for Adaptive Rate Control in Multimedia Applications (2004), "
          "§3.1, Figures 1 to 5",
      .paper_says =
          "While a queue fills, the one-way delays of a steady stream of sound rise; once it is full they are stable "
          "again. Two tests, PCT and PDT, on the medians of groups of K delays see the rise. A short K suits a picture "
          "over UDP, a long one a picture over TCP, whose delays are noisy; three K at once decide together.",
      .how =
          "In virtual time: sound alone, a picture of 120 kbit/s over UDP or TCP into an available bandwidth of 100 "
          "kbit/s, sound alone again, with a little Poisson traffic of others all the time; and sound alone on a link "
          "below its own rate. The tests are those of a call (epsilon 0.5 ms, L = 0.25, U = 0.5, groups of the root of "
          "K), on a window that ends at each 8th packet. The true queue stands beside the delays.",
      .look_for =
          "The few seconds in which the delay climbs: the decision must come there, since at the full queue it is "
          "silent again. Over TCP, how the shortest scale jumps about where the longest is steady.",
      .questions = {{"Why is a full queue the hardest case for a test of trends?",
                     "Its delays are as stable as those of an empty one. Only their height and the losses tell."},
                    {"What would a larger epsilon do?",
                     "Fewer false alarms, and a slow rise would be seen later or not at all."}},
      .parameters = {LabParameter::count("repetitions", "30", "of each case, a seed each", 1, 1000),
                     {"available-kbps", "100", "of the link", 40, 10000},
                     {"video-kbps", "120", "of the picture, headers included", 10, 10000},
                     {"starved-kbps", "20", "of the link that is below the sound's own rate of 29", 5, 29},
                     {"cross-kbps", "10", "traffic of others all the time: UDP payload, Poisson", 0, 1000}},
      .live = false,
      .design =
          [](const LabRun& run) {
            return LabDesign{{{latecki04::kCase, {latecki04::kUdp, latecki04::kTcp, latecki04::kStarved}}},
                             static_cast<int>(number(run, "repetitions"))};
          },
      .cell_seconds = [](const LabRun& run) { return latecki04::kCell_s * run.scale; },
      .cell = latecki04::measure_congestion,
      .judge = latecki04::judge_congestion};
}

}  // namespace jitterscope
