#pragma once
// Box plots of the intervals by slices of the stretch measured, audio left and video right in each slice; the held ones
// dashed grey (nahrstedt94's note: box = middle half, line = median, whiskers to 1.5 of its height, points beyond). GUI
// thread.
#include <array>
#include <memory>

#include "ui/plots/value_plot.h"
#include "ui/words/csv_table.h"

namespace jitterscope {

struct MeasuresView;

class BoxPlots : public ValuePlot {
 public:
  explicit BoxPlots(ViewState&, QWidget* parent = nullptr);

  using Pair = std::array<std::shared_ptr<const MeasuresView>, 2>;  // audio, video; null = none
  /// Does nothing when neither changed. Logarithmic: the vertical axis.
  void show_measures(const Pair& now, const Pair& held, bool logarithmic);
  int boxes_shown(int medium, bool held = false) const;
  CsvTable table() const;

 protected:
  QStringList values_at(double at_s) const override;
  void restyle() override;

 private:
  void fill(std::size_t medium, bool held);
  void span_axes();

  bool logarithmic_ = false;
  Pair now_, held_;
  std::array<QCPStatisticalBox*, 2> boxes_, held_boxes_;
};

}  // namespace jitterscope
