#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/stats/percentiles.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/latecki04/controller.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope {
namespace {

struct CapacityStep {
  double from_s, until_s, kbps;
};
constexpr std::array<CapacityStep, 4> kSteps{{{0, 40, 1000}, {40, 60, 2500}, {60, 80, 600}, {80, 100, 1000}}};
constexpr double kEnd_s = 100, kBase_ms = 50;
constexpr const char* kStepsLink =
    "up:rate=1mbit,limit=37500b,delay=50ms,at=40s:rate=2500kbit,at=60s:rate=600kbit,at=80s:rate=1mbit;down:delay=50ms";
constexpr double kUse = 0.85, kDelayOverBase_ms = 100;
// The RFC prints no limits. These are ours: what the program promises on a slow link, and how much may still be late.
constexpr double kMostRise_s = 20, kMostFall_s = 3, kMostLate = 0.05, kLeastUseAfterRise = 0.75,
                 kNever_s = 2 * kMostRise_s;

std::string refused_latecki04_capacity_steps(const LabRun& run) {
  std::string error;
  for (const char* parameter : {"controller", "beside"})
    if (!controller_of(run, parameter, error)) break;
  return error;
}

RateScenario scenario_of_steps(const RateControllerInput& control) {
  RateScenario scenario;
  std::string error;
  scenario.link = *LinkSettings::parse(kStepsLink, error);
  scenario.picture.period = Duration::ms(40);
  scenario.control = control.setting;
  scenario.schedule = control.schedule;
  scenario.alone_before = scenario.alone_after = Duration();
  scenario.with_picture = Duration::from_seconds(kEnd_s);
  return scenario;
}

double capacity_at(double seconds) {
  for (const CapacityStep& step : kSteps)
    if (seconds < step.until_s) return step.kbps;
  return kSteps.back().kbps;
}

/// One run's figures over some seconds.
struct Stretch {
  double utilisation = 0;
  std::optional<double> delay_p50_ms, delay_p95_ms, frame_delay_p50_ms, frame_delay_p95_ms, sound_loss, frame_loss;
};

/// Of sound and picture.
double media_kbps(const LinkSecond& second) {
  return static_cast<double>(second.sound + second.picture) * 8e-3;
}

Stretch stretch_of(const RateRun& run, double from_s, double until_s) {
  Stretch out;
  double used = 0, capacity = 0;
  for (std::size_t second = 0; second < run.seconds.size(); ++second) {
    const double at = static_cast<double>(second);
    if (at < from_s || at >= until_s) continue;
    used += media_kbps(run.seconds[second]);
    capacity += capacity_at(at);
  }
  out.utilisation = capacity > 0 ? used / capacity : 0;
  const auto within = [&](Timestamp time) { return time.seconds() >= from_s && time.seconds() < until_s; };
  std::vector<double> sound, picture;
  double sound_sent = 0, frames_sent = 0;
  for (const SoundFate& packet : run.sound) {
    if (!within(packet.sent)) continue;
    ++sound_sent;
    if (packet.delay) sound.push_back(packet.delay->ms());
  }
  for (const FrameFate& frame : run.frames) {
    if (!within(frame.due) || frame.omitted) continue;
    ++frames_sent;
    if (frame.delay) picture.push_back(frame.delay->ms());
  }
  if (sound_sent > 0) out.sound_loss = 1 - static_cast<double>(sound.size()) / sound_sent;
  if (frames_sent > 0) out.frame_loss = 1 - static_cast<double>(picture.size()) / frames_sent;
  out.delay_p50_ms = percentile_by_selection(sound, 0.5);
  out.delay_p95_ms = percentile_by_selection(sound, 0.95);
  out.frame_delay_p50_ms = percentile_by_selection(picture, 0.5);
  out.frame_delay_p95_ms = percentile_by_selection(picture, 0.95);
  return out;
}

/// Seconds after `from_s` until the link's use, 3 s mean, reaches 85 %; nullopt: never before `until_s`.
std::optional<double> seconds_to_use(const RateRun& run, double from_s, double until_s) {
  for (auto second = static_cast<std::size_t>(from_s);
       second + 3 <= std::min(run.seconds.size(), static_cast<std::size_t>(until_s)); ++second) {
    double used = 0;
    for (std::size_t i = second; i < second + 3; ++i) used += media_kbps(run.seconds[i]) / 3;
    if (used >= kUse * capacity_at(static_cast<double>(second))) return static_cast<double>(second) + 3 - from_s;
  }
  return std::nullopt;
}

/// How the sound recovers after `from_s`. Late: over 100 ms over the base, or lost.
struct Recovery {
  std::optional<double> seconds;  // to the first packet in time that begins a second of sound of which 19 of 20 are
  double late = 1;                // share of the sound from there to the end
};

Recovery recovery_of(const RateRun& run, double from_s, double until_s) {
  const auto begin =
      std::ranges::lower_bound(run.sound, from_s, {}, [](const auto& one) { return one.sent.seconds(); });
  const auto end = std::ranges::lower_bound(run.sound, until_s, {}, [](const auto& one) { return one.sent.seconds(); });
  const auto late = [](const SoundFate& one) { return !one.delay || one.delay->ms() > kBase_ms + kDelayOverBase_ms; };
  for (auto from = begin; from != end; ++from) {
    const auto second =
        std::find_if(from, end, [&](const auto& one) { return one.sent >= from->sent + Duration::seconds(1); });
    if (late(*from) || 20 * std::count_if(from, second, late) > second - from) continue;
    return {from->sent.seconds() - from_s,
            static_cast<double>(std::count_if(from, end, late)) / static_cast<double>(end - from)};
  }
  return {};
}

constexpr const char *kJudged = "controller", *kBeside = "beside";  // levels of the factor, and its parameters
constexpr const char* kWhose = "whose";
constexpr std::size_t kEachPacket = 5;  // of the sound's packets one in so many is drawn

LabDesign steps_design(const LabRun& run) {
  return {{{kWhose, {kJudged, kBeside}}}, scaled_count(run, "repetitions", 1)};
}

std::string stretch_name(const CapacityStep& step) {
  return fmt::format("{:g}-{:g}s.", step.from_s, step.until_s);
}

std::vector<CapacityStep> stretches() {
  std::vector<CapacityStep> all(kSteps.begin(), kSteps.end());
  all.push_back({0, kEnd_s, 0});
  return all;
}

std::optional<CellFigures> measure_steps(const LabRun& run, const LabCell& cell, std::string& error) {
  const auto control = controller_of(run, cell.level(kWhose), error);
  const auto ran = control ? simulate(scenario_of_steps(*control), cell.seed, error) : std::nullopt;
  if (!ran) return std::nullopt;
  CellFigures figures;
  for (const CapacityStep& step : stretches()) {
    const Stretch of = stretch_of(*ran, step.from_s, step.until_s);
    const std::pair<const char*, std::optional<double>> numbers[] = {{"utilisation", of.utilisation},
                                                                     {"delay_p50_ms", of.delay_p50_ms},
                                                                     {"delay_p95_ms", of.delay_p95_ms},
                                                                     {"frame_delay_p50_ms", of.frame_delay_p50_ms},
                                                                     {"frame_delay_p95_ms", of.frame_delay_p95_ms},
                                                                     {"audio_loss", of.sound_loss},
                                                                     {"frame_loss", of.frame_loss}};
    for (const auto& [name, value] : numbers) figures.set(stretch_name(step) + name, value);
  }
  const Recovery fall = recovery_of(*ran, 60, 80);
  figures.set("rise_s", seconds_to_use(*ran, 40, 60).value_or(kNever_s));
  figures.set("fall_s", fall.seconds.value_or(20));
  figures.set("late_afterwards", fall.late);
  if (cell.repetition != 1) return figures;
  for (const LinkSecond& second : ran->seconds) figures.samples["rate_kbps"].push_back(media_kbps(second));
  for (std::size_t i = 0; i < ran->sound.size(); i += kEachPacket)
    if (ran->sound[i].delay) {
      figures.samples["audio_sent_s"].push_back(ran->sound[i].sent.seconds());
      figures.samples["audio_delay_ms"].push_back(ran->sound[i].delay->ms());
    }
  return figures;
}

LabTable steps_table(const LabRun& run, const DoneCells& cells) {
  LabTable out{"capacity_steps",
               {"controller", "from_s", "until_s", "capacity_kbps", "utilisation", "delay_p50_ms", "delay_p95_ms",
                "frame_delay_p50_ms", "frame_delay_p95_ms", "audio_loss", "frame_loss"},
               {}};
  for (const char* whose : {kJudged, kBeside})
    for (const CapacityStep& step : stretches()) {
      std::vector<TableField> row{run.settings.at(whose), step.from_s, step.until_s,
                                  step.kbps > 0 ? TableField(step.kbps) : TableField()};
      for (std::size_t column = row.size(); column < out.columns.size(); ++column)
        row.push_back(table_field(cells.values({{kWhose, whose}}, stretch_name(step) + out.columns[column]).mean()));
      out.rows.push_back(std::move(row));
    }
  return out;
}

std::vector<Finding> steps_findings(const DoneCells& cells) {
  const auto of = [&](const std::string& number) { return cells.values({{kWhose, kJudged}}, number); };
  const std::string whole = stretch_name(stretches().back());
  Findings findings;
  const char* ours = "Ours: the RFC prints no limits.";
  findings.below({.id = "rise.seconds",
                  .statement = fmt::format("After the rise from 1 to 2.5 Mbit/s {:g} % of the link are in use (3 s "
                                           "mean); a run in which they never are counts as {:g} s.",
                                           kUse * 100, kNever_s),
                  .unit = "s",
                  .reason = ours,
                  .if_not = "it looks for more in small steps"},
                 of("rise_s"), kMostRise_s);
  findings.below({.id = "fall.seconds",
                  .statement = "After the fall from 2.5 to 0.6 Mbit/s the rate is found and the queue drains: to the "
                               "first second of which 19 of 20 packets of sound are at most 100 ms over the base; a "
                               "run that has none counts as 20 s.",
                  .unit = "s",
                  .reason = ours,
                  .if_not = "it does not listen"},
                 of("fall_s"), kMostFall_s);
  findings.below({.id = "fall.late_afterwards",
                  .statement = "From then on, up to the next step, little of the sound is later than that or lost: "
                               "what later probes cost.",
                  .unit = "of packets",
                  .reason = ours},
                 of("late_afterwards"), kMostLate);
  findings.below({.id = "audio_loss",
                  .statement = "Hardly any sound is lost over the whole run.",
                  .unit = "of packets",
                  .reason = "Ours: one packet in a hundred is heard."},
                 of(whole + "audio_loss"), 0.01);
  findings.above({.id = "utilisation",
                  .statement = "The link is used well over the whole run, searches and breaks included.",
                  .unit = "of the link",
                  .reason = ours},
                 of(whole + "utilisation"), kLeastUseAfterRise);
  findings.below({.id = "delay_p95_ms",
                  .statement = "Nineteen packets of sound of twenty arrive with little queueing (base 50 ms).",
                  .unit = "ms",
                  .reason = "Ours: a third of the queue."},
                 of(whole + "delay_p95_ms"), kBase_ms + kDelayOverBase_ms);
  return findings.all();
}

std::vector<LabPlot> steps_plots(const LabRun& run, const DoneCells& cells) {
  LabPlot rate{.name = "rate_kbps", .title = "Rate of sound and picture", .x_label = "s", .y_label = "kbit/s"};
  LabPlot delay{.name = "audio_delay_ms", .title = "Delay of the sound", .x_label = "s", .y_label = "ms"};
  PlotLayer capacity{.name = "link", .mark = PlotMark::kLine, .printed = true};
  for (const CapacityStep& step : kSteps)
    for (const double at : {step.from_s, step.until_s}) capacity.points.push_back({at, step.kbps});
  rate.layers.push_back(std::move(capacity));
  for (const char* whose : {kJudged, kBeside})
    for (const DoneCell* one : cells.with({{kWhose, whose}})) {
      if (one->cell.repetition != 1 || one->machine != 0) continue;
      PlotLayer used{.name = run.settings.at(whose), .mark = PlotMark::kLine}, late = used;
      const auto& rates = one->figures.sample("rate_kbps");
      for (std::size_t second = 0; second < rates.size(); ++second)
        used.points.push_back({static_cast<double>(second) + 0.5, rates[second]});
      const auto &at = one->figures.sample("audio_sent_s"), &delays = one->figures.sample("audio_delay_ms");
      for (std::size_t i = 0; i < std::min(at.size(), delays.size()); ++i) late.points.push_back({at[i], delays[i]});
      rate.layers.push_back(std::move(used));
      delay.layers.push_back(std::move(late));
    }
  return {rate, delay};
}

/// Which controller is judged.
std::string headline_of(const LabRun& run) {
  const auto words = [&](const char* parameter) {
    const std::string named = controller_words(run, parameter);
    return named.empty() ? "none" : named;
  };
  return "The controller judged is " + words(kJudged) + "; beside it stands " + words(kBeside) + ".";
}

LabResult judge_steps(const LabRun& run, const DoneCells& cells) {
  LabResult result;
  result.headline = headline_of(run);
  result.findings = steps_findings(cells);
  result.tables = {steps_table(run, cells)};
  result.plots = steps_plots(run, cells);
  result.parameters = {{"link", kStepsLink},
                       {"queue_ms", "300 at 1 Mbit/s: 37 500 B throughout"},
                       {"audio", "104 B each 40 ms"},
                       {"video", "a frame each 40 ms, blocks of 1024 B, headers of RTP, JPEG and UDP beside each"}};
  return result;
}

}  // namespace

