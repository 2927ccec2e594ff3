// The lab latecki04.congestion: how soon and how surely the trend of the sound's delays shows that a picture is too
// much for the link (§3.1, Figures 1 to 5). Measuring a cell; its judge: congestion_judge.cpp.
#include "core/lab/latecki04/congestion_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/algorithms/link/network.h"
#include "core/algorithms/rate/trend.h"
#include "core/base/stats/percentiles.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope {
namespace latecki04 {
namespace {

constexpr std::size_t kStep = 8;  // packets between two windows, as `analyze` has it
constexpr double kAlone_s = 40, kPicture_s = 40, kStarved_s = 120, kShortestStarved_s = 60;
constexpr double kPacket_s = 0.04, kFull = 0.95;
constexpr int kAround_s = 5, kOthersBytes = 146;
constexpr double kCourse_ms = 100;
constexpr double kCell_s = 0.3;

std::vector<double> others_of(const LabRun& run) {
  return parse_numbers(run.settings.at("cross-kbps"), 0, 1000).value_or(std::vector<double>{0});
}

RateScenario congestion_scenario(const LabRun& run, const LabCell& cell) {
  const std::string& picture = cell.level(kPicture);
  RateScenario scenario;
  scenario.control = {};
  scenario.link.up.rate =
      DataRate::kbits_per_second(number(run, picture == kStarved ? "starved-kbps" : "available-kbps"));
  if (picture == kStarved) {
    scenario.alone_before = Duration::from_seconds(std::max(kStarved_s * run.scale, kShortestStarved_s));
    scenario.with_picture = scenario.alone_after = Duration();
    return scenario;
  }
  scenario.wanted = DataRate::kbits_per_second(number(run, picture == kTcp ? "tcp-video-kbps" : "video-kbps"));
  if (picture == kTcp) scenario.tcp.emplace();
  scenario.alone_before = scenario.alone_after = Duration::from_seconds(kAlone_s * run.scale);
  scenario.with_picture = Duration::from_seconds(kPicture_s * run.scale);
  BackgroundSetting others;
  others.kilobytes_per_second = cell.number(kOthers) / 8;
  others.packet_bytes = kOthersBytes;
  if (others.kilobytes_per_second > 0) scenario.cross = {{others, Duration(), scenario.length()}};
  return scenario;
}

/// How the true queue goes around a time.
enum class Course : std::uint8_t { kUnknown, kFlat, kRises, kFalls };

/// Of each second: by the mean of five seconds after it less that of five before, whatever K is.
std::vector<Course> courses_of(const std::vector<double>& queue_ms) {
  std::vector<Course> all(queue_ms.size(), Course::kUnknown);
  for (std::size_t second = kAround_s; second + kAround_s < queue_ms.size(); ++second) {
    double change = 0;
    for (std::size_t i = 1; i <= kAround_s; ++i) change += (queue_ms[second + i] - queue_ms[second - i]) / kAround_s;
    all[second] = change > kCourse_ms ? Course::kRises : change < -kCourse_ms ? Course::kFalls : Course::kFlat;
  }
  return all;
}

/// The trend of the sound's delays at one packet, by all scales.
struct Seen {
  double began_s = 0, at_s = 0;  // when the first packet of the longest window was sent, and when the last one was
  std::array<std::optional<TrendFigures>, kTrendScales> scales = {};
  Course course = Course::kUnknown;                     // at the last packet
  std::array<Course, kTrendScales> middle_course = {};  // at the middle of each window
};

std::vector<Seen> seen_of(const std::vector<SoundFate>& sound, const std::vector<Course>& courses) {
  std::vector<double> delays, sent;
  for (const SoundFate& packet : sound)
    if (packet.delay) delays.push_back(packet.delay->ms()), sent.push_back(packet.sent.seconds());
  const auto course_at = [&](std::size_t packet) {
    const auto second = static_cast<std::size_t>(sent[packet]);
    return second < courses.size() ? courses[second] : Course::kUnknown;
  };
  std::vector<Seen> all;
  for (std::size_t end = kScales[0]; end <= delays.size(); end += kStep) {
    Seen one{.at_s = sent[end - 1], .course = course_at(end - 1)};
    for (std::size_t scale = 0; scale < kTrendScales; ++scale) {
      if (end < kScales[scale]) continue;
      one.scales[scale] =
          trend_of(std::span(delays).subspan(end - kScales[scale], kScales[scale]), {}, TrendSetting{}.epsilon.ms());
      one.middle_course[scale] = course_at(end - kScales[scale] / 2);
    }
    const std::size_t longest = kScales[kTrendScales - 1];
    one.began_s = sent[end >= longest ? end - longest : 0];
    all.push_back(one);
  }
  return all;
}

/// What windows say of the course of the queue at one moment of each.
struct Sayings {
  double rising = 0, falling = 0, caught = 0, contrary = 0;
  void add(Course course, TrendPhase phase) {
    if (course == Course::kRises)
      ++rising, caught += phase == TrendPhase::kIncreasing, contrary += phase == TrendPhase::kDecreasing;
    else if (course == Course::kFalls)
      ++falling, contrary += phase == TrendPhase::kIncreasing;
  }
};

void count_scale(const std::vector<Seen>& all, std::size_t scale, const RateScenario& scenario,
                 std::optional<double> full_s, CellFigures& out) {
  const double begins = scenario.alone_before.seconds(), length = scenario.with_picture.seconds();
  double alarms = 0, flat_s = 0;
  Sayings middle, end;
  std::optional<double> detected;
  bool before = false;
  for (const Seen& one : all) {
    if (!one.scales[scale]) continue;
    const bool increasing = one.scales[scale]->phase == TrendPhase::kIncreasing;
    const bool begun = increasing && !before;
    before = increasing;
    if (one.course == Course::kFlat) flat_s += kStep * kPacket_s, alarms += begun;
    if (one.at_s < begins || one.at_s >= begins + length) continue;
    if (begun && !detected) detected = one.at_s - begins;
    middle.add(one.middle_course[scale], one.scales[scale]->phase);
    end.add(one.course, one.scales[scale]->phase);
  }
  const std::string of = fmt::format(".{}", kScales[scale]);
  const auto share = [](double part, double whole) { return whole > 0 ? std::optional(part / whole) : std::nullopt; };
  out.set("detection_s" + of, detected.value_or(length));
  if (full_s && *full_s > begins) out.set("lead_s" + of, *full_s - begins - detected.value_or(length));
  out.set("false_alarms_per_minute" + of, share(alarms * 60, flat_s));
  for (const auto& [suffix, said] : {std::pair("", middle), std::pair("_at_once", end)}) {
    out.set(std::string("caught") + suffix + of, share(said.caught, said.rising));
    out.set(std::string("contrary") + suffix + of, share(said.contrary, said.rising + said.falling));
  }
}

/// Of the windows whose packets were all sent at a full queue.
std::optional<double> increasing_when_full(const std::vector<Seen>& all, std::optional<double> full_s) {
  double verdicts = 0, rises = 0;
  for (const Seen& one : all) {
    if (!full_s || one.began_s < *full_s) continue;
    ++verdicts, rises += trend_verdict(one.scales).value_or(0) == 1;
  }
  return verdicts > 0 ? std::optional(rises / verdicts) : std::nullopt;
}

void draw_congestion(const RateRun& ran, const std::vector<Seen>& all, const std::vector<double>& queue_ms,
                     CellFigures& out) {
  const auto packet = [](double seconds) { return seconds / kPacket_s; };
  for (const Seen& one : all) {
    out.samples["at"].push_back(packet(one.at_s));
    out.samples["verdict"].push_back(trend_verdict(one.scales).value_or(0));
    for (std::size_t scale = 0; scale < kTrendScales; ++scale) {
      if (!one.scales[scale]) continue;
      out.samples[fmt::format("at.{}", kScales[scale])].push_back(packet(one.at_s));
      out.samples[fmt::format("pct.{}", kScales[scale])].push_back(one.scales[scale]->pct);
      out.samples[fmt::format("pdt.{}", kScales[scale])].push_back(one.scales[scale]->pdt);
    }
  }
  for (std::size_t i = 0; i < ran.sound.size(); i += 5)
    if (ran.sound[i].delay) {
      out.samples["sent"].push_back(packet(ran.sound[i].sent.seconds()));
      out.samples["delay_ms"].push_back(ran.sound[i].delay->ms());
    }
  for (std::size_t second = 0; second < queue_ms.size(); ++second)
    out.samples["second"].push_back(packet(static_cast<double>(second) + 0.5));
  out.samples["queue_ms"] = queue_ms;
}

std::optional<CellFigures> measure_congestion(const LabRun& run, const LabCell& cell, std::string& error) {
  const RateScenario scenario = congestion_scenario(run, cell);
  const auto ran = simulate(scenario, cell.seed, error);
  if (!ran) return std::nullopt;
  std::vector<double> queue_ms;
  std::optional<double> full_s;
  const double full_bytes = kFull * kQueueBytes;
  for (const LinkSecond& second : ran->seconds) {
    if (!full_s && static_cast<double>(second.queue_bytes) >= full_bytes) full_s = static_cast<double>(queue_ms.size());
    queue_ms.push_back(static_cast<double>(second.queue_bytes) * 8 / scenario.link.up.rate->kbits_per_second());
  }
  const std::vector<Seen> all = seen_of(ran->sound, courses_of(queue_ms));
  CellFigures figures;
  if (cell.level(kPicture) == kStarved)
    figures.set("increasing_when_full", increasing_when_full(all, full_s));
  else
    for (std::size_t scale = 0; scale < kTrendScales; ++scale) count_scale(all, scale, scenario, full_s, figures);
  const auto lost = std::ranges::count_if(ran->sound, [](const SoundFate& packet) { return !packet.delay; });
  if (!ran->sound.empty())
    figures.set("audio_loss", static_cast<double>(lost) / static_cast<double>(ran->sound.size()));
  if (cell.repetition == 1 && cell.number(kOthers) == drawn_others(others_of(run)))
    draw_congestion(*ran, all, queue_ms, figures);
  return figures;
}

LabDesign congestion_design(const LabRun& run) {
  const auto others = levels_of(others_of(run));
  const std::string starved_with = levels_of({drawn_others(others_of(run))}).front();  // none of it is on that link
  return {{{kPicture, {kUdp, kTcp, kStarved}}, {kOthers, others}},
          static_cast<int>(number(run, "repetitions")),
          [starved_with](const LabCell& cell) {
            return cell.level(kPicture) != kStarved || cell.level(kOthers) == starved_with;
          }};
}

std::string refused_congestion(const LabRun& run) {
  if (parse_numbers(run.settings.at("cross-kbps"), 0, 1000)) return {};
  return "cross-kbps takes up to 32 rates of 0 to 1000 joined by commas, as 0,10,30.";
}

}  // namespace

double drawn_others(const std::vector<double>& others) {
  return others[others.size() / 2];
}

}  // namespace latecki04

