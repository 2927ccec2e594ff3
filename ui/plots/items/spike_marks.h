#pragma once
// Values that lie above the axis of a plot of time: a triangle at its upper edge for each run of them, with the largest
// value in words where there is room. GUI thread.
#include <vector>

#include <qcustomplot.h>

#include "ui/theme.h"

namespace jitterscope {

struct EnvelopeSlot;

class SpikeMarks {
 public:
  struct Line {
    const std::vector<EnvelopeSlot>* entries;
    Hue hue;
  };
  /// The plot owns what is made in it.
  explicit SpikeMarks(QCustomPlot& plot) : plot_(plot) {}

  /// When the axes are as they will be drawn.
  void place(const std::vector<Line>& lines);
  /// The words that are seen, from left to right; a triangle alone is "▲".
  QStringList words() const;

 private:
  void show(std::size_t index, const QString& words, int left, Hue);

  QCustomPlot& plot_;
  std::vector<QCPItemText*> items_;
};

}  // namespace jitterscope
