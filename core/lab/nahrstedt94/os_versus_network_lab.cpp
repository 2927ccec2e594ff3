// The lab nahrstedt94.os-versus-network: whose the delay of a frame is, the operating system's or the network's, by the
// rate of the link (Fig. 7).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/lab/analyzed_call/analyzed_call.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope {
namespace nahrstedt94 {
namespace {

constexpr const char *kRate = "link_mbps", *kNoLink = "none";
constexpr const char* kShare = "video.os_share";
constexpr double kShareSetUp_s = 4, kFallThatMatters = 0.1, kMostMbps = 10'000;

std::optional<std::vector<double>> rates_of(const LabRun& run) {
  return parse_numbers(run.settings.at("rates"), 0.5, kMostMbps);
}

LabDesign share_design(const LabRun& run) {
  std::vector<std::string> rates = levels_of(*rates_of(run));
  rates.emplace_back(kNoLink);
  return {{{kRate, rates}}, static_cast<int>(number(run, "repetitions"))};
}

double share_seconds(const LabRun& run) {
  return std::max(number(run, "seconds") * run.scale, 3.0);
}

std::optional<CellFigures> measure_share(const LabRun& run, const LabCell& cell, std::string& error) {
  CallOptions options{{"video", "synthetic:320x240@10"}, {"audio", "tone"}, {"jpeg-quality", "70"}};
  if (cell.level(kRate) != kNoLink) options["link"] = fmt::format("rate={}mbit,queue=200", cell.level(kRate));
  const std::string folder = trace_folder(run, cell);
  auto figures = live_call(options, share_seconds(run), cell.seed, folder, error);
  if (!figures) return std::nullopt;
  figures->samples.clear();
  if (!folder.empty())
    figures->trace =
        std::filesystem::path(folder).lexically_relative(std::filesystem::absolute(run.folder)) / "room-b.jscope";
  return figures;
}

/// The rate at which both shares are one half: between the two rates about it, by the logarithm. nullopt: there is
/// none.
std::optional<double> equal_rate(const std::vector<std::pair<double, double>>& share_of_rate) {
  for (std::size_t i = 1; i < share_of_rate.size(); ++i) {
    const auto& [slow, below] = share_of_rate[i - 1];
    const auto& [fast, above] = share_of_rate[i];
    if (below <= 0.5 && above > 0.5)
      return std::exp(std::log(slow) + (0.5 - below) / (above - below) * (std::log(fast) - std::log(slow)));
  }
  return std::nullopt;
}

LabResult judge_share(const LabRun& run, const DoneCells& cells) {
  const std::vector<double> rates = *rates_of(run);
  const auto share = [&](const std::string& rate, const char* number) { return cells.values({{kRate, rate}}, number); };
  const std::string slowest = levels_of({rates.front()}).front();
  Findings findings;
  findings.above(
      {.id = "os_above_network_without_link",
       .statement = "On a quiet network the operating system makes most of a frame's delay (Fig. 7): its share "
                    "of what both make, without a link.",
       .reason = "\"OS contributions can be larger than network contributions in some scenarios, such as "
                 "lightly loaded LANs\" (§3); that most is more than half is arithmetic.",
       .if_not = "the loopback interface's own time is counted as the network's"},
      share(kNoLink, kShare), 0.5);
  findings.above(
      {.id = "os_share_falls_with_the_rate",
       .statement = "The operating system's share falls as the link gets slower: that without a link less that "
                    "of the slowest link.",
       .reason = "Ours: Fig. 7 has one network; a tenth matters.",
       .if_not = "even the slowest of these links is quick beside the operating system"},
      share(kNoLink, kShare) - share(slowest, kShare), kFallThatMatters);
  LabTable table{"shares", {"link_mbps", "n", "os_share", "network_share", "link_ms", "kernel_to_user_ms"}, {}};
  LabPlot plot{.name = "os_share",
               .title = "Whose the delay is (Fig. 7)",
               .x_label = "log10 of the link's rate, Mbit/s",
               .y_label = "Share of both, operating system",
               .remark = "Without a link nothing is serialised: it stands beyond the fastest link."};
  std::vector<std::pair<double, std::vector<double>>> of_video, of_audio;
  std::map<RepeatedValues::Place, std::vector<std::pair<double, double>>> by_repetition;
  std::vector<std::string> levels = levels_of(rates);
  levels.emplace_back(kNoLink);
  for (const std::string& level : levels) {
    const double place = level == kNoLink ? std::log10(rates.back()) + 0.5 : std::log10(std::stod(level));
    const RepeatedValues shares = share(level, kShare);
    of_video.emplace_back(place, shares.list());
    of_audio.emplace_back(place, share(level, "audio.os_share").list());
    if (level != kNoLink)
      for (const auto& [where, value] : shares.by_place()) by_repetition[where].emplace_back(std::stod(level), value);
    table.rows.push_back({level, static_cast<double>(of_video.back().second.size()), table_field(shares.mean()),
                          table_field(share(level, "video.network_share").mean()),
                          table_field(share(level, "video.delay_split_ms.link.mean").mean()),
                          table_field(share(level, "video.delay_split_ms.kernel_to_user.mean").mean())});
  }
  RepeatedValues equal;
  for (const auto& [where, points] : by_repetition) equal.set(where, equal_rate(points));
  findings.not_judged({.id = "equal_at_mbps",
                       .statement = "The rate of the link at which both make as much of a frame's delay.",
                       .unit = "Mbit/s"},
                      equal.mean(), Criterion::above(0),
                      equal.empty() ? "no pair of these rates has it between them." : "the paper has no such rate.");
  LabResult result;
  result.findings = findings.all();
  if (equal.list().size() > 1) {
    PlotPoint both{.x = std::log10(*equal.mean()), .y = 0.5};
    plot.layers.push_back({.name = "equal", .points = {both}, .printed = true});
  }
  plot.layers.push_back(means_layer("picture", of_video));
  plot.layers.push_back(means_layer("sound", of_audio));
  result.tables = {table};
  result.plots = {plot};
  return result;
}

}  // namespace
}  // namespace nahrstedt94

