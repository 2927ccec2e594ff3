#include "ui/plots/curve_plot.h"

#include <algorithm>
#include <cmath>

#include <QToolTip>

#include "core/measures/views/compensation_view.h"
#include "ui/tr.h"
#include "ui/words/media.h"
#include "ui/words/playout_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kRoomBelowCurve = 3;  // px, so that a line on an axis is seen beside it
constexpr double kRoomForNote = 20;    // pixels, above all marks: the note stands there
constexpr int kGrip = 5, kReach = 9;   // px from the buffer's line, from a mark
constexpr double kInReach = 3;         // times what must be seen: marks farther out are drawn at the edge
constexpr double kNormalisers = 3;     // of the share dropped, across
constexpr double kMostZoom = 0.02;

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

const std::vector<CurvePoint> kNoCurve;
const std::vector<CurvePoint>& corners_of(const CurvePlot::View& view) {
  return view ? view->report.curve : kNoCurve;
}

}  // namespace

CurvePlot::CurvePlot(QWidget* parent) : PaintedPlot(parent), labels_(*this) {
  setAccessibleName(Tr::tr("Compensation curve"));
  xAxis->setLabel(Tr::tr("Dropped (%)"));
  yAxis->setLabel(Tr::tr("Buffer (ms)"));
  xAxis->setPadding(0);
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
  set_least_size(this, 200, 106);
  CurvePlot::restyle();
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
  drawn.bound->data()->set(line_through(drawn.now ? drawn.now->bound : kNoCurve), true);
}

void CurvePlot::set_buffer(double ms) {
  changed_ = changed_ || ms != buffer_ms_;
  buffer_ms_ = ms;
}

void CurvePlot::hide_buffer() {
  set_buffer(0);
  line_->setVisible(false);
  line_label_->setVisible(false);
  for (auto& drawn : media_) drawn.cost->setVisible(false);
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

/// What must be seen sets the size: some normalisers across, optima and the policy in force. Up, other marks and the
/// end of the curve as far as they are within reach of it.
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
    axis.setRange(-upper * exact_px(kRoomBelowCurve) / std::max(pixels, px(50)), upper);
    axis.ticker()->setTickCount(std::clamp(pixels / px(a_tick), 2, 8));
  };
  span(*xAxis, std::min(100.0, right_edge_ * zoom_x_), axisRect()->width(), 70);
  const int height = axisRect()->height();
  span(*yAxis, top_edge_ * zoom_y_ * (1 + exact_px(kRoomForNote) / std::max(height, px(50))), height, 26);
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
    if (!mark.tip.isEmpty() && std::hypot(away.x(), away.y()) <= px(kReach)) return mark.tip;
  }
  const double ms = std::max(0.0, yAxis->pixelToCoord(position.y()));
  QStringList lines{Tr::tr("%1 of buffer").arg(figure(ms, "ms"))};
  for (const auto medium : {Medium::kAudio, Medium::kVideo}) {
    const auto& drawn = media_[static_cast<std::size_t>(medium)];
    if (const auto dropped = dropped_at(corners_of(drawn.now), ms))
      lines << Tr::tr("%1 drops %2").arg(medium_name(medium), figure(*dropped, "%"));
    if (const auto dropped = dropped_at(corners_of(drawn.held), ms))
      lines << Tr::tr("%1 held: %2").arg(medium_name(medium), figure(*dropped, "%"));
  }
  return lines.join('\n');
}

bool CurvePlot::near_line(const QPoint& position) const {
  return axisRect()->rect().contains(position) && std::abs(yAxis->coordToPixel(buffer_ms_) - position.y()) <= px(kGrip);
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
    QToolTip::showText(mapToGlobal(event->pos() + beside_pointer()), tip, this);
}

void CurvePlot::mouseReleaseEvent(QMouseEvent*) {
  dragging_ = false;
  draw();
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent*) {
  zoom_x_ = zoom_y_ = 1;
  draw();
}

void CurvePlot::restyle() {
  style_plot(*this);
  axisRect()->setMinimumMargins(px({44, 8, 14, 0}));
  const auto& c = colours();
  for (std::size_t i = 0; i < media_.size(); ++i) {
    auto& drawn = media_[i];
    const auto pen = series_pen(kMediumHues[i]);
    const auto held = series_pen(Hue::kHeld, Qt::DashLine);
    auto tint = pen.color();
    tint.setAlphaF(0.12F);
    drawn.area->setPen(Qt::NoPen);
    drawn.area->setBrush(tint);
    drawn.curve->setPen(pen);
    drawn.ghost->setPen(held);
    drawn.bound->setPen(hairline_pen(c.text, Qt::DotLine));
    const QPen outline(pen.color(), exact_px(1.4));
    drawn.in_force->setScatterStyle({QCPScatterStyle::ssDisc, outline, pen.color(), exact_px(9)});
    drawn.shadows->setScatterStyle({QCPScatterStyle::ssCircle, outline, c.panel, exact_px(7)});
    drawn.optimum->setScatterStyle(
        {QCPScatterStyle::ssDiamond, QPen(c.text, exact_px(1.4)), pen.color(), exact_px(10)});
    drawn.held_optimum->setScatterStyle(
        {QCPScatterStyle::ssDiamond, QPen(held.color(), exact_px(1.4)), c.panel, exact_px(9)});
    drawn.cost->setScatterStyle({QCPScatterStyle::ssSquare, Qt::NoPen, pen.color(), exact_px(5)});
  }
  line_->setPen(hairline_pen(c.text));
  for (auto* item : {line_label_, note_}) {
    item->setFont(small_font());
    item->setColor(item == note_ ? c.muted : c.text);
    item->setPadding(px({2, 0, 2, 0}));
  }
}

}  // namespace jitterscope
