#include "ui/plots/box_plots.h"

#include <algorithm>

#include "core/measures/views/measures_view.h"
#include "ui/tr.h"
#include "ui/words/clock_ticker.h"
#include "ui/words/media.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kBoxWidth = 0.3, kMediaApart = 0.18;  // of a slice

}  // namespace

BoxPlots::BoxPlots(ViewState& view, QWidget* parent) : ValuePlot(view, parent) {
  setAccessibleName(Tr::tr("Box plots of interarrival times"));
  xAxis->setTicker(QSharedPointer<ClockTicker>::create());
  yAxis->setLabel(Tr::tr("Interarrival (ms)"));
  for (auto* boxes : {&held_boxes_, &boxes_})
    for (auto& box : *boxes) box = new QCPStatisticalBox(xAxis, yAxis);
  BoxPlots::restyle();
}

void BoxPlots::show_measures(const Pair& now, const Pair& held, bool logarithmic) {
  if (now == now_ && held == held_ && logarithmic == logarithmic_) return;
  now_ = now;
  held_ = held;
  logarithmic_ = logarithmic;
  for (std::size_t medium = 0; medium < 2; ++medium)
    for (const bool ghost : {false, true}) fill(medium, ghost);
  span_axes();
}

/// Held boxes stand at the places of the present ones, slice by slice.
void BoxPlots::fill(std::size_t medium, bool held) {
  auto& drawn = *(held ? held_boxes_ : boxes_)[medium];
  drawn.data()->clear();
  const auto* view = (held ? held_ : now_)[medium].get();
  if (!view) return;
  const double length = now_[medium] ? now_[medium]->to_s - now_[medium]->from_s : view->to_s - view->from_s;
  const double shift = (now_[medium] ? now_[medium]->from_s : view->from_s) - view->from_s;
  const double slice = length / static_cast<double>(std::max<std::size_t>(1, view->boxes.size()));
  drawn.setWidth(kBoxWidth * slice);
  drawn.setWhiskerWidth(kBoxWidth * slice / 2);
  for (const auto& box : view->boxes) {
    if (box.n == 0) continue;
    const double middle = (box.from_s + box.to_s) / 2 + (medium == 0 ? -kMediaApart : kMediaApart) * slice;
    const QVector<double> outliers(box.outliers.begin(), box.outliers.end());
    drawn.addData(middle + (held ? shift : 0), box.low_whisker, box.low_quartile, box.median, box.high_quartile,
                  box.high_whisker, held ? QVector<double>{} : outliers);
  }
}

void BoxPlots::span_axes() {
  double low = 1e9, high = 0.1, from = 1e12, to = 0;
  for (const auto* pair : {&now_, &held_})
    for (const auto& view : *pair) {
      if (!view) continue;
      if (pair == &now_) {
        from = std::min(from, view->from_s);
        to = std::max(to, view->to_s);
      }
      for (const auto& box : view->boxes) {
        if (box.n == 0) continue;
        low = std::min(low, box.low_whisker);
        high = std::max(high, box.high_whisker);
        for (const double outlier : box.outliers) {
          low = std::min(low, outlier);
          high = std::max(high, outlier);
        }
      }
    }
  const bool drawn_log = yAxis->scaleType() == QCPAxis::stLogarithmic;
  if (drawn_log != logarithmic_) {
    yAxis->setScaleType(logarithmic_ ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    yAxis->setTicker(logarithmic_ ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                  : QSharedPointer<RoundTicker>::create());
    yAxis->setNumberFormat("g");
  }
  if (to <= from) to = from = 0;
  low = std::clamp(low, 0.01, high / 10);
  set_natural({from, std::max(to, from + 0.5)},
              logarithmic_ ? QCPRange(low / 1.5, high * 1.5) : QCPRange(-high / 40, high * 1.08));
}

int BoxPlots::boxes_shown(int medium, bool held) const {
  return (held ? held_boxes_ : boxes_)[static_cast<std::size_t>(medium)]->data()->size();
}

QStringList BoxPlots::values_at(double at_s) const {
  QStringList lines;
  for (std::size_t medium = 0; medium < 2; ++medium) {
    if (!now_[medium]) continue;
    for (const auto& box : now_[medium]->boxes) {
      if (box.n == 0 || at_s < box.from_s || at_s >= box.to_s) continue;
      if (lines.isEmpty()) lines << axis_time(box.from_s) + " – " + axis_time(box.to_s);
      lines << Tr::tr("%1  median %2 ms, middle half %3 – %4, whiskers %5 – %6, mean %7, n %8")
                   .arg(Tr::tr(kMediumNames[medium]), figure(box.median), figure(box.low_quartile),
                        figure(box.high_quartile), figure(box.low_whisker), figure(box.high_whisker), figure(box.mean),
                        count_text(box.n));
    }
  }
  return lines;
}

void BoxPlots::restyle() {
  ValuePlot::restyle();
  for (std::size_t medium = 0; medium < 2; ++medium) {
    const auto hue = kMediumHues[medium];
    auto tint = colours()[hue];
    tint.setAlphaF(0.3F);
    auto* box = boxes_[medium];
    const auto pen = series_pen(hue);
    box->setPen(pen);
    box->setBrush(tint);
    box->setMedianPen(QPen(colours()[hue], px(2)));
    box->setWhiskerPen(pen);
    box->setWhiskerBarPen(pen);
    box->setOutlierStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, colours()[hue], exact_px(3)));
    auto* ghost = held_boxes_[medium];
    const auto dashed = series_pen(Hue::kHeld, Qt::DashLine);
    ghost->setPen(dashed);
    ghost->setBrush(Qt::NoBrush);
    ghost->setMedianPen(dashed);
    ghost->setWhiskerPen(dashed);
    ghost->setWhiskerBarPen(dashed);
  }
}

CsvTable BoxPlots::table() const {
  CsvTable table{accessibleName(),
                 {"series", "from_s", "to_s", "n", "mean_ms", "low_whisker_ms", "low_quartile_ms", "median_ms",
                  "high_quartile_ms", "high_whisker_ms"}};
  for (std::size_t medium = 0; medium < 2; ++medium) {
    if (!now_[medium]) continue;
    for (const auto& box : now_[medium]->boxes) {
      QStringList row{kMediumNames[medium], csv_number(box.from_s), csv_number(box.to_s), QString::number(box.n)};
      for (const double ms :
           {box.mean, box.low_whisker, box.low_quartile, box.median, box.high_quartile, box.high_whisker})
        row << csv_number(ms);
      table.rows.push_back(row);
    }
  }
  return table;
}

}  // namespace jitterscope