LabDefinition latecki04_congestion_lab() {
  return {
      .place = 65,
      .name = "latecki04.congestion",
      .title = "Seeing congestion come: the trend of one-way delays",
      .paper =
          "Latecki, Jin, Mulik: A Two-Stream Approach for Adaptive Rate Control in Multimedia Applications (2004), "
          "§3.1, Figures 1 to 5",
      .figures = "Figs 1 to 5",
      .paper_says =
          "While a queue fills, the one-way delays of a steady stream of sound rise; once it is full they are stable "
          "again. Two tests, PCT and PDT, on the medians of groups of K delays see the rise. A short K suits a picture "
          "over UDP, a long one a picture over TCP, whose delays are noisy; three K at once decide together.",
      .how =
          "In virtual time, as in Figures 1 and 3: 40 s of sound alone, 40 s with a picture of 120 kbit/s over UDP or "
          "100 "
          "over TCP into 100 available, 40 s of sound alone again, beside none or some Poisson traffic of others; and "
          "sound alone on a link below its own rate. The tests are those of a call (epsilon 0.5 ms, L = 0.25, U = 0.5, "
          "groups of the root of K), on a window that ends at each 8th packet. The truth is the link's own queue: it "
          "rises or falls where its mean over five seconds after is 100 ms more or less than over five before, at the "
          "middle of a window: what a window shows is one thing, how late it shows it another. The queue's 32 000 "
          "bytes are ours; the paper does not print it.",
      .look_for =
          "The few seconds in which the delay climbs: the decision must come there, since at the full queue it is "
          "silent again. Over TCP, how the shortest scale jumps about where the longest is steady.",
      .questions = {{"Why is a full queue the hardest case for a test of trends?",
                     "Its delays are as stable as those of an empty one. Only their height and the losses tell."},
                    {"What would a larger epsilon do?",
                     "Fewer false alarms, and a slow rise would be seen later or not at all."}},
      .parameters = {LabParameter::count("repetitions", "30", "of each case, a seed each", 1, 1000),
                     {"available-kbps", "100", "of the link", 40, 10000},
                     {"video-kbps", "120", "of the picture over UDP, headers included", 10, 10000},
                     {"tcp-video-kbps", "100", "of the picture over TCP", 10, 10000},
                     {"starved-kbps", "20", "of the link that is below the sound's own rate of 29", 5, 29},
                     {"cross-kbps", "0,10,30", "traffic of others all the time: UDP payload, Poisson; several rates"}},
      .live = false,
      .refuses = latecki04::refused_congestion,
      .design = latecki04::congestion_design,
      .cell_seconds = [](const LabRun& run) { return latecki04::kCell_s * run.scale; },
      .cell = latecki04::measure_congestion,
      .judge = latecki04::judge_congestion};
}

}  // namespace jitterscope
