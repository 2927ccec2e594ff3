#pragma once
// The curves of one group of a lab's series, with a legend beside them. GUI thread.
#include "core/lab/engine/lab_result.h"
#include "ui/plots/painted_plot.h"

namespace jitterscope {

class LabPlot : public PaintedPlot {
 public:
  /// Both axes begin at 0 or below the least value. Of up to kMostMarks points each is marked.
  explicit LabPlot(const SeriesGroup&, QWidget* parent = nullptr);

  static constexpr int kMostMarks = 100;

 protected:
  void restyle() override;

 private:
  void add_curve(const LabSeries&, const std::string& name);
  void place_legend();
};

}  // namespace jitterscope
