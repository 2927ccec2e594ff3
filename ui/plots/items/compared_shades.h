#pragma once
// The two stretches that are compared, shaded in a plot over time with their names. GUI thread.
#include <array>
#include <optional>
#include <utility>

#include <qcustomplot.h>

namespace jitterscope {

class ShadeItem;

class ComparedShades {
 public:
  /// The plot owns what is made in it.
  explicit ComparedShades(QCustomPlot& plot);
  /// Before and after, s; what lies between `from_s` and `to_s` is seen.
  void place(const std::array<std::optional<std::pair<double, double>>, 2>& spans, double from_s, double to_s);

 private:
  struct Shade {
    ShadeItem* area;
    QCPItemText* name;
  };
  std::array<Shade, 2> shades_;
};

}  // namespace jitterscope
