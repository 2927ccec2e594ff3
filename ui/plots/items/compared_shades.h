#pragma once
// The two stretches that are compared, shaded in a plot over time with their names. GUI thread.
#include <array>

#include <qcustomplot.h>

namespace jitterscope {

class ShadeItem;
class ViewState;

class ComparedShades {
 public:
  /// The plot owns what is made in it.
  explicit ComparedShades(QCustomPlot& plot);
  void place(const ViewState& view);

 private:
  struct Shade {
    ShadeItem* area;
    QCPItemText* name;
  };
  std::array<Shade, 2> shades_;
};

}  // namespace jitterscope
