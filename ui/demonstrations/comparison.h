#pragma once
// What the guided comparisons have in common: rows of figures of both halves with how they differ in words, and a body
// of plots below them. GUI thread.
#include <functional>
#include <vector>

#include <QWidget>

#include "core/measures/views/snapshot.h"

class QTextStream;

namespace jitterscope {

/// How `after` stands to `before`: "4.10 × lower", "about the same", "down to 0"; empty where either is unknown.
QString ratio_words(std::optional<double> before, std::optional<double> after);
/// "58.0 ms longer"; empty where either is unknown.
QString longer_words(std::optional<double> before_ms, std::optional<double> after_ms);

struct ComparisonRow {
  QString name, tip;
  std::function<QString(const DemonstrationHalf&)> value;
  std::function<QString(const DemonstrationHalf&, const DemonstrationHalf&)> difference;
};
ComparisonRow share_row(const QString& name, const QString& tip, std::optional<double> DemonstrationHalf::*share);

class Comparison : public QWidget {
 public:
  using QWidget::QWidget;
  virtual const std::vector<ComparisonRow>& rows() const = 0;
  /// "Strategy C"; of an empty variant the one that usually comes before or after.
  virtual QString variant_name(const std::string& variant, bool after) const = 0;
  virtual QString differs() const = 0;  // heading of the last column
  virtual void draw(const DemonstrationView&) = 0;
  virtual void write_csv(QTextStream&) const = 0;
};

}  // namespace jitterscope
