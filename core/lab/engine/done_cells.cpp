#include "core/lab/engine/done_cells.h"

#include <algorithm>
#include <numeric>

#include "core/base/stats/percentiles.h"

namespace jitterscope {
namespace {

/// A function of the values that all have, of each repetition.
RepeatedValues of_all(const std::vector<RepeatedValues>& all,
                      const std::function<std::optional<double>(const std::vector<double>&)>& function) {
  RepeatedValues out;
  if (all.empty()) return out;
  for (const auto& [place, first] : all.front().by_place()) {
    std::vector<double> values;
    for (const RepeatedValues& one : all)
      if (const auto found = one.by_place().find(place); found != one.by_place().end()) values.push_back(found->second);
    if (values.size() == all.size()) out.set(place, function(values));
  }
  return out;
}

bool has_levels(const LabCell& cell, const Levels& levels) {
  return std::ranges::all_of(levels, [&](const auto& one) { return cell.level(one.first) == one.second; });
}

}  // namespace

std::vector<double> RepeatedValues::list() const {
  std::vector<double> values;
  for (const auto& [place, value] : values_) values.push_back(value);
  return values;
}

std::optional<double> RepeatedValues::mean() const {
  if (values_.empty()) return std::nullopt;
  double sum = 0;
  for (const auto& [place, value] : values_) sum += value;
  return sum / static_cast<double>(values_.size());
}

std::optional<double> RepeatedValues::median() const {
  std::vector<double> values = list();
  return percentile_by_selection(values, 0.5);
}

RepeatedValues RepeatedValues::of_both(const RepeatedValues& one, const RepeatedValues& other,
                                       const std::function<std::optional<double>(double, double)>& function) {
  return of_all({one, other}, [&](const std::vector<double>& both) { return function(both[0], both[1]); });
}

RepeatedValues RepeatedValues::transformed(const std::function<std::optional<double>(double)>& function) const {
  RepeatedValues out;
  for (const auto& [place, value] : values_) out.set(place, function(value));
  return out;
}

RepeatedValues operator-(const RepeatedValues& one, const RepeatedValues& other) {
  return RepeatedValues::of_both(one, other, [](double a, double b) { return std::optional(a - b); });
}

RepeatedValues operator/(const RepeatedValues& one, const RepeatedValues& other) {
  return RepeatedValues::of_both(one, other,
                                 [](double a, double b) { return b == 0 ? std::nullopt : std::optional(a / b); });
}

RepeatedValues mean_of(const std::vector<RepeatedValues>& all) {
  return of_all(all, [](const std::vector<double>& values) {
    return std::optional(std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()));
  });
}

RepeatedValues least_of(const std::vector<RepeatedValues>& all) {
  return of_all(all, [](const std::vector<double>& values) { return std::optional(std::ranges::min(values)); });
}

RepeatedValues largest_of(const std::vector<RepeatedValues>& all) {
  return of_all(all, [](const std::vector<double>& values) { return std::optional(std::ranges::max(values)); });
}

RepeatedValues fitted(const std::vector<std::pair<double, RepeatedValues>>& over_x,
                      const std::function<std::optional<double>(const LineFit&)>& figure) {
  std::set<RepeatedValues::Place> places;
  for (const auto& [x, values] : over_x)
    for (const auto& [place, value] : values.by_place()) places.insert(place);
  RepeatedValues out;
  for (const auto& place : places) {
    std::vector<std::pair<double, double>> points;
    for (const auto& [x, values] : over_x)
      if (const auto found = values.by_place().find(place); found != values.by_place().end())
        points.emplace_back(x, found->second);
    if (const auto fit = fit_line(points)) out.set(place, figure(*fit));
  }
  return out;
}

RepeatedValues slope_of(const std::vector<std::pair<double, RepeatedValues>>& over_x) {
  return fitted(over_x, [](const LineFit& fit) { return std::optional(fit.slope); });
}

RepeatedValues correlation_of(const std::vector<std::pair<double, RepeatedValues>>& over_x) {
  return fitted(over_x, [](const LineFit& fit) { return fit.points > 2 ? fit.correlation : std::nullopt; });
}

DoneCells::DoneCells(std::vector<DoneCell> cells, std::size_t designed)
    : cells_(std::move(cells)), designed_(designed) {}

int DoneCells::machines() const {
  std::set<int> machines;
  for (const DoneCell& one : cells_) machines.insert(one.machine);
  return static_cast<int>(machines.size());
}

std::vector<const DoneCell*> DoneCells::with(const Levels& levels) const {
  std::vector<const DoneCell*> out;
  for (const DoneCell& one : cells_)
    if (has_levels(one.cell, levels)) out.push_back(&one);
  return out;
}

RepeatedValues DoneCells::values(const Levels& levels, std::string_view number) const {
  return values(levels, [number](const CellFigures& figures) { return figures.number(number); });
}

RepeatedValues DoneCells::values(const Levels& levels,
                                 const std::function<std::optional<double>(const CellFigures&)>& figure) const {
  std::map<RepeatedValues::Place, std::pair<double, double>> sums;
  for (const DoneCell* one : with(levels))
    if (const auto value = figure(one->figures)) {
      auto& [sum, count] = sums[{one->machine, one->cell.repetition}];
      sum += *value, ++count;
    }
  RepeatedValues out;
  for (const auto& [place, sum] : sums) out.set(place, sum.first / sum.second);
  return out;
}

std::vector<double> DoneCells::samples(const Levels& levels, std::string_view name) const {
  std::vector<double> all;
  for (const DoneCell* one : with(levels)) {
    const std::vector<double>& some = one->figures.sample(name);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::string DoneCells::word(std::string_view name) const {
  std::set<std::string> words;
  for (const DoneCell& one : cells_)
    if (const auto found = one.figures.words.find(name); found != one.figures.words.end()) words.insert(found->second);
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : "; ") + word;
  return all;
}

std::vector<std::pair<std::string, std::string>> DoneCells::words() const {
  std::set<std::string> names;
  for (const DoneCell& one : cells_)
    for (const auto& [name, word] : one.figures.words) names.insert(name);
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string& name : names) all.emplace_back(name, word(name));
  return all;
}

}  // namespace jitterscope
