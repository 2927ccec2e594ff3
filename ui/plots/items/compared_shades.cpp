#include "ui/plots/items/compared_shades.h"

#include <algorithm>

#include "ui/plots/items/shade_item.h"
#include "ui/sizes.h"
#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {
constexpr float kPale = 0.12F;
}

ComparedShades::ComparedShades(QCustomPlot& plot) {
  for (std::size_t i = 0; i < shades_.size(); ++i) {
    Shade& made = shades_[i] = {new ShadeItem(&plot), new QCPItemText(&plot)};
    for (auto* corner : {made.area->topLeft, made.area->bottomRight})
      corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    made.name->position->setTypeX(QCPItemPosition::ptPlotCoords);
    made.name->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    made.name->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    made.name->setText(i == 0 ? Tr::tr("before") : Tr::tr("after"));
    made.area->setVisible(false);
    made.name->setVisible(false);
  }
}

void ComparedShades::place(const std::array<std::optional<std::pair<double, double>>, 2>& spans, double from_s,
                           double to_s) {
  for (std::size_t i = 0; i < shades_.size(); ++i) {
    const auto& span = spans[i];
    const bool seen = span && span->first < to_s && span->second > from_s;
    shades_[i].area->setVisible(seen);
    shades_[i].name->setVisible(seen);
    if (!seen) continue;
    auto tint = colours()[i == 0 ? Hue::kHeld : Hue::kPlain];
    shades_[i].name->setColor(tint);
    tint.setAlphaF(kPale);
    shades_[i].area->setBrush(tint);
    shades_[i].area->topLeft->setCoords(span->first, 0);
    shades_[i].area->bottomRight->setCoords(span->second, 1);
    shades_[i].name->setFont(small_font());
    shades_[i].name->setPadding(px(QMargins{2, 0, 0, 0}));
    shades_[i].name->position->setCoords(std::max(span->first, from_s), 1);
  }
}

}  // namespace jitterscope
