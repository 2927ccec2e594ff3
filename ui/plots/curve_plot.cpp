#include "ui/plots/curve_plot.h"

#include <algorithm>
#include <cmath>

#include <QToolTip>

#include "core/metrics/compensation.h"
#include "ui/playout_words.h"
#include "ui/plots/label_places.h"
#include "ui/text.h"

namespace jitterscope {
namespace {

constexpr double kRoomBelow = 3;                     // px, so that a line on an axis is seen beside it
constexpr int kGrip = 5, kReach = 9;                 // px from the buffer's line, from a mark
constexpr double kInReach = 3;                       // times what must be seen: marks farther out are drawn at the edge
constexpr double kNormalisers = 3;                   // of the share dropped, across
constexpr double kApart = 22;                        // px to the next mark: else a shadow has no name
constexpr double kAvoidedStep = 6;                   // px between the points of a curve that labels shall leave open
constexpr double kLeaderFrom = 14, kMarkRadius = 5;  // px
constexpr int kNarrow = 320;                         // px of the axes: names have room for one number
constexpr double kMostZoom = 0.02;
constexpr std::array kHues{Hue::kAudio, Hue::kVideo};

/// The stairs of the corners: across at the height of the next, then up.
QVector<QCPCurveData> stairs(const std::vector<CurvePoint>& corners) {
  QVector<QCPCurveData> data;
  for (const auto& corner : corners) {
    if (!data.isEmpty()) data.push_back({double(data.size()), data.back().key, corner.buffer_ms});
    data.push_back({double(data.size()), corner.dropped_percent, corner.buffer_ms});
  }
  return data;
}

QVector<QCPCurveData> line_through(const std::vector<CurvePoint>& points) {
  QVector<QCPCurveData> data;
  for (const auto& point : points) data.push_back({double(data.size()), point.dropped_percent, point.buffer_ms});
  return data;
}

std::vector<std::pair<double, double>> points_of(const QCPCurve& curve) {
  std::vector<std::pair<double, double>> points;
  for (const auto& point : *curve.data()) points.emplace_back(point.key, point.value);
  return points;
}

const std::vector<CurvePoint> kNoPoints;
const std::vector<CurvePoint>& corners_of(const CurvePlot::View& view) {
  return view ? view->report.curve : kNoPoints;
}

QString optimum_words(const CompensationOptimum& optimum) {
  return figure(optimum.buffer_ms, "ms") + ", " + figure(optimum.dropped_percent, "%");
}

QRectF place_of(const QCPItemText& item) {
  return {item.topLeft->pixelPosition(), item.bottomRight->pixelPosition()};
}

QFont bold_font() {
  auto font = small_font();
  font.setBold(true);
  return font;
}

QString point_tip(Medium medium, const OperatingPoint& point) {
  const auto held = point.held_ms > 0 ? " (" + figure(std::optional(point.held_ms), "ms") + " of it for lip-sync)" : QString();
  return QString("%1, %2: %3\nmean delay %4, %5 of %6 dropped%7")
      .arg(medium_name(medium), playout_name(point.setting), playout_sentence(point.setting),
           figure(point.delay_ms, "ms") + held, figure(point.dropped_percent, "%"), count_text(point.units),
           point.in_force ? "\nin force: measured on what was played" : "\nin the shadow: on the same arrivals");
}

}  // namespace

CurvePlot::CurvePlot(QWidget* parent) : QCustomPlot(parent) {
  setAccessibleName("Compensation curve");
  xAxis->setLabel("Dropped (%)");
  yAxis->setLabel("Buffer (ms)");
  xAxis->setPadding(0);
  axisRect()->setMinimumMargins(QMargins(44, 8, 14, 0));
  for (auto& drawn : media_) {
    for (auto** curve : {&drawn.area, &drawn.ghost, &drawn.bound, &drawn.curve}) *curve = new QCPCurve(xAxis, yAxis);
    for (auto** marks : {&drawn.shadows, &drawn.held_optimum, &drawn.cost, &drawn.in_force, &drawn.optimum}) {
      *marks = addGraph();
      (*marks)->setLineStyle(QCPGraph::lsNone);
    }
  }
  line_ = new QCPItemLine(this);
  line_label_ = new QCPItemText(this);
  note_ = new QCPItemText(this);
  for (auto* position : {line_->start, line_->end, line_label_->position, note_->position}) {
    position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    position->setTypeY(QCPItemPosition::ptPlotCoords);
  }
  note_->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  note_->position->setCoords(1, 0);
  note_->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
  note_->setTextAlignment(Qt::AlignRight);
  connect(this, &QCustomPlot::afterLayout, this, &CurvePlot::place_labels_now);
  setMouseTracking(true);
  setMinimumSize(200, 110);
  restyle();
}

void CurvePlot::set_curve(Medium medium, View now, View held) {
  auto& drawn = media_[static_cast<std::size_t>(medium)];
  if (drawn.now == now && drawn.held == held) return;
  drawn.now = std::move(now);
  drawn.held = std::move(held);
  changed_ = true;
  fill(drawn);
}

void CurvePlot::fill(Drawn& drawn) {
  auto steps = stairs(corners_of(drawn.now));
  drawn.curve->data()->set(steps, true);
  if (!steps.isEmpty()) steps.push_back({double(steps.size()), 0, 0});
  drawn.area->data()->set(steps, true);
  drawn.ghost->data()->set(stairs(corners_of(drawn.held)), true);
  drawn.bound->data()->set(line_through(drawn.now ? drawn.now->bound : kNoPoints), true);
}

void CurvePlot::set_buffer(double ms) {
  changed_ = changed_ || ms != buffer_ms_;
  buffer_ms_ = ms;
}

void CurvePlot::set_note(const QString& words) {
  changed_ = changed_ || words != note_->text();
  note_->setText(words);
}

void CurvePlot::draw() {
  const auto across = xAxis->range(), up = yAxis->range();
  span_axes();
  if (!changed_ && across == xAxis->range() && up == yAxis->range()) return;
  changed_ = false;
  fill_marks();
  replot(QCustomPlot::rpQueuedReplot);
}

/// What must be seen sets the size: some normalisers across, optima and the policy in force. Up, other marks and the end
/// of the curve as far as they are within reach of it.
std::pair<double, double> CurvePlot::wanted_size() const {
  double right = 0, top = top_.least();
  const auto hold = [&](double dropped, double ms) {
    right = std::max(right, dropped);
    top = std::max(top, ms);
  };
  for (const auto& drawn : media_) {
    for (const auto& view : {drawn.now, drawn.held})
      if (view)
        hold(std::max(kNormalisers * view->query.gap_scale_percent, 1.4 * view->report.optimal.dropped_percent),
             1.5 * view->report.optimal.buffer_ms);
    if (!drawn.now) continue;
    for (const auto& point : drawn.now->points)
      if (point.in_force) hold(point.dropped_percent, point.delay_ms);
  }
  const double far_up = kInReach * top;
  for (const auto& drawn : media_) {
    if (!drawn.now) continue;
    for (const auto& point : drawn.now->points) hold(0, point.delay_ms <= far_up ? point.delay_ms : 0);
    if (const auto& corners = corners_of(drawn.now); !corners.empty())
      hold(0, std::min(corners.back().buffer_ms, far_up));
  }
  return {right, std::max(top, buffer_ms_)};
}

void CurvePlot::span_axes() {
  if (!dragging_) {
    const auto [right, top] = wanted_size();
    right_edge_ = right_.update(right);
    top_edge_ = top_.update(top);
  }
  const auto span = [](QCPAxis& axis, double upper, int pixels, int a_tick) {
    axis.setRange(-upper * kRoomBelow / std::max(pixels, 50), upper);
    axis.ticker()->setTickCount(std::clamp(pixels / a_tick, 2, 8));
  };
  span(*xAxis, std::min(100.0, right_edge_ * zoom_x_), axisRect()->width(), 70);
  span(*yAxis, top_edge_ * zoom_y_, axisRect()->height(), 26);
}

QPointF CurvePlot::pixel_of(const Mark& mark) const {
  return {xAxis->coordToPixel(mark.dropped), yAxis->coordToPixel(mark.buffer_ms)};
}

/// Marks out of view stand at the edge with their values beside their names.
CurvePlot::Mark CurvePlot::mark_in_view(Mark mark) const {
  if (mark.dropped > xAxis->range().upper) mark.name += " → " + figure(mark.dropped, "%");
  if (mark.buffer_ms > yAxis->range().upper) mark.name += " ↑ " + figure(mark.buffer_ms, "ms");
  mark.dropped = std::min(mark.dropped, xAxis->range().upper);
  mark.buffer_ms = std::min(mark.buffer_ms, yAxis->range().upper);
  return mark;
}

void CurvePlot::fill_marks() {
  marks_.clear();
  std::vector<Mark> shadows;
  const bool both = media_[0].now && media_[1].now, narrow = axisRect()->width() < kNarrow;
  const auto name_of = [&](const QString& which, const CompensationOptimum& best) {
    return which + (both || narrow ? figure(best.buffer_ms, "ms") : optimum_words(best));
  };
  for (const auto medium : {Medium::kAudio, Medium::kVideo}) {
    auto& drawn = media_[static_cast<std::size_t>(medium)];
    const auto put = [&](QCPGraph* graph, std::vector<Mark>& list, Mark mark) {
      mark = mark_in_view(std::move(mark));
      graph->addData(mark.dropped, mark.buffer_ms);
      list.push_back(std::move(mark));
    };
    for (auto* graph : {drawn.in_force, drawn.shadows, drawn.optimum, drawn.held_optimum, drawn.cost})
      graph->data()->clear();
    const auto name = both ? medium_name(medium).toLower() + " " : QString();
    if (drawn.now && !drawn.now->report.curve.empty()) {
      const auto& best = drawn.now->report.optimal;
      put(drawn.optimum, marks_,
          {best.dropped_percent, best.buffer_ms, name_of(both ? name : "optimum ", best),
           QString("%1, optimum of the curve: %2\nthe nearest point to the origin after scaling by %3 and %4")
               .arg(medium_name(medium), optimum_words(best), figure(drawn.now->query.gap_scale_percent, "%"),
                    figure(drawn.now->query.buffer_scale_ms, "ms")),
           false, true});
      if (const auto dropped = dropped_at(drawn.now->report.curve, buffer_ms_))
        drawn.cost->addData(*dropped, buffer_ms_);
    }
    if (drawn.held && !drawn.held->report.curve.empty()) {
      const auto& best = drawn.held->report.optimal;
      put(drawn.held_optimum, marks_,
          {best.dropped_percent, best.buffer_ms, name_of("held ", best),
           medium_name(medium) + ", optimum of the held curve: " + optimum_words(best), false, true});
    }
    if (!drawn.now) continue;
    for (const auto& point : drawn.now->points)
      put(point.in_force ? drawn.in_force : drawn.shadows, point.in_force ? marks_ : shadows,
          {point.dropped_percent, point.delay_ms,
           both && !point.in_force ? QString() : name + playout_name(point.setting), point_tip(medium, point),
           point.in_force, point.in_force});
  }
  std::stable_partition(marks_.begin(), marks_.end(), [](const Mark& mark) { return mark.bold; });
  marks_.insert(marks_.end(), shadows.begin(), shadows.end());
  line_->start->setCoords(0, buffer_ms_);
  line_->end->setCoords(1, buffer_ms_);
  line_label_->setText("buffer " + figure(buffer_ms_, "ms"));
}

/// Points along what is drawn of a curve, so that labels leave it open.
void CurvePlot::follow(const QCPCurve& curve, std::vector<QPointF>& points) const {
  const QRectF area = axisRect()->rect();
  std::optional<QPointF> last;
  for (const auto& corner : *curve.data()) {
    const QPointF next(xAxis->coordToPixel(corner.key), yAxis->coordToPixel(corner.value));
    if (last) {
      const double length = std::hypot(next.x() - last->x(), next.y() - last->y());
      if (length < kAvoidedStep) continue;
      for (double done = 0; done < length; done += kAvoidedStep) {
        const auto between = *last + (next - *last) * (done / length);
        if (area.contains(between)) points.push_back(between);
      }
    }
    last = next;
  }
}

void CurvePlot::follow_line(std::vector<QPointF>& points) const {
  const QRectF area = axisRect()->rect();
  const double y = yAxis->coordToPixel(buffer_ms_);
  for (double x = area.left(); y > area.top() && x < area.right(); x += kAvoidedStep) points.emplace_back(x, y);
}

/// The name of the bound stands where the bound leaves the upper half of what is shown.
std::optional<CurvePlot::Mark> CurvePlot::bound_name(const Drawn& drawn) const {
  if (!drawn.now || drawn.now->bound.empty()) return std::nullopt;
  std::optional<Mark> best;
  double nearest = 0;
  for (const auto& point : drawn.now->bound) {
    const double across = point.dropped_percent / xAxis->range().upper, up = point.buffer_ms / yAxis->range().upper;
    if (across > 1 || up > 1) continue;
    const double away = std::abs(across - 0.45);
    if (best && away >= nearest) continue;
    nearest = away;
    best = Mark{point.dropped_percent, point.buffer_ms, "offline bound", {}};
  }
  return best;
}

/// Beside the line where the note leaves room.
void CurvePlot::place_line_label() {
  const QRectF area = axisRect()->rect(), note = place_of(*note_);
  for (const auto side : {Qt::AlignRight, Qt::AlignLeft})
    for (const auto height : {Qt::AlignBottom, Qt::AlignTop}) {
      line_label_->position->setCoords(side == Qt::AlignRight ? 1 : 0, buffer_ms_);
      line_label_->setPositionAlignment(side | height);
      if (const auto place = place_of(*line_label_); !place.intersects(note) && area.contains(place)) return;
    }
}

bool CurvePlot::stands_apart(const Mark& mark) const {
  return std::count_if(marks_.begin(), marks_.end(), [&](const Mark& other) {
           const auto away = pixel_of(other) - pixel_of(mark);
           return std::hypot(away.x(), away.y()) < kApart;
         }) <= 1;  // itself
}

/// Of a crowd only the chief ones; the others tell their names to the pointer.
std::vector<CurvePlot::Mark> CurvePlot::named_marks() const {
  auto named = marks_;
  std::erase_if(named, [this](const Mark& mark) { return mark.name.isEmpty() || (!mark.chief && !stands_apart(mark)); });
  const auto shadow = std::find_if(named.begin(), named.end(), [](const Mark& mark) { return !mark.chief; });
  auto at = shadow - named.begin();
  for (const auto& drawn : media_)
    if (const auto mark = bound_name(drawn)) named.insert(named.begin() + at++, *mark);
  return named;
}

void CurvePlot::place_labels_now() {
  place_line_label();
  const auto named = named_marks();
  std::vector<LabelWish> wishes;
  for (const auto& mark : named) {
    const QFontMetricsF metrics(mark.bold ? bold_font() : small_font());
    wishes.push_back({pixel_of(mark), QSizeF(metrics.horizontalAdvance(mark.name) + 4, metrics.height())});
  }
  std::vector<QRectF> kept_free{place_of(*line_label_)};
  if (!note_->text().isEmpty()) kept_free.push_back(place_of(*note_));
  std::vector<QPointF> avoided;
  for (const auto& drawn : media_)
    for (const auto* curve : {drawn.curve, drawn.ghost, drawn.bound}) follow(*curve, avoided);
  follow_line(avoided);
  const auto places = place_labels(axisRect()->rect(), wishes, kept_free, avoided);
  while (labels_.size() < named.size()) labels_.push_back(new_label());
  for (std::size_t i = 0; i < labels_.size(); ++i)
    show_label(labels_[i], i < named.size() && places[i] ? &named[i] : nullptr,
               i < named.size() ? places[i].value_or(QRectF()) : QRectF());
}

CurvePlot::LabelItems CurvePlot::new_label() {
  const LabelItems items{new QCPItemText(this), new QCPItemLine(this)};
  for (auto* position : {items.text->position, items.leader->start, items.leader->end})
    position->setType(QCPItemPosition::ptAbsolute);
  items.text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
  items.text->setPadding(QMargins(2, 0, 2, 0));
  return items;
}

/// A label that could not stand beside its mark has a line to it.
void CurvePlot::show_label(const LabelItems& items, const Mark* mark, const QRectF& place) {
  items.text->setVisible(mark);
  items.leader->setVisible(false);
  if (!mark) return;
  items.text->setText(mark->name);
  items.text->setFont(mark->bold ? bold_font() : small_font());
  items.text->setColor(mark->chief ? colours().text : colours().muted);
  items.text->position->setCoords(place.topLeft());
  const auto from = pixel_of(*mark);
  const QPointF to(std::clamp(from.x(), place.left(), place.right()),
                   std::clamp(from.y(), place.top(), place.bottom()));
  const QLineF leader(from, to);
  if (leader.length() < kLeaderFrom) return;
  items.leader->setVisible(true);
  items.leader->setPen(QPen(colours().muted, 1));
  items.leader->start->setCoords(leader.pointAt(kMarkRadius / leader.length()));
  items.leader->end->setCoords(to);
}

std::vector<CurvePlot::Label> CurvePlot::labels() const {
  std::vector<Label> shown;
  for (const auto& label : labels_)
    if (label.text->visible()) shown.push_back({label.text->text(), place_of(*label.text)});
  return shown;
}

std::vector<std::pair<double, double>> CurvePlot::drawn_curve(Medium medium) const {
  return points_of(*media_[static_cast<std::size_t>(medium)].curve);
}

std::vector<std::pair<double, double>> CurvePlot::drawn_ghost(Medium medium) const {
  return points_of(*media_[static_cast<std::size_t>(medium)].ghost);
}

QString CurvePlot::tip_at(const QPoint& position) const {
  if (!axisRect()->rect().contains(position)) return {};
  for (const auto& mark : marks_) {
    const auto away = pixel_of(mark) - position;
    if (!mark.tip.isEmpty() && std::hypot(away.x(), away.y()) <= kReach) return mark.tip;
  }
  const double ms = std::max(0.0, yAxis->pixelToCoord(position.y()));
  QStringList lines{figure(ms, "ms") + " of buffer"};
  for (const auto medium : {Medium::kAudio, Medium::kVideo}) {
    const auto& drawn = media_[static_cast<std::size_t>(medium)];
    if (const auto dropped = dropped_at(corners_of(drawn.now), ms))
      lines << medium_name(medium) + " drops " + figure(*dropped, "%");
    if (const auto dropped = dropped_at(corners_of(drawn.held), ms))
      lines << medium_name(medium) + " held: " + figure(*dropped, "%");
  }
  return lines.join('\n');
}

bool CurvePlot::near_line(const QPoint& position) const {
  return axisRect()->rect().contains(position) && std::abs(yAxis->coordToPixel(buffer_ms_) - position.y()) <= kGrip;
}

void CurvePlot::wheelEvent(QWheelEvent* event) {
  if (event->angleDelta().y() == 0) return event->accept();
  const double factor = event->angleDelta().y() > 0 ? 0.8 : 1.25;
  const auto area = axisRect()->rect();
  const auto zoom = [factor](double& zoomed) { zoomed = std::clamp(zoomed * factor, kMostZoom, 1 / kMostZoom); };
  if (event->position().x() >= area.left()) zoom(zoom_x_);
  if (event->position().y() <= area.bottom()) zoom(zoom_y_);
  draw();
  event->accept();
}

void CurvePlot::mousePressEvent(QMouseEvent* event) {
  dragging_ = event->button() == Qt::LeftButton && near_line(event->pos());
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event) {
  if (dragging_) {
    const double most = PlayoutSetting::kMostDelay.ms();
    const double ms = std::clamp(yAxis->pixelToCoord(event->pos().y()), 0.0, std::min(yAxis->range().upper, most));
    emit buffer_moved(std::round(ms));
    return;
  }
  setCursor(near_line(event->pos()) ? Qt::SizeVerCursor : Qt::ArrowCursor);
  if (const auto tip = tip_at(event->pos()); !tip.isEmpty())
    QToolTip::showText(mapToGlobal(event->pos() + QPoint(12, 8)), tip, this);
}

void CurvePlot::mouseReleaseEvent(QMouseEvent*) {
  dragging_ = false;
  draw();
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent*) {
  zoom_x_ = zoom_y_ = 1;
  draw();
}

void CurvePlot::changeEvent(QEvent* event) {
  QCustomPlot::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) restyle();
}

