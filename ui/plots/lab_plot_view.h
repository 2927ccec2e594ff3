#pragma once
// A plot of a lab with a legend beside it: the same in the window, the report and the hand-out. GUI thread.
#include "core/lab/engine/lab_plot.h"
#include "ui/plots/painted_plot.h"

namespace jitterscope {

class LabPlotView : public PaintedPlot {
 public:
  explicit LabPlotView(const LabPlot&, QWidget* parent = nullptr);
  /// Draws another one instead, as when a cell more is done.
  void show_plot(const LabPlot&);
  const LabPlot& shown() const { return plot_; }
  /// Makes it a picture of itself, without legend and numbers. Once.
  void set_small();

  /// Of a line with more points they are not marked.
  static constexpr std::size_t kMostMarks = 100;

 protected:
  void restyle() override;

 private:
  struct Look {
    int hue = 0;  // of those of curves; -1: printed in the paper
  };
  QPen pen_of(std::size_t layer) const;
  void add_layer(std::size_t layer);
  void add_points(std::size_t layer);
  void add_line(std::size_t layer);
  void add_band(std::size_t layer);
  void add_bars(std::size_t layer, int place, int count);
  void add_boxes(std::size_t layer, int place, int count);
  void add_error_bars(QCPAbstractPlottable* of, std::size_t layer);
  void set_axes();
  void place_legend();

  LabPlot plot_;
  std::vector<Look> looks_;  // by layer
  bool small_ = false;
};

}  // namespace jitterscope
