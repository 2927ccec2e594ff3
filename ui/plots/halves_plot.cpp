#include "ui/plots/halves_plot.h"

#include <algorithm>
#include <cmath>

#include "ui/plots/envelope_band.h"
#include "ui/words/clock_ticker.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr QMargins kRoundHalves{64, 22, 14, 0};

}  // namespace

HalvesPlot::HalvesPlot(const QString& quantity, const QString& unit, double lowest, double least_top, Hue hue,
                       QWidget* parent)
    : PaintedPlot(parent), unit_(unit), lowest_(lowest), least_top_(least_top), hues_{Hue::kHeld, hue} {
  setAccessibleName(quantity);
  axisRect()->setAutoMargins(QCP::msBottom);
  xAxis->setTicker(QSharedPointer<ClockTicker>::create());
  yAxis->setScaleType(QCPAxis::stLogarithmic);
  yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
  yAxis->setNumberFormat("g");
  yAxis->setLabel(quantity + " (" + unit + ")");
  for (auto& half : halves_) {
    auto* band = new EnvelopeBand(xAxis, yAxis);  // below the lines
    half = {{}, band, addGraph(), addGraph(), new QCPItemText(this), {}};
    half.label->setClipToAxisRect(false);
    half.label->position->setTypeX(QCPItemPosition::ptPlotCoords);
    half.label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    half.label->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
  }
  set_least_size(this, 240, 140);
  HalvesPlot::restyle();
}

void HalvesPlot::set_half(int index, const QString& name, const std::vector<EnvelopeSlot>& entries) {
  auto& half = halves_[static_cast<std::size_t>(index)];
  half.name = name;
  half.entries = entries;
  QVector<QCPGraphData> upper, lower;
  std::vector<EnvelopeSlot> area;
  for (const auto& slot : entries) {
    area.push_back({slot.at_s, std::max(slot.min, lowest_), std::max(slot.max, lowest_)});
    upper.push_back({slot.at_s, area.back().max});
    lower.push_back({slot.at_s, area.back().min});
  }
  half.band->set_entries(std::move(area));
  half.upper->data()->set(upper, true);
  half.lower->data()->set(lower, true);
  half.label->setVisible(!entries.empty());
  half.label->setText(name);
  if (!entries.empty()) half.label->position->setCoords(entries.front().at_s, 0);
}

void HalvesPlot::draw() {
  double from = 0, to = 1, top = least_top_;
  bool any = false;
  for (const auto& half : halves_)
    for (const auto& slot : half.entries) {
      from = any ? std::min(from, slot.at_s) : slot.at_s;
      to = any ? std::max(to, slot.at_s) : slot.at_s;
      top = std::max(top, slot.max);
      any = true;
    }
  xAxis->setRange(from, std::max(to, from + 1));
  xAxis->ticker()->setTickCount(std::max(2, axisRect()->width() / px(90)));
  yAxis->setRange(lowest_, std::pow(10, std::ceil(std::log10(top))));
  replot(QCustomPlot::rpQueuedReplot);
}

CsvTable HalvesPlot::table() const {
  auto table = csv_of_times();
  for (const auto& half : halves_)
    for (const auto& slot : half.entries)
      add_time(table, slot.at_s, accessibleName(), half.name, slot.min, slot.max, unit_);
  return table;
}

int HalvesPlot::points_shown() const {
  int shown = 0;
  for (const auto& half : halves_) shown += half.upper->visible() ? half.upper->dataCount() : 0;
  return shown;
}

void HalvesPlot::restyle() {
  style_plot(*this);
  axisRect()->setMargins(px(kRoundHalves));
  for (std::size_t i = 0; i < halves_.size(); ++i) {
    auto pen = series_pen(hues_[i]);
    halves_[i].upper->setPen(pen);
    auto tint = pen.color();
    tint.setAlphaF(0.2F);
    halves_[i].band->setBrush(tint);
    pen.setColor(tint);
    halves_[i].lower->setPen(pen);
    halves_[i].label->setFont(small_font());
    halves_[i].label->setColor(colours().text);
  }
}

}  // namespace jitterscope
