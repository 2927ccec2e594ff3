#include "ui/plots/limit_lines.h"

#include "ui/theme.h"

namespace jitterscope {

void LimitLines::place(const std::vector<Limit>& limits, double top) {
  for (auto i = items_.size(); i < limits.size(); ++i) {
    auto* line = new QCPItemLine(&plot_);
    auto* label = new QCPItemText(&plot_);
    for (auto* position : {line->start, line->end, label->position}) {
      position->setTypeX(QCPItemPosition::ptAxisRectRatio);
      position->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    items_.emplace_back(line, label);
  }
  for (std::size_t i = 0; i < items_.size(); ++i) {
    auto& [line, label] = items_[i];
    const bool shown = i < limits.size() && limits[i].level <= top;
    line->setVisible(shown);
    label->setVisible(shown);
    if (!shown) continue;
    const double level = limits[i].level;
    line->setPen(series_pen(Hue::kLimit));
    line->start->setCoords(0, level);
    line->end->setCoords(1, level);
    label->setFont(small_font());
    label->setColor(colours()[Hue::kLimit]);
    label->setText(limits[i].label);
    label->position->setCoords(limits[i].label_at, level);
  }
}

}  // namespace jitterscope