void CurvePlot::restyle() {
  style_plot(*this);
  const auto& c = colours();
  for (std::size_t i = 0; i < media_.size(); ++i) {
    auto& drawn = media_[i];
    const auto pen = series_pen(kHues[i]);
    const auto held = series_pen(Hue::kHeld, Qt::DashLine);
    auto tint = pen.color();
    tint.setAlphaF(0.12F);
    drawn.area->setPen(Qt::NoPen);
    drawn.area->setBrush(tint);
    drawn.curve->setPen(pen);
    drawn.ghost->setPen(held);
    drawn.bound->setPen(QPen(c.text, 1, Qt::DotLine));
    const QPen outline(pen.color(), 1.4);
    drawn.in_force->setScatterStyle({QCPScatterStyle::ssDisc, outline, pen.color(), 9});
    drawn.shadows->setScatterStyle({QCPScatterStyle::ssCircle, outline, c.panel, 7});
    drawn.optimum->setScatterStyle({QCPScatterStyle::ssDiamond, QPen(c.text, 1.4), pen.color(), 10});
    drawn.held_optimum->setScatterStyle({QCPScatterStyle::ssDiamond, QPen(held.color(), 1.4), c.panel, 9});
    drawn.cost->setScatterStyle({QCPScatterStyle::ssSquare, Qt::NoPen, pen.color(), 5});
  }
  line_->setPen(QPen(c.text, 1));
  for (auto* item : {line_label_, note_}) {
    item->setFont(small_font());
    item->setColor(item == note_ ? c.muted : c.text);
    item->setPadding(QMargins(2, 0, 2, 0));
  }
  replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace jitterscope
