#pragma once
// The compensation curve on the axes of claypool98 Fig 16: percent dropped across, ms of buffering up. The wheel zooms
// towards the origin (over an axis that axis alone), double click resets, the buffer's line is dragged. GUI thread.
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <qcustomplot.h>

#include "core/events/names.h"
#include "ui/plots/painted_plot.h"
#include "ui/plots/slow_range.h"
#include "ui/theme.h"

namespace jitterscope {

struct CompensationView;

/// The names of a plot's marks, placed so that they leave curves and each other open. A label that could not stand
/// beside its mark has a line to it.
class MarkLabels {
 public:
  struct Wish {
    QPointF mark;  // px
    QString name;
    bool bold = false, chief = false;  // chief: in the colour of text, the others muted
  };
  struct Label {
    QString text;
    QRectF place;  // px
  };

  /// The plot owns the items and outlives this.
  explicit MarkLabels(QCustomPlot& plot) : plot_(plot) {}
  /// In the order of importance; what finds no room is left out. px.
  void place(const std::vector<Wish>& wishes, const std::vector<QRectF>& kept_free,
             const std::vector<QPointF>& avoided);
  /// As placed last.
  std::vector<Label> shown() const;

 private:
  struct Items {
    QCPItemText* text;
    QCPItemLine* leader;
  };
  Items new_label();

  QCustomPlot& plot_;
  std::vector<Items> labels_;
};

/// Where a text stands, px.
QRectF place_of(const QCPItemText&);

class CurvePlot : public PaintedPlot {
  Q_OBJECT
 public:
  using View = std::shared_ptr<const CompensationView>;
  explicit CurvePlot(QWidget* parent = nullptr);

  void set_curve(Medium, View now, View held);  // null: not drawn
  void set_buffer(double ms);
  void hide_buffer();  // its line is not drawn
  /// The scale begins anew with the next draw(): it is that of what is drawn then.
  void reset_scale() {
    right_.reset();
    top_.reset();
  }
  void zoom_as(const CurvePlot& other) {
    zoom_x_ = other.zoom_x_;
    zoom_y_ = other.zoom_y_;
  }
  void set_note(const QString&);  // in the corner that no curve reaches
  void draw();                    // what changed since

  using Label = MarkLabels::Label;
  /// As drawn last; those that found no room are left out.
  std::vector<Label> labels() const { return labels_.shown(); }
  std::vector<QPointF> marks() const;  // px, with a name or without
  /// {dropped percent, buffer ms} as handed to the drawing.
  std::vector<std::pair<double, double>> drawn_curve(Medium) const;
  std::vector<std::pair<double, double>> drawn_ghost(Medium) const;
  QString tip_at(const QPoint&) const;

 signals:
  void buffer_moved(double ms);  // by the pointer

 protected:
  void wheelEvent(QWheelEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;
  void restyle() override;

 private:
  struct Drawn {  // of one medium
    View now, held;
    QCPCurve *area, *curve, *ghost, *bound;
    QCPGraph *in_force, *shadows, *optimum, *held_optimum, *cost;  // marks; cost: where the buffer's line crosses
  };
  struct Mark {
    double dropped = 0, buffer_ms = 0;
    QString name, tip;
    bool bold = false, chief = false;  // in force; named before the others
  };
  void fill(Drawn&);
  void fill_marks();
  std::pair<double, double> wanted_size() const;  // percent, ms
  void span_axes();
  Mark mark_in_view(Mark) const;
  void follow(const QCPCurve&, std::vector<QPointF>& points) const;
  std::optional<Mark> bound_name(const Drawn&) const;
  void follow_line(std::vector<QPointF>& points) const;
  void place_line_label();
  bool stands_apart(const Mark&) const;
  std::vector<Mark> named_marks() const;
  void place_labels_now();
  QPointF pixel_of(const Mark&) const;
  bool near_line(const QPoint&) const;

  std::array<Drawn, 2> media_;
  std::vector<Mark> marks_;  // the most important first
  QCPItemLine* line_;
  QCPItemText *line_label_, *note_;
  MarkLabels labels_;
  SlowRange right_{8}, top_{20};
  double zoom_x_ = 1, zoom_y_ = 1, right_edge_ = 8, top_edge_ = 20, buffer_ms_ = 60;
  bool dragging_ = false, changed_ = true;
};

}  // namespace jitterscope
