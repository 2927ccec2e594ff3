#include "ui/plots/split_bars.h"

#include <algorithm>

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "core/measures/views/delay_split_view.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kBar = 18, kBetween = 3, kBarGap = 8, kSpace = 8, kBarSwatch = 8;  // px
constexpr double kLeast = 2, kUnknownWidth = 64;  // px: of a piece that is known, of one that is not
constexpr double kMostHatched = 5;                // share of a bar that is not known: one of so many
constexpr double kWordsMargin = 6;

int high_of_medium() {
  return 2 * px(kBar) + px(kBetween);
}

QString clock_bound_words(std::optional<double> bound_ms) {
  if (!bound_ms) return {};
  return *bound_ms > 0 ? Tr::tr("± %1 clock").arg(uncertainty_text(*bound_ms)) : Tr::tr("same clock");
}

}  // namespace

SplitBars::SplitBars(QWidget* parent) : QWidget(parent) {
  use_small_font(this);
  setAccessibleName(Tr::tr("Delay split of both media"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize SplitBars::sizeHint() const {
  return {px(600), 2 * high_of_medium() + px(kBarGap)};
}
QSize SplitBars::minimumSizeHint() const {
  return {px(360), 2 * high_of_medium() + px(kBarGap)};
}

void SplitBars::set_split(Medium medium, const DelaySplitView* view) {
  auto& row = of_[static_cast<std::size_t>(medium)];
  row.reset();
  if (view) {
    row.emplace();
    row->name = (medium == Medium::kVideo ? Tr::tr("Video") : Tr::tr("Audio")) + " ";
    row->whole = whole_words(medium, *view);
    row->bound = clock_bound_words(view->clock_bound_ms);
    row->system = Tr::tr("operating system %1").arg(share_words(view->os_ms, view->os_share));
    row->network = Tr::tr("network %1").arg(share_words(view->network_ms, view->network_share, view->clock_bound_ms));
    row->way = way_segments(medium, *view);
    row->shares = share_segments(*view);
    for (const auto& segment : row->way) row->known_ms += segment.width_ms();
  }
  rows_.clear();
  for (const auto which : {Medium::kVideo, Medium::kAudio})
    if (const auto& known = of_[static_cast<std::size_t>(which)]) rows_.push_back(*known);
  setAccessibleDescription(text());
  lay_out();
  update();
}

QString SplitBars::text() const {
  QStringList words;
  for (const auto& row : rows_) words << row.name + row.whole << row.bound << row.system << row.network;
  return words.join(" | ");
}

QRectF SplitBars::bar_room(std::size_t row, int bar) const {
  return QRectF(left_, static_cast<double>(row) * (high_of_medium() + px(kBarGap)) + bar * (px(kBar) + px(kBetween)),
                std::max(px(40), width() - left_ - right_), px(kBar));
}

void SplitBars::lay_out() {
  const auto metrics = fontMetrics();
  left_ = metrics.horizontalAdvance(Tr::tr("± %1 clock").arg("0.000 ms")) + px(kSpace);
  right_ =
      metrics.horizontalAdvance(Tr::tr("operating system %1").arg("0.00 ms, 100 %")) + 2 * px(kSpace) + px(kBarSwatch);
  double longest = 0;
  for (const auto& row : rows_) longest = std::max(longest, row.known_ms);
  pieces_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    lay_bar(rows_[i].way, bar_room(i, 0), longest);
    double known = 0;
    for (const auto& segment : rows_[i].shares) known += segment.width_ms();
    lay_bar(rows_[i].shares, bar_room(i, 1), known);
  }
}

/// Unknown pieces take a width of their own; what is known shares the rest.
void SplitBars::lay_bar(const std::vector<SplitSegment>& segments, const QRectF& room, double ms_of_room) {
  const auto unknown = std::ranges::count_if(segments, [](const auto& segment) { return !segment.ms; });
  const double hatched =
      segments.size() == 1 ? room.width() : std::min(exact_px(kUnknownWidth), room.width() / kMostHatched);
  const double least_of_one = exact_px(kLeast), least = least_of_one * static_cast<double>(segments.size());
  const double left = std::max(0.0, room.width() - hatched * static_cast<double>(unknown) - least);
  double x = room.left();
  for (const auto& segment : segments) {
    const double wide =
        segment.ms ? least_of_one + (ms_of_room > 0 ? segment.width_ms() / ms_of_room * left : 0) : hatched;
    pieces_.push_back({QRectF(x, room.top(), wide, room.height()), segment});
    x += wide;
  }
}

void SplitBars::paint_piece(QPainter& painter, const Piece& piece) const {
  const auto& [place, segment] = piece;
  const auto metrics = painter.fontMetrics();
  const auto colour = segment.ms ? segment.colour : colours().panel;
  painter.fillRect(place, colour);
  if (!segment.ms) {
    painter.fillRect(place, unknown_brush());
    painter.setPen(hairline_pen(colours().line));
    painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
  }
  painter.fillRect(QRectF(place.right() - hairline(), place.top(), hairline(), place.height()), colours().panel);
  const double room = place.width() - 2 * exact_px(kWordsMargin);
  const auto all =
      segment.ms ? QStringList{segment.name + " " + segment.size, segment.name} : QStringList{Tr::tr("unknown"), "?"};
  for (const auto& words : all) {
    if (metrics.horizontalAdvance(words) > room) continue;
    if (!segment.ms)
      painter.fillRect(QRectF(place.center().x() - metrics.horizontalAdvance(words) / 2.0 - px(3), place.top() + px(2),
                              metrics.horizontalAdvance(words) + 2 * px(3), place.height() - 2 * px(2)),
                       colour);
    painter.setPen(segment.ms ? words_on(colour) : colours().text);
    painter.drawText(place, Qt::AlignCenter, words);
    return;
  }
}

void SplitBars::paint_words(QPainter& painter, std::size_t i) const {
  const auto& row = rows_[i];
  const auto& c = colours();
  const auto upper = bar_room(i, 0), lower = bar_room(i, 1);
  const auto at_left = [&](const QRectF& bar) { return QRectF(0, bar.top(), left_ - px(kSpace), px(kBar)); };
  painter.setPen(c.text);
  painter.drawText(at_left(upper), Qt::AlignVCenter | Qt::AlignLeft, row.name + row.whole);
  painter.setPen(c.muted);
  painter.drawText(at_left(lower), Qt::AlignVCenter | Qt::AlignLeft, row.bound);
  const auto say = [&](const QRectF& bar, Hue hue, const QString& words) {
    const double x = width() - right_ + px(kSpace);
    painter.fillRect(QRectF(x, bar.top() + px(5), px(kBarSwatch), px(kBarSwatch)), c[hue]);
    painter.setPen(c.text);
    painter.drawText(QRectF(x + px(kBarSwatch) + px(6), bar.top(), right_, px(kBar)), Qt::AlignVCenter | Qt::AlignLeft,
                     words);
  };
  say(upper, Hue::kSystem, row.system);
  say(lower, Hue::kNetwork, row.network);
}

void SplitBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(small_font());
  for (const auto& piece : pieces_) paint_piece(painter, piece);
  for (std::size_t i = 0; i < rows_.size(); ++i) paint_words(painter, i);
}

void SplitBars::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  lay_out();
}

QString SplitBars::tip_at(const QPoint& position) const {
  for (const auto& piece : pieces_)
    if (piece.place.contains(position)) return piece.segment.tip;
  return {};
}

bool SplitBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), tip_at(help->pos()), this);
  return true;
}

}  // namespace jitterscope