LabDefinition nahrstedt94_os_versus_network_lab() {
  using namespace nahrstedt94;
  return {
      .place = 55,
      .name = "nahrstedt94.os-versus-network",
      .title = "Whose the delay is: the operating system's or the network's",
      .paper = "Nahrstedt, Smith: Experimental Study of Issues in End-to-End QoS (1994), §3, Figure 7",
      .paper_says =
          "On a lightly loaded LAN the operating system makes more of the delay of a video frame than the network: the "
          "time to display it over IPC is the least that any networked application needs.",
      .how =
          "Live only. Two processes of this program hold a call of some seconds through the relay's link of each rate, "
          "and without a link. The delay split of the received picture gives the shares: the operating system's parts "
          "are socket, kernel to user, and the times in which a thread could have run and did not; the network's are "
          "queue and link. Work (encoding, decoding) and deliberate waiting (shaping, playout) are in neither.",
      .look_for = "Where the share of the operating system crosses one half, and that the sound crosses elsewhere.",
      .questions = {{"Why is the sound's crossing at another rate than the picture's?",
                     "A packet of sound is small: its time on a link is short, and the same wake-up weighs more."},
                    {"What would a real-time class change?",
                     "The operating system's part; with it the crossing moves to a faster link."}},
      .parameters = {LabParameter::count("repetitions", "3", "of each rate", 1, 100),
                     {"rates", "2,5,10,30,100,1000", "of the link, Mbit/s"},
                     {"seconds", "6", "of each call, times the scale, at least 3", 3, 3600}},
      .simulated = false,
      .judged_settings = {{"repetitions", "9"}},
      .refuses = [](const LabRun& run) -> std::string {
        return rates_of(run) ? "" : "rates takes numbers of Mbit/s from 0.5 to 10000, joined by commas.";
      },
      .design = share_design,
      .cell_seconds = [](const LabRun& run) { return share_seconds(run) + kShareSetUp_s; },
      .cell = measure_share,
      .judge = judge_share};
}

}  // namespace jitterscope
