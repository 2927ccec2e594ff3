#pragma once
// The names of a plot's marks, placed so that they leave curves and each other open. A label that could not stand
// beside its mark has a line to it. GUI thread.
#include <vector>

#include <qcustomplot.h>

namespace jitterscope {

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

}  // namespace jitterscope
