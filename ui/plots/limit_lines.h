#pragma once
// Purple lines with labels across a plot, at levels that are not data. GUI thread.
#include <utility>
#include <vector>

#include <qcustomplot.h>

namespace jitterscope {

class LimitLines {
 public:
  struct Limit {
    double level;
    QString label;
    double label_at = 0.01;  // share of the width
  };
  /// The plot owns the items and outlives this.
  explicit LimitLines(QCustomPlot& plot) : plot_(plot) {}
  /// Those at most as high as `top`, the axis' upper end.
  void place(const std::vector<Limit>& limits, double top);

 private:
  QCustomPlot& plot_;
  std::vector<std::pair<QCPItemLine*, QCPItemText*>> items_;
};

}  // namespace jitterscope
