// The lab own.matrix: a call in every combination of options that one likes to compare.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/base/stats/estimate.h"
#include "core/base/stats/exact_tests.h"
#include "core/lab/analyzed_call/analyzed_call.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope {
namespace own {
namespace {

constexpr double kSetUp_s = 3;  // of a live call, beside its own time
constexpr double kSimulatedShare = 0.01,
                 kStart_s = 0.1;  // of a call's time that a simulated one takes, and its process
constexpr std::size_t kMostFactors = 6, kMostCombinations = 200;

std::vector<LabFactor> factors_of(const LabRun& run) {
  if (!run.factors.empty()) return run.factors;
  return {{"shaping", {"a", "c"}}, {"link", {"rate=2mbit,queue=8", "rate=3mbit,queue=8"}}};
}

std::vector<std::string> figures_of(const LabRun& run) {
  std::vector<std::string> names;
  std::istringstream in(run.settings.at("figures"));
  for (std::string name; std::getline(in, name, ',');)
    if (!name.empty()) names.push_back(name);
  return names;
}

std::string refused(const LabRun& run) {
  std::string error;
  const auto options = parse_options(run.settings.at("options"), error);
  if (!options) return error;
  const auto factors = factors_of(run);
  std::size_t combinations = 1;
  for (const LabFactor& factor : factors) {
    combinations *= factor.levels.size();
    if (options->contains(factor.name))
      return fmt::format("{} is a factor and stands in options too: leave it out of one.", factor.name);
    if (std::ranges::count(factors, factor.name, &LabFactor::name) > 1)
      return fmt::format("{} is a factor twice.", factor.name);
    for (const std::string& level : factor.levels) {
      if (std::ranges::count(factor.levels, level) > 1)
        return fmt::format("{} has the level {} twice.", factor.name, level);
      if (error = why_no_option(factor.name, level, run.live); !error.empty()) return error;
    }
  }
  if (factors.size() > kMostFactors || combinations > kMostCombinations)
    return fmt::format("There are {} combinations of {} factors; {} of {} are the most.", combinations, factors.size(),
                       kMostCombinations, kMostFactors);
  for (const auto& [name, words] : *options)
    if (error = why_no_option(name, words, run.live); !error.empty()) return error;
  return figures_of(run).empty() ? "figures takes names of figures, joined by commas." : "";
}

double seconds_of(const LabRun& run) {
  return std::max(number(run, "seconds") * run.scale, 1.0);
}

std::optional<CellFigures> measure(const LabRun& run, const LabCell& cell, std::string& error) {
  auto options = parse_options(run.settings.at("options"), error);
  if (!options) return std::nullopt;
  for (const auto& [name, level] : cell.levels) (*options)[name] = level;
  if (!run.live) {
    auto figures = simulated_call(*options, seconds_of(run), cell.seed, error);
    if (figures) figures->samples.clear();  // nothing is drawn of them
    return figures;
  }
  const std::string folder = trace_folder(run, cell);
  auto figures = live_call(*options, seconds_of(run), cell.seed, folder, error);
  if (figures && !folder.empty()) figures->trace = std::filesystem::relative(folder, run.folder) / "room-b.jscope";
  return figures;
}

/// Each combination's mean of each figure, with the interval over its repetitions.
LabTable means_table(const DoneCells& cells, const LabDesign& design, const std::vector<std::string>& figures) {
  LabTable table{"means", {}, {}};
  for (const LabFactor& factor : design.factors) table.columns.push_back(factor.name);
  for (const char* column : {"figure", "n", "mean", "low_95", "high_95"}) table.columns.emplace_back(column);
  for (const LabCell& combination : cells_of({design.factors, 1}, 0)) {
    const Levels levels(combination.levels.begin(), combination.levels.end());
    for (const std::string& figure : figures) {
      std::vector<TableField> row;
      for (const auto& [name, level] : combination.levels) row.emplace_back(level);
      const std::vector<double> values = cells.values(levels, figure).list();
      const auto mean = estimate(values);
      row.emplace_back(figure);
      row.emplace_back(static_cast<double>(values.size()));
      row.push_back(mean ? TableField(mean->mean) : TableField());
      row.push_back(mean && mean->half_width ? TableField(mean->mean - *mean->half_width) : TableField());
      row.push_back(mean && mean->half_width ? TableField(mean->mean + *mean->half_width) : TableField());
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

struct Difference {
  std::string factor, from, to, figure;
  std::vector<double> values;  // one a repetition: to less from, means over the other factors
};

std::vector<Difference> differences_of(const DoneCells& cells, const LabDesign& design,
                                       const std::vector<std::string>& figures) {
  std::vector<Difference> all;
  const std::vector<LabCell> combinations = cells_of({design.factors, 1}, 0);
  for (const LabFactor& factor : design.factors) {
    std::map<std::pair<std::string, std::string>, RepeatedValues> means;  // by level and figure
    for (const std::string& level : factor.levels)
      for (const std::string& figure : figures) {
        std::vector<RepeatedValues> each;
        for (const LabCell& one : combinations)
          if (one.level(factor.name) == level)
            each.push_back(cells.values(Levels(one.levels.begin(), one.levels.end()), figure));
        means[{level, figure}] = mean_of(each);  // of whole repetitions: else the other factors would speak, too
      }
    for (auto to = factor.levels.begin(); to != factor.levels.end(); ++to)
      for (auto from = factor.levels.begin(); from != to; ++from)
        for (const std::string& figure : figures)
          all.push_back({factor.name, *from, *to, figure, (means[{*to, figure}] - means[{*from, figure}]).list()});
  }
  return all;
}

/// Of all differences between two levels, and how many of them are sure.
LabTable differences_table(const std::vector<Difference>& all, int& sure) {
  LabTable table{"differences",
                 {"factor", "from", "to", "figure", "n", "difference", "low_95", "high_95", "p", "p_holm", "verdict"},
                 {}};
  std::vector<double> p;
  for (const Difference& one : all) p.push_back(sign_flip_p(one.values, 0));
  const std::vector<double> adjusted = holm_adjusted(p);
  sure = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Difference& one = all[i];
    const auto mean = estimate(one.values);
    const bool known = mean && mean->half_width;
    const bool decided = known && adjusted[i] < 0.05;
    sure += decided;
    table.rows.push_back({one.factor, one.from, one.to, one.figure, static_cast<double>(one.values.size()),
                          mean ? TableField(mean->mean) : TableField(),
                          known ? TableField(mean->mean - *mean->half_width) : TableField(),
                          known ? TableField(mean->mean + *mean->half_width) : TableField(),
                          known ? TableField(p[i]) : TableField(), known ? TableField(adjusted[i]) : TableField(),
                          std::string(!decided         ? "undecided"
                                      : mean->mean > 0 ? "higher"
                                                       : "lower")});
  }
  return table;
}

/// Each figure over the levels of the first factor, a layer for each combination of the others.
std::vector<LabPlot> plots_of(const DoneCells& cells, const LabDesign& design,
                              const std::vector<std::string>& figures) {
  std::vector<LabPlot> plots;
  const LabFactor& first = design.factors.front();
  const std::vector<LabFactor> others(design.factors.begin() + 1, design.factors.end());
  for (const std::string& figure : figures) {
    LabPlot plot{.name = figure, .title = figure, .x_label = first.name, .y_label = figure, .categories = first.levels};
    const auto combinations = cells_of({others, 1}, 0);
    const double step = 0.5 / static_cast<double>(combinations.size());
    double beside = -step * static_cast<double>(combinations.size() - 1) / 2;
    for (const LabCell& combination : combinations) {
      std::vector<std::pair<double, std::vector<double>>> samples;
      std::string name;
      for (const auto& [factor, level] : combination.levels) name += (name.empty() ? "" : ", ") + level;
      for (std::size_t i = 0; i < first.levels.size(); ++i) {
        Levels levels{{first.name, first.levels[i]}};
        for (const auto& [factor, level] : combination.levels) levels.emplace_back(factor, level);
        samples.emplace_back(static_cast<double>(i) + beside, cells.values(levels, figure).list());
      }
      beside += step;
      plot.layers.push_back(means_layer(name.empty() ? figure : name, samples));
    }
    plots.push_back(std::move(plot));
  }
  return plots;
}

LabDesign design_of(const LabRun& run) {
  return {factors_of(run), static_cast<int>(number(run, "repetitions"))};
}

LabResult judge(const LabRun& run, const DoneCells& cells) {
  const LabDesign design = design_of(run);
  const std::vector<std::string> figures = figures_of(run);
  const auto differences = differences_of(cells, design, figures);
  int sure = 0;
  LabResult result;
  result.tables = {means_table(cells, design, figures), differences_table(differences, sure)};
  result.headline = fmt::format(
      "{} of {} differences between levels are sure (sign-flip tests over repetitions, Holm over all; {} repetitions "
      "or more can decide so many).",
      sure, differences.size(), pairs_for(static_cast<int>(differences.size())));
  result.plots = plots_of(cells, design, figures);
  return result;
}

}  // namespace
}  // namespace own

LabDefinition own_matrix_lab() {
  return {
      .place = 100,
      .name = "own.matrix",
      .title = "Your own experiment: options of a call as factors",
      .paper = "Our own: it is what loops of a shell are written for",
      .paper_says = "Nothing: the question is yours.",
      .how =
          "Each cell is a call of its own with one level of each factor (--factor shaping=a,c --factor "
          "\"link={rate=1mbit,queue=8},off\"), in an order drawn by the seed; its row in the table runs has every "
          "number that `analyze` gives of what room B received. Live: two processes of this program on this machine. "
          "Simulated: this program's own steps in virtual time, without threads, devices and sockets. A difference "
          "between two levels is taken within each repetition, over the means of the other factors.",
      .look_for =
          "Points whose bars do not overlap; then look whether the table of differences calls them sure once all "
          "comparisons are allowed for.",
      .questions =
          {{"Why are more repetitions needed when more figures are compared?",
            "Each comparison may be wrong by chance in one case of twenty. Holm's procedure keeps the chance of one "
            "wrong verdict among all below that, so that each alone must be surer."},
           {"Why do the cells of one repetition share a seed?",
            "What is drawn, such as the losses of a link, is then the same for all levels, and their difference is "
            "less noisy than each of them."}},
      .parameters = {{"seconds", "10", "of each call, times the scale", 1, 3600},
                     LabParameter::count("repetitions", "9", "of each combination", 1, 200),
                     {"options", "", "of every call: NAME=VALUE parted by semicolons, as link=rate=2mbit;fps=15"},
                     {"figures", "video.loss_ratio,video.frames.error_ratio,video.delay_ms.p95",
                      "that are compared: columns of the table runs, joined by commas"}},
      .own_factors = true,
      .refuses = own::refused,
      .design = own::design_of,
      .cell_seconds =
          [](const LabRun& run) {
            return run.live ? own::seconds_of(run) + own::kSetUp_s
                            : own::kStart_s + own::seconds_of(run) * own::kSimulatedShare;
          },
      .cell = own::measure,
      .judge = own::judge};
}

}  // namespace jitterscope
