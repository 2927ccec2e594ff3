#include "ui/widgets/marker_strip.h"

#include <algorithm>

#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include "core/measures/views/log_rows.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/setting_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {
constexpr int kStripMargin = 8, kTrack = 8;  // px: room at the ends, height of the track at the bottom
constexpr double kShortestCall = 10;         // s: what the strip spans at least
constexpr int kNearMark = 6;                 // px
constexpr double kAroundMark = 10;           // s
}  // namespace

MarkerStrip::MarkerStrip(ViewState& view, QWidget* parent) : QWidget(parent), view_(view) {
  set_height(this, 36);
  set_least_width(this, 200);
  setAccessibleName(Tr::tr("The whole call with its marks"));
}

MarkerStrip::~MarkerStrip() = default;

void MarkerStrip::set_marks(const std::vector<MarkRow>& marks) {
  const auto same = [](const MarkRow& one, const MarkRow& other) {
    return one.at_s == other.at_s && one.remote == other.remote && one.text == other.text;
  };
  update();
  if (std::ranges::equal(marks, marks_, same)) return;
  marks_ = marks;
  words_.clear();
  for (const auto& mark : marks_) words_ << mark_words(mark) + "  " + axis_time(mark.at_s).section('.', 0, 0);
}

double MarkerStrip::x_of(double at_s) const {
  return px(kStripMargin) + at_s / std::max(view_.end(), kShortestCall) * (width() - 2 * px(kStripMargin));
}
double MarkerStrip::time_at(double x) const {
  return (x - px(kStripMargin)) / (width() - 2 * px(kStripMargin)) * std::max(view_.end(), kShortestCall);
}

void MarkerStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto& c = colours();
  const int margin = px(kStripMargin), high = px(kTrack), stroke = px(4);
  const QRectF track(margin, height() - high - stroke, width() - 2 * margin, high);
  painter.fillRect(track, c.raised);
  const double from = x_of(std::min(view_.from(), view_.end())), to = x_of(std::min(view_.to(), view_.end()));
  painter.fillRect(QRectF(from, track.top(), std::max(to - from, exact_px(2)), track.height()), c.muted);
  painter.setFont(small_font());
  if (marks_.empty()) {
    painter.setPen(c.muted);
    painter.drawText(QRectF(margin, 0, track.width(), track.top()), Qt::AlignVCenter | Qt::AlignLeft,
                     view_.shows_file() ? Tr::tr("Changes of settings and marks of a recorded call appear here")
                     : view_.end() > 0  ? Tr::tr("Changes of settings and your marks (M) appear here")
                                       : Tr::tr("The time line of the call, with every change and mark, appears here"));
  }
  double free_left = width();  // newest first, so that its words are the ones that stay
  for (auto i = words_.size() - 1; i >= 0; --i) {
    const auto& mark = marks_[static_cast<std::size_t>(i)];
    const double x = x_of(mark.at_s);
    painter.setPen(hairline_pen(c.text));
    painter.drawLine(QPointF(x, track.top() - stroke), QPointF(x, track.bottom()));
    const double wide = painter.fontMetrics().horizontalAdvance(words_[i]);
    const double left =
        std::clamp(x - wide / 2, static_cast<double>(margin), std::max<double>(margin, width() - margin - wide));
    if (left + wide > free_left) continue;
    painter.setPen(mark.remote ? c.muted : c.text);
    painter.drawText(QRectF(left, 0, wide + 1, track.top() - stroke), Qt::AlignVCenter | Qt::AlignLeft, words_[i]);
    free_left = left - px(12);
  }
}

std::optional<double> MarkerStrip::time_of_mark(const QString& words) const {
  const auto wanted = words.simplified();
  std::optional<double> holding;
  for (auto mark = marks_.rbegin(); mark != marks_.rend(); ++mark) {
    const auto all = mark_words(*mark).simplified();
    if (all.compare(wanted, Qt::CaseInsensitive) == 0) return mark->at_s;
    if (!holding && all.contains(wanted, Qt::CaseInsensitive)) holding = mark->at_s;
  }
  return holding;
}

/// What came before and after a mark, and from it to the next.
void MarkerStrip::contextMenuEvent(QContextMenuEvent* event) {
  const auto near = std::ranges::find_if(
      marks_, [&](const MarkRow& mark) { return std::abs(x_of(mark.at_s) - event->x()) < px(kNearMark); });
  if (near == marks_.end()) return;
  const double at = near->at_s, end = view_.end();
  const auto later = std::ranges::find_if(near, marks_.end(), [at](const MarkRow& mark) { return mark.at_s > at; });
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto offer = [&](const QString& words, double from, double to) {
    auto* action = menu->addAction(words, this, [this, from, to] { view_.select(from, to); });
    action->setEnabled(to > from);
  };
  offer(Tr::tr("Measure 10 s before it"), std::max(at - kAroundMark, 0.0), at);
  offer(Tr::tr("Measure 10 s after it"), at, std::min(at + kAroundMark, end));
  offer(Tr::tr("Measure from it to the next mark"), at, later == marks_.end() ? end : later->at_s);
  menu->addAction(Tr::tr("Set cursor A on it"), this, [this, at] { view_.set_cursor(Cursor::kA, at); });
  menu->popup(event->globalPos());
}

bool MarkerStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QStringList lines{view_.time_words(time_at(help->pos().x()))};
  for (const auto& mark : marks_)
    if (std::abs(x_of(mark.at_s) - help->pos().x()) < px(6)) lines << axis_time(mark.at_s) + "  " + mark_words(mark);
  QToolTip::showText(help->globalPos(), lines.join('\n'), this);
  return true;
}

}  // namespace jitterscope
