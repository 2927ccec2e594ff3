#pragma once
// What the guided comparisons have in common: rows of figures of both halves with how they differ in words, and a body
// of plots below them. GUI thread.
#include <functional>
#include <memory>
#include <vector>

#include <QWidget>

#include "core/events/demonstration.h"
#include "ui/theme.h"
#include "ui/words/csv_table.h"

namespace jitterscope {

class HalvesPlot;
struct DemonstrationHalf;
struct DemonstrationView;
struct EnvelopeSlot;
struct HalfIntervals;
struct Interval95;
struct LossShare;
struct SampleFigures;

QString in_ms(std::optional<double> value);

/// How `after` stands to `before`: "4.10 × lower", "about the same", "down to 0"; empty where either is unknown.
QString ratio_words(std::optional<double> before, std::optional<double> after);
/// "58.0 ms longer"; empty where either is unknown.
QString longer_words(std::optional<double> before_ms, std::optional<double> after_ms);

using HalfInterval = std::optional<Interval95> HalfIntervals::*;
/// "66.4 ms (64.1–68.0 ms)", in the unit of the value; without an interval `value` alone.
QString with_interval(const QString& value, const std::optional<Interval95>& ms);
/// `change`, or that chance may have made it: it is a difference, and both intervals are known and overlap.
QString unless_chance(const QString& change, const std::optional<Interval95>& before,
                      const std::optional<Interval95>& after);

struct ComparisonRow {
  QString name, tip;
  std::function<QString(const DemonstrationHalf&)> value;
  std::function<QString(const DemonstrationHalf&, const DemonstrationHalf&)> difference;
};
ComparisonRow share_row(const QString& name, const QString& tip, std::optional<double> DemonstrationHalf::*share);

ComparisonRow delay_row(const QString& name, const QString& tip, SampleFigures DemonstrationHalf::*samples,
                        std::optional<double> SampleFigures::*which, HalfInterval interval = nullptr);
/// The same as how many times as much; values from `words`.
ComparisonRow times_row(const QString& name, const QString& tip, SampleFigures DemonstrationHalf::*samples,
                        std::optional<double> SampleFigures::*which, QString (*words)(std::optional<double>),
                        HalfInterval interval = nullptr);
/// `name_of` a half, in the words of the difference: "C".
ComparisonRow loss_row(const QString& name, const QString& tip, LossShare DemonstrationHalf::*loss,
                       const std::function<std::string(const DemonstrationHalf&)>& name_of);

/// What is said of a kind of demonstration before, while and after it runs. To a class: short, and in large type.
struct DemonstrationFacts {
  QString name, summary;                       // "Shaping"; "strategy C, then A, on a tight link"
  QString question;                            // before it begins
  QString settling, before, switching, after;  // while it is so; %1 in the last: what is measured
  QString again = {};                          // settling once more, under harder conditions
};
const DemonstrationFacts& facts_of(DemonstrationKind kind);
const DemonstrationFacts& shaping_facts();
const DemonstrationFacts& priority_facts();
const DemonstrationFacts& rate_facts();
/// Whole, without the question.
int seconds_of(DemonstrationKind kind);
/// Of the present state of one that runs; empty: none does.
QString step_words(const DemonstrationView& view);

/// One figure of both halves, drawn as two bars. Absent where it is not known.
struct BarPair {
  struct Bar {
    std::optional<double> value, low, high;  // its 95 % interval, where it has one
    QString words;                           // "7.11 %"
  };
  QString name;
  Hue hue{};  // of what it is a figure
  Bar before, after;
  QString before_name = {}, after_name = {};  // empty: those of the halves
};

BarPair loss_bars(const QString& name, Hue hue, const DemonstrationView& view, LossShare DemonstrationHalf::*loss);
/// `words`: of a value, also of an unknown one.
BarPair figure_bars(const QString& name, Hue hue, const DemonstrationView& view,
                    const std::function<std::optional<double>(const DemonstrationHalf&)>& value,
                    const std::function<QString(std::optional<double>)>& words, HalfInterval interval = nullptr);

class HalvesComparison : public QWidget {
 public:
  using QWidget::QWidget;
  virtual const std::vector<ComparisonRow>& rows() const = 0;
  /// "Strategy C"; of an empty variant the one that usually comes before or after.
  virtual QString variant_name(const std::string& variant, bool after) const = 0;
  /// The three or four figures that answer the question.
  virtual std::vector<BarPair> bars(const DemonstrationView& view) const = 0;
  virtual void draw(const DemonstrationView&) = 0;
  virtual CsvTable table() const = 0;  // of what is drawn
};

/// One series of both halves in one plot.
class OnePlotComparison : public HalvesComparison {
 public:
  explicit OnePlotComparison(HalvesPlot* plot);
  void draw(const DemonstrationView&) override;
  CsvTable table() const override;

 protected:
  virtual std::vector<EnvelopeSlot> series_of(const DemonstrationHalf&) const = 0;

 private:
  HalvesPlot* plot_;
};

/// Of the halves of such a demonstration, without a parent.
std::unique_ptr<HalvesComparison> make_comparison(DemonstrationKind kind);
std::unique_ptr<HalvesComparison> shaping_comparison();
std::unique_ptr<HalvesComparison> priority_comparison();
std::unique_ptr<HalvesComparison> rate_comparison();

}  // namespace jitterscope