LabDefinition latecki04_capacity_steps_lab() {
  return {
      .place = 70,
      .name = "latecki04.capacity-steps",
      .title = "Rate control when the link's rate changes",
      .paper =
          "RFC 8867 (Test Cases for Evaluating Congestion Control for Interactive Real-Time Media), §5.1: Variable "
          "Available Capacity with a Single Flow",
      .paper_says =
          "One flow on a path whose capacity goes from 1 to 2.5 Mbit/s at 40 s, to 0.6 at 60 s and back to 1 at 80 s, "
          "with 50 ms of delay and 300 ms of queue. A controller is judged by how much of it it uses, at what delay "
          "and loss. The RFC prints no results.",
      .how =
          "In virtual time: synthetic sound and picture through the steps of a call; each figure is the mean "
          "over the seeds. A fixed rate beside it shows what the steps do to a sender that does not listen.",
      .look_for =
          "How long the rate takes to follow each step of the link, and how high the delay climbs when the link falls.",
      .questions =
          {{"Why is a fall of the rate worse than a rise?",
            "After a rise something is left unused; after a fall the queue fills at once, and everything in it "
            "waits."},
           {"Why does the fixed rate do well for a while?",
            "900 kbit/s fit into 1 and 2.5 Mbit/s; at 0.6 they fill the queue for as long as the step lasts."}},
      .parameters = {{"controller", "two-stream", "in the words of --rate-control"},
                     {"beside", "fixed:900kbit", "what it is compared with, in the same words"},
                     LabParameter::count("repetitions", "30", "runs of each, a seed each, times the scale", 1, 1000)},
      .live = false,
      .refuses = refused_latecki04_capacity_steps,
      .design = steps_design,
      .cell_seconds = [](const LabRun&) { return 0.2; },
      .cell = measure_steps,
      .judge = judge_steps};
}

}  // namespace jitterscope
