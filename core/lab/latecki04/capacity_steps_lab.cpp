#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/stats/percentiles.h"
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

struct Outcome {
  std::string controller;
  std::vector<RateRun> runs;
};

template <typename Figure>
std::optional<double> mean_of_runs(const std::vector<RateRun>& runs, const Figure& figure) {
  double sum = 0, count = 0;
  for (const RateRun& run : runs)
    if (const std::optional<double> value = figure(run)) sum += *value, ++count;
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

LabTable steps_table(const std::vector<Outcome>& outcomes) {
  LabTable out{"capacity_steps",
               {"controller", "from_s", "until_s", "capacity_kbps", "utilisation", "delay_p50_ms", "delay_p95_ms",
                "frame_delay_p50_ms", "frame_delay_p95_ms", "audio_loss", "frame_loss"},
               {}};
  std::vector<CapacityStep> stretches(kSteps.begin(), kSteps.end());
  stretches.push_back({0, kEnd_s, 0});
  for (const Outcome& one : outcomes)
    for (const CapacityStep& step : stretches) {
      const auto of = [&](auto member) {
        return table_field(mean_of_runs(one.runs, [&](const RateRun& run) {
          return std::optional<double>(stretch_of(run, step.from_s, step.until_s).*member);
        }));
      };
      out.rows.push_back({one.controller, step.from_s, step.until_s,
                          step.kbps > 0 ? TableField(step.kbps) : TableField(), of(&Stretch::utilisation),
                          of(&Stretch::delay_p50_ms), of(&Stretch::delay_p95_ms), of(&Stretch::frame_delay_p50_ms),
                          of(&Stretch::frame_delay_p95_ms), of(&Stretch::sound_loss), of(&Stretch::frame_loss)});
    }
  return out;
}

std::vector<Finding> findings_of(const Outcome& controlled) {
  std::vector<Finding> all;
  const auto add = [&](std::string id, std::string statement, std::string unit, Criterion criterion,
                       const auto& figure) {
    all.push_back({std::move(id), std::move(statement), std::nullopt, mean_of_runs(controlled.runs, figure),
                   std::move(unit), criterion});
  };
  add("rise.seconds",
      fmt::format(
          "After the rise from 1 to 2.5 Mbit/s {:g} % of the link are in use (3 s mean); a run in which they never "
          "are counts as {:g} s.",
          kUse * 100, kNever_s),
      "s", Criterion::between(0, kMostRise_s),
      [](const RateRun& run) { return std::optional(seconds_to_use(run, 40, 60).value_or(kNever_s)); });
  add("fall.seconds",
      "After the fall from 2.5 to 0.6 Mbit/s the rate is found and the queue drains: to the first second of which 19 "
      "of "
      "20 "
      "packets of sound are at most 100 ms over the base; a run that has none counts as 20 s.",
      "s", Criterion::between(0, kMostFall_s),
      [](const RateRun& run) { return std::optional(recovery_of(run, 60, 80).seconds.value_or(20)); });
  add("fall.late_afterwards",
      "From then on, up to the next step, little of the sound is later than that or lost: what later probes cost.",
      "of packets", Criterion::between(0, kMostLate),
      [](const RateRun& run) { return std::optional(recovery_of(run, 60, 80).late); });
  add("audio_loss", "Hardly any sound is lost over the whole run.", "of packets", Criterion::between(0, 0.01),
      [](const RateRun& run) { return stretch_of(run, 0, kEnd_s).sound_loss; });
  add("utilisation", "The link is used well over the whole run, searches and breaks included.", "of the link",
      Criterion::above(kLeastUseAfterRise),
      [](const RateRun& run) { return std::optional(stretch_of(run, 0, kEnd_s).utilisation); });
  add("delay_p95_ms", "Nineteen packets of sound of twenty arrive with little queueing (base 50 ms).", "ms",
      Criterion::below(kBase_ms + kDelayOverBase_ms),
      [](const RateRun& run) { return stretch_of(run, 0, kEnd_s).delay_p95_ms; });
  return all;
}

void add_series(const std::vector<Outcome>& outcomes, LabResult& result) {
  LabSeries capacity{"rate_kbps: link", "s", "kbit/s", {}};
  for (const CapacityStep& step : kSteps) {
    capacity.points.emplace_back(step.from_s, step.kbps);
    capacity.points.emplace_back(step.until_s, step.kbps);
  }
  result.series.push_back(std::move(capacity));
  for (const Outcome& one : outcomes) {
    LabSeries rate{"rate_kbps: " + one.controller, "s", "kbit/s", {}};
    LabSeries delay{"audio_delay_ms: " + one.controller, "s", "ms", {}};
    const RateRun& run = one.runs.front();
    for (std::size_t second = 0; second < run.seconds.size(); ++second)
      rate.points.emplace_back(static_cast<double>(second) + 0.5, media_kbps(run.seconds[second]));
    for (const SoundFate& packet : run.sound)
      if (packet.delay) delay.points.emplace_back(packet.sent.seconds(), packet.delay->ms());
    result.series.push_back(std::move(rate));
    result.series.push_back(std::move(delay));
  }
}

/// Which controller is judged.
std::string headline_of(const LabRun& run) {
  const auto words = [&](const char* parameter) {
    const std::string named = controller_words(run, parameter);
    return named.empty() ? "none" : named;
  };
  return "The controller judged is " + words("controller") + "; beside it stands " + words("beside") + ".";
}

std::optional<LabResult> execute_latecki04_capacity_steps(const LabRun& run, std::string& error) {
  std::vector<Outcome> outcomes;
  const int seeds = scaled_count(run, "seeds", 1);
  double done = 0;
  for (const char* parameter : {"controller", "beside"}) {
    const std::string& words = run.settings.at(parameter);
    const auto control = controller_of(run, parameter, error);
    if (!control) return std::nullopt;
    outcomes.push_back({words, {}});
    for (int i = 0; i < seeds; ++i) {
      run.progress(done++ / (2.0 * seeds), words);
      auto ran = simulate(scenario_of_steps(*control), run.seed + static_cast<std::uint64_t>(i), error);
      if (!ran) return std::nullopt;
      outcomes.back().runs.push_back(std::move(*ran));
    }
  }
  LabResult result;
  result.headline = headline_of(run);
  result.findings = findings_of(outcomes.front());
  result.tables = {steps_table(outcomes)};
  add_series(outcomes, result);
  result.parameters = {{"link", kStepsLink},
                       {"queue_ms", "300 at 1 Mbit/s: 37 500 B throughout"},
                       {"audio", "104 B each 40 ms"},
                       {"video", "a frame each 40 ms, blocks of 1024 B, headers of RTP, JPEG and UDP beside each"},
                       {"controller", outcomes[0].controller},
                       {"beside", outcomes[1].controller},
                       {"seeds", double(seeds)}};
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
      .parameters = {{"controller", "two-stream", "in the words of --rate-control"},
                     {"beside", "fixed:900kbit", "what it is compared with, in the same words"},
                     LabParameter::count("seeds", "100", "runs of each, from the seed given upwards", 1, 1000)},
      .live = false,
      .refuses = refused_latecki04_capacity_steps,
      .execute = execute_latecki04_capacity_steps};
}

}  // namespace jitterscope
