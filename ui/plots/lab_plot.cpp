#include "ui/plots/lab_plot.h"

#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr double kRound = 0.03;  // of an axis, beyond what is drawn

QCPRange range_of(const SeriesGroup& group, double std::pair<double, double>::*coordinate) {
  QCPRange range(0, 0);
  for (const LabSeries* series : group.curves)
    for (const auto& point : series->points) range.expand(point.*coordinate);
  const double beyond = kRound * (range.size() > 0 ? range.size() : 1);
  return {range.lower < 0 ? range.lower - beyond : 0, range.upper + beyond};
}

}  // namespace

LabPlot::LabPlot(const SeriesGroup& group, QWidget* parent) : PaintedPlot(parent) {
  setAccessibleName(QString::fromStdString(group.name));
  xAxis->setLabel(QString::fromStdString(group.curves.front()->x_label));
  yAxis->setLabel(QString::fromStdString(group.curves.front()->y_label));
  for (auto* axis : {xAxis, yAxis}) axis->setNumberFormat("g");
  xAxis->setRange(range_of(group, &std::pair<double, double>::first));
  yAxis->setRange(range_of(group, &std::pair<double, double>::second));
  for (std::size_t i = 0; i < group.curves.size(); ++i) add_curve(*group.curves[i], group.names[i]);
  place_legend();
  LabPlot::restyle();
}

void LabPlot::restyle() {
  style_plot(*this);
  legend->setFont(small_font());
  legend->setTextColor(colours().text);
  for (int i = 0; i < plottableCount(); ++i) {
    auto* curve = static_cast<QCPCurve*>(plottable(i));
    const auto hue = static_cast<Hue>(i % static_cast<int>(Hue::kPlain));
    curve->setPen(series_pen(hue));
    if (curve->dataCount() <= kMostMarks)
      curve->setScatterStyle({QCPScatterStyle::ssDisc, colours()[hue], double(px(5))});
  }
}

void LabPlot::add_curve(const LabSeries& series, const std::string& name) {
  QVector<QCPCurveData> points;
  for (const auto& [x, y] : series.points) points.push_back({double(points.size()), x, y});
  auto* curve = new QCPCurve(xAxis, yAxis);
  curve->data()->set(points, true);
  curve->setName(QString::fromStdString(name));
}

/// It stands beside the axes, where it hides no curve.
void LabPlot::place_legend() {
  legend->setVisible(true);
  legend->setBrush(Qt::NoBrush);
  legend->setBorderPen(Qt::NoPen);
  axisRect()->insetLayout()->take(legend);
  auto* beside = new QCPLayoutGrid;
  beside->addElement(0, 0, legend);
  beside->addElement(1, 0, new QCPLayoutElement(this));
  plotLayout()->addElement(0, 1, beside);
  plotLayout()->setColumnStretchFactor(1, 0.001);
  beside->setRowStretchFactor(0, 0.001);
}

}  // namespace jitterscope
