#include "ui/plots/mark_labels.h"

#include <algorithm>

#include "ui/plots/label_places.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr double kLeaderFrom = 14, kMarkRadius = 5;  // px
constexpr int kBesideName = 2;

QFont font_of(const MarkLabels::Wish& wish) {
  auto font = small_font();
  if (wish.bold) font.setBold(true);
  return font;
}

void show(QCPItemText& text, const MarkLabels::Wish& wish, const QRectF& place) {
  text.setText(wish.name);
  text.setFont(font_of(wish));
  text.setPadding(px({kBesideName, 0, kBesideName, 0}));
  text.setColor(wish.chief ? colours().text : colours().muted);
  text.position->setCoords(place.topLeft());
}

void lead(QCPItemLine& leader, const QPointF& from, const QRectF& place) {
  const QPointF to(std::clamp(from.x(), place.left(), place.right()),
                   std::clamp(from.y(), place.top(), place.bottom()));
  const QLineF way(from, to);
  if (way.length() < exact_px(kLeaderFrom)) return;
  leader.setVisible(true);
  leader.setPen(hairline_pen(colours().muted));
  leader.start->setCoords(way.pointAt(exact_px(kMarkRadius) / way.length()));
  leader.end->setCoords(to);
}

}  // namespace

QRectF place_of(const QCPItemText& item) {
  return {item.topLeft->pixelPosition(), item.bottomRight->pixelPosition()};
}

void MarkLabels::place(const std::vector<Wish>& wishes, const std::vector<QRectF>& kept_free,
                       const std::vector<QPointF>& avoided) {
  std::vector<LabelWish> sizes;
  for (const auto& wish : wishes) {
    const QFontMetricsF metrics(font_of(wish));
    sizes.push_back({wish.mark, QSizeF(metrics.horizontalAdvance(wish.name) + 2 * px(kBesideName), metrics.height())});
  }
  const auto places = place_labels(plot_.axisRect()->rect(), sizes, kept_free, avoided);
  while (labels_.size() < wishes.size()) labels_.push_back(new_label());
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    const auto& [text, leader] = labels_[i];
    const bool shown = i < wishes.size() && places[i];
    text->setVisible(shown);
    leader->setVisible(false);
    if (!shown) continue;
    show(*text, wishes[i], *places[i]);
    lead(*leader, wishes[i].mark, *places[i]);
  }
}

MarkLabels::Items MarkLabels::new_label() {
  const Items items{new QCPItemText(&plot_), new QCPItemLine(&plot_)};
  for (auto* position : {items.text->position, items.leader->start, items.leader->end})
    position->setType(QCPItemPosition::ptAbsolute);
  items.text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
  return items;
}

std::vector<MarkLabels::Label> MarkLabels::shown() const {
  std::vector<Label> labels;
  for (const auto& label : labels_)
    if (label.text->visible()) labels.push_back({label.text->text(), place_of(*label.text)});
  return labels;
}

}  // namespace jitterscope
