#pragma once
// A row of ticks over the shared time axis, below a plot: when something was lost. GUI thread.
#include <vector>

#include <QWidget>

#include "ui/theme.h"
#include "ui/words/csv_table.h"

namespace jitterscope {

class ViewState;
struct SeriesPoint;

class TickRow : public QWidget {
 public:
  /// `name` stands where a plot has its axis; units of the values: "block of sound lost", "blocks of sound lost".
  TickRow(const ViewState&, const QString& name, const QString& one, const QString& several, Hue,
          QWidget* parent = nullptr);
  /// Of the whole call: how many, and when.
  void set_ticks(const std::vector<SeriesPoint>&);
  /// Those that are visible.
  std::vector<SeriesPoint> shown() const;
  /// Of those that are visible how many, as csv_of_times().
  CsvTable table() const;

 protected:
  void paintEvent(QPaintEvent*) override;
  bool event(QEvent*) override;  // tooltips

 private:
  QRect row() const;
  double x_of(double at_s) const;

  const ViewState& view_;
  QString one_, several_;
  Hue hue_;
  std::vector<SeriesPoint> ticks_;
};

}  // namespace jitterscope
