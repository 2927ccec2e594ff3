#pragma once
// Both cursors in a plot of time: a line each, with its letter at the top. GUI thread.
#include <array>
#include <optional>

#include <qcustomplot.h>

namespace jitterscope {

class CursorLines {
 public:
  /// The plot owns what is made in it.
  explicit CursorLines(QCustomPlot& plot);
  /// `cursors`: A and B, s; those between `from_s` and `to_s` are seen.
  void place(const std::array<std::optional<double>, 2>& cursors, double from_s, double to_s);

 private:
  struct Line {
    QCPItemLine* line;
    QCPItemText* letter;
  };
  std::array<Line, 2> lines_;
};

}  // namespace jitterscope
