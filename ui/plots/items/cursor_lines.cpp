#include "ui/plots/items/cursor_lines.h"

#include "ui/sizes.h"
#include "ui/theme.h"

namespace jitterscope {

CursorLines::CursorLines(QCustomPlot& plot) {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    Line& made = lines_[i] = {new QCPItemLine(&plot), new QCPItemText(&plot)};
    for (auto* position : {made.line->start, made.line->end, made.letter->position}) {
      position->setTypeX(QCPItemPosition::ptPlotCoords);
      position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    made.letter->setText(i == 0 ? "A" : "B");
    made.letter->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    made.line->setVisible(false);
    made.letter->setVisible(false);
  }
}

void CursorLines::place(const std::array<std::optional<double>, 2>& cursors, double from_s, double to_s) {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const auto& at = cursors[i];
    const bool seen = at && *at >= from_s && *at <= to_s;
    lines_[i].line->setVisible(seen);
    lines_[i].letter->setVisible(seen);
    if (!seen) continue;
    lines_[i].line->setPen(hairline_pen(colours().text));
    lines_[i].line->start->setCoords(*at, 0);
    lines_[i].line->end->setCoords(*at, 1);
    lines_[i].letter->setFont(small_font());
    lines_[i].letter->setPadding(px(QMargins{2, 0, 0, 0}));
    lines_[i].letter->setColor(colours().text);
    lines_[i].letter->position->setCoords(*at, 0);
  }
}

}  // namespace jitterscope
