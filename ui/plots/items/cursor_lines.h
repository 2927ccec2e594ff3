#pragma once
// Both cursors in a plot of time: a line each, with its letter at the top. GUI thread.
#include <array>

#include <qcustomplot.h>

namespace jitterscope {

class ViewState;

class CursorLines {
 public:
  /// The plot owns what is made in it.
  explicit CursorLines(QCustomPlot& plot);
  void place(const ViewState& view);

 private:
  struct Line {
    QCPItemLine* line;
    QCPItemText* letter;
  };
  std::array<Line, 2> lines_;
};

}  // namespace jitterscope
