#pragma once
// A plot whose axes are values of the moment, not the shared time axis. Wheel zooms the horizontal axis, drag pans,
// double click resets; a line at the pointer and a tooltip show values. Redraws only when something changed. GUI
// thread.
#include <optional>

#include <qcustomplot.h>

#include "ui/plots/painted_plot.h"
#include "ui/plots/slow_range.h"
#include "ui/plots/view_state.h"
#include "ui/theme.h"

namespace jitterscope {

class ValuePlot : public PaintedPlot {
  Q_OBJECT
 public:
  explicit ValuePlot(ViewState&, QWidget* parent = nullptr);
  /// Takes the ranges and redraws, when the event loop comes round, if anything changed since.
  void draw();
  bool zoomed() const { return zoomed_.has_value(); }
  void zoom_as(const ValuePlot& other) {
    zoomed_ = other.zoomed_;
    mark_changed();
  }

 protected:
  /// The horizontal range shown unless the viewer zoomed, and the vertical one.
  void set_natural(QCPRange across, QCPRange up);
  /// Lines of the tooltip at a coordinate of the horizontal axis; empty = nothing there.
  virtual QStringList values_at(double x) const = 0;
  void restyle() override;
  void reset_zoom() { zoomed_.reset(); }
  void mark_changed() { changed_ = true; }

  void wheelEvent(QWheelEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override { drag_.reset(); }
  void mouseDoubleClickEvent(QMouseEvent*) override;
  void leaveEvent(QEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  void show_range(QCPRange);
  void ask_to_draw();
  bool logarithmic() const { return xAxis->scaleType() == QCPAxis::stLogarithmic; }

  ViewState& view_;
  QCPRange natural_{0, 1};
  std::optional<QCPRange> zoomed_;
  std::optional<QPoint> drag_;
  QCPItemLine* pointer_;
  bool changed_ = true;
};

}  // namespace jitterscope
