#pragma once
// The cells of a lab that are done, as its judge looks at them: values by level, compared repetition by repetition.
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/stats/line_fit.h"
#include "core/lab/engine/cell_figures.h"
#include "core/lab/engine/design.h"

namespace jitterscope {

/// One value a repetition. Arithmetic goes repetition by repetition, over those that both sides have: a difference of
/// two is a list of paired differences.
class RepeatedValues {
 public:
  using Place = std::pair<int, int>;  // machine, repetition
  void set(Place place, std::optional<double> value) {
    if (value) values_[place] = *value;
  }
  bool empty() const { return values_.empty(); }
  const std::map<Place, double>& by_place() const { return values_; }
  std::vector<double> list() const;
  std::optional<double> mean() const;
  std::optional<double> median() const;

  /// The function of both values of each repetition; nullopt leaves the repetition out.
  static RepeatedValues of_both(const RepeatedValues& one, const RepeatedValues& other,
                                const std::function<std::optional<double>(double, double)>& function);
  RepeatedValues transformed(const std::function<std::optional<double>(double)>& function) const;
  friend RepeatedValues operator-(const RepeatedValues& one, const RepeatedValues& other);
  friend RepeatedValues operator/(const RepeatedValues& one, const RepeatedValues& other);  // without zero divisors

 private:
  std::map<Place, double> values_;
};

/// Mean, least and largest of all, of the repetitions that each of them has; nothing for no values.
RepeatedValues mean_of(const std::vector<RepeatedValues>& all);
RepeatedValues least_of(const std::vector<RepeatedValues>& all);
RepeatedValues largest_of(const std::vector<RepeatedValues>& all);
/// Slope, of each repetition, of the least-squares line of the values over x; and Pearson's r. A repetition needs two
/// (three for r) different x.
RepeatedValues slope_of(const std::vector<std::pair<double, RepeatedValues>>& over_x);
RepeatedValues correlation_of(const std::vector<std::pair<double, RepeatedValues>>& over_x);
/// Another figure of that line.
RepeatedValues fitted(const std::vector<std::pair<double, RepeatedValues>>& over_x,
                      const std::function<std::optional<double>(const LineFit&)>& figure);

struct DoneCell {
  LabCell cell;
  CellFigures figures;
  int machine = 0;  // which of the machines, from 0
};

/// Conditions on a cell's levels: pairs of factor and level, all of which must hold.
using Levels = std::vector<std::pair<std::string_view, std::string>>;

class DoneCells {
 public:
  /// Sorted by machine, then in the order of the design.
  DoneCells(std::vector<DoneCell> cells, std::size_t designed);

  const std::vector<DoneCell>& all() const { return cells_; }
  std::size_t designed() const { return designed_; }  // cells of the whole design
  int machines() const;
  std::vector<const DoneCell*> with(const Levels& levels) const;
  /// The named number of these cells, or a function of their figures. Where several cells of one repetition are meant,
  /// their mean.
  RepeatedValues values(const Levels& levels, std::string_view number) const;
  RepeatedValues values(const Levels& levels,
                        const std::function<std::optional<double>(const CellFigures&)>& figure) const;
  /// All samples of that name of these cells, one after the other.
  std::vector<double> samples(const Levels& levels, std::string_view name) const;
  /// The word where all cells that have it have the same, else all that there are, joined by "; ".
  std::string word(std::string_view name) const;
  /// All words by name.
  std::vector<std::pair<std::string, std::string>> words() const;

 private:
  std::vector<DoneCell> cells_;
  std::size_t designed_;
};

}  // namespace jitterscope
