// The lab nahrstedt94.os-versus-network: whose the delay of a frame is, the operating system's or the network's, by the
// rate of the link (Fig. 7).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <tuple>

#include "core/base/stats/estimate.h"
#include "core/lab/analyzed_call/analyzed_call.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope {
namespace nahrstedt94 {
namespace {

constexpr const char *kRate = "link_mbps", *kNoLink = "none";
constexpr double kShareSetUp_s = 2, kFallThatMatters = 0.1, kMostMbps = 10'000;

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

/// Of each repetition in which two of the rates have it between them.
RepeatedValues equal_rates(const DoneCells& cells, const std::vector<double>& rates, const std::string& share) {
  std::map<RepeatedValues::Place, std::vector<std::pair<double, double>>> by_repetition;
  for (const double rate : rates) {
    const RepeatedValues shares = cells.values({{kRate, levels_of({rate}).front()}}, share);
    for (const auto& [where, value] : shares.by_place()) by_repetition[where].emplace_back(rate, value);
  }
  RepeatedValues equal;
  for (const auto& [where, points] : by_repetition) equal.set(where, equal_rate(points));
  return equal;
}

LabTable shares_table(const DoneCells& cells, const std::vector<std::string>& levels) {
  LabTable table{"shares",
                 {"link_mbps", "medium", "n", "os_share", "low_95", "high_95", "network_share", "socket_ms",
                  "kernel_to_user_ms", "queue_ms", "link_ms"},
                 {}};
  for (const std::string medium : {"video", "audio"})
    for (const std::string& level : levels) {
      const auto values = [&](const std::string& number) {
        return cells.values({{kRate, level}}, medium + "." + number);
      };
      const std::vector<double> shares = values("os_share").list();
      const auto mean = estimate(shares);
      std::vector<TableField> row{level, medium, static_cast<double>(shares.size())};
      row.push_back(table_field(mean ? std::optional(mean->mean) : std::nullopt));
      row.push_back(table_field(mean ? mean->low() : std::nullopt));
      row.push_back(table_field(mean ? mean->high() : std::nullopt));
      row.push_back(table_field(values("network_share").mean()));
      for (const char* part : {"socket", "kernel_to_user", "queue", "link"})
        row.push_back(table_field(values(fmt::format("delay_split_ms.{}.mean", part)).mean()));
      table.rows.push_back(std::move(row));
    }
  return table;
}

LabPlot shares_plot(const DoneCells& cells, const std::vector<std::string>& levels) {
  LabPlot plot{.name = "os_share",
               .title = "Whose the delay is (Fig. 7)",
               .x_label = "Rate of the link, Mbit/s",
               .y_label = "Operating system's share of both",
               .categories = levels,
               .remark = "None: without a link and its relay. Fig. 7 has no printed numbers."};
  for (const auto& [medium, name] : {std::pair("video.os_share", "picture"), std::pair("audio.os_share", "sound")}) {
    std::vector<std::pair<double, std::vector<double>>> samples;
    for (std::size_t i = 0; i < levels.size(); ++i)
      samples.emplace_back(static_cast<double>(i), cells.values({{kRate, levels[i]}}, medium).list());
    plot.layers.push_back(means_layer(name, samples));
  }
  plot.layers.push_back({.name = "both make as much",
                         .mark = PlotMark::kLine,
                         .points = {{.x = 0, .y = 0.5}, {.x = static_cast<double>(levels.size() - 1), .y = 0.5}}});
  return plot;
}

LabResult judge_share(const LabRun& run, const DoneCells& cells) {
  const std::vector<double> rates = *rates_of(run);
  std::vector<std::string> levels = levels_of(rates);
  const auto share = [&](const std::string& rate) { return cells.values({{kRate, rate}}, "video.os_share"); };
  Findings findings;
  findings.above(
      {.id = "os_above_network_without_link",
       .statement = "On a quiet network the operating system makes most of a frame's delay (Fig. 7): its share "
                    "of what both make, without a link.",
       .reason = "\"OS contributions can be larger than network contributions in some scenarios, such as "
                 "lightly loaded LANs\" (§3); larger is more than half.",
       .if_not = "the loopback interface's own time is counted as the network's"},
      share(kNoLink), 0.5);
  findings.above(
      {.id = "os_share_falls_with_the_rate",
       .statement = "The operating system's share falls as the link gets slower: that of the fastest link less that of "
                    "the slowest, both through the relay.",
       .reason = "Ours: Fig. 7 has one network; a tenth matters.",
       .if_not = "even the slowest of these links is quick beside the operating system"},
      rates.size() > 1 ? share(levels.back()) - share(levels.front()) : RepeatedValues(), kFallThatMatters);
  for (const auto& [id, what, number] : {std::tuple("equal_at_mbps", "a picture", "video.os_share"),
                                         std::tuple("sound_equal_at_mbps", "sound", "audio.os_share")}) {
    const RepeatedValues equal = equal_rates(cells, rates, number);
    findings.not_judged(
        {.id = id,
         .statement = fmt::format("The rate of the link at which both make as much of the delay of {}, of the "
                                  "repetitions in which two of the rates have it between them.",
                                  what),
         .unit = "Mbit/s",
         .ratio = true},
        equal, Criterion::above(0), equal.empty() ? "there is no such repetition." : "the paper has no such rate.");
  }
  levels.emplace_back(kNoLink);
  LabResult result;
  result.findings = findings.all();
  result.tables = {shares_table(cells, levels)};
  result.plots = {shares_plot(cells, levels)};
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
      .figures = "Fig 7",
      .paper_says =
          "On a lightly loaded LAN the operating system makes more of the delay of a video frame than the network: the "
          "time to display it over IPC is the least that any networked application needs.",
      .how =
          "Live only. Two processes of this program hold a call of some seconds through the relay's link of each rate, "
          "and without a link. The delay split of what is received gives the shares: the operating system's parts are "
          "socket, kernel_to_user, and the times in which a thread could have run and did not, which no part of its "
          "own has; the network's are queue and link, of the packet that completes a picture or of one of sound. Work "
          "(encoding, decoding) and deliberate waiting (shaping, playout) are in neither. The relay is a process of "
          "this machine, too: what it waits for a processor is in link, as the fastest link shows, which has little "
          "else.",
      .look_for = "Where the share of the operating system crosses one half, and that the sound crosses elsewhere.",
      .questions = {{"Why does the sound need a faster link than the picture until both make as much?",
                     "A picture passes more threads, each of which may wait for a processor, so that the operating "
                     "system's part of it is the larger one; their packets take about as long on the link."},
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
