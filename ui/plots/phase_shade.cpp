#include "ui/plots/phase_shade.h"

#include <algorithm>

#include "ui/plots/items/shade_item.h"
#include "ui/plots/series_shapes.h"
#include "ui/plots/time_plot.h"
#include "ui/tr.h"
#include "ui/words/rate_words.h"

namespace jitterscope {
namespace {

constexpr double kSteadyHalf = 0.1;   // of a steady stretch's bar, which has no height of its own
constexpr double kWordsHeight = 0.6;  // of a bar's height: where its words stand
constexpr int kRoomBeside = 8;        // px
constexpr double kNarrowStretch = 2;  // px: narrower stretches are drawn together

QBrush brush_of(double verdict, PhaseShade::Form form) {
  const auto& c = colours();
  const auto pale = [](QColor colour, Qt::BrushStyle pattern, float alpha) {
    colour.setAlphaF(alpha);
    return QBrush(colour, pattern);
  };
  if (verdict == 1) return pale(c.danger, Qt::BDiagPattern, 0.75F);
  if (verdict == -1) return pale(c.text, Qt::FDiagPattern, 0.6F);
  if (verdict == 0) return pale(c.muted, Qt::SolidPattern, form == PhaseShade::Form::kStrip ? 0.5F : 0.14F);
  return pale(c.muted, Qt::Dense6Pattern, 0.7F);
}

}  // namespace

PhaseShade::PhaseShade(TimePlot& plot, const ViewState& view, Form form) : plot_(plot), view_(view), form_(form) {}

PhaseShade::Bar& PhaseShade::bar(std::size_t index) {
  if (index < bars_.size()) return bars_[index];
  Bar made{new ShadeItem(&plot_), nullptr};
  made.rect->setLayer("background");
  if (form_ == Form::kWholeHeight) {
    for (auto* corner : {made.rect->topLeft, made.rect->bottomRight})
      corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
  } else {
    made.words = new QCPItemText(&plot_);
  }
  return bars_.emplace_back(made);
}

double PhaseShade::seconds_a_pixel() const {
  return (view_.to() - view_.from()) / std::max(1, plot_.axisRect()->width());
}

void PhaseShade::place(Bar& bar, const TrendStretch& stretch) {
  bar.rect->setBrush(brush_of(stretch.verdict, form_));
  if (form_ == Form::kWholeHeight) {
    bar.rect->topLeft->setCoords(stretch.begin_s, 0);
    bar.rect->bottomRight->setCoords(stretch.end_s, 1);
    return;
  }
  const double low = stretch.verdict == 0 ? -kSteadyHalf : std::min(0.0, stretch.verdict);
  const double high = stretch.verdict == 0 ? kSteadyHalf : std::max(0.0, stretch.verdict);
  bar.rect->topLeft->setCoords(stretch.begin_s, high);
  bar.rect->bottomRight->setCoords(stretch.end_s, low);
  const double room = (stretch.end_s - stretch.begin_s) / seconds_a_pixel() - px(kRoomBeside);
  const QFontMetrics metrics(small_font());
  const auto sign = verdict_sign(stretch.verdict);
  const auto words = sign + " " + verdict_words(stretch.verdict).section(',', 0, 0);
  const auto said = metrics.horizontalAdvance(words) <= room  ? words
                    : metrics.horizontalAdvance(sign) <= room ? sign
                                                              : QString();
  bar.words->setFont(small_font());
  bar.words->setPadding(px({1, 0, 1, 0}));
  bar.words->setText(said);
  bar.words->setVisible(!said.isEmpty());
  bar.words->setColor(colours().text);
  bar.words->setBrush(colours().panel);
  bar.words->position->setCoords((stretch.begin_s + stretch.end_s) / 2, kWordsHeight * stretch.verdict);
}

void PhaseShade::set_stretches(const std::vector<TrendStretch>& stretches) {
  visible_.clear();
  for (auto stretch : stretches) {
    stretch.begin_s = std::max(stretch.begin_s, view_.from());
    stretch.end_s = std::min(stretch.end_s, view_.to());
    if (stretch.begin_s < stretch.end_s) visible_.push_back(stretch);
  }
  std::size_t used = 0;
  for (const auto& stretch : without_slivers(visible_, exact_px(kNarrowStretch) * seconds_a_pixel())) {
    auto& placed = bar(used++);
    placed.rect->setVisible(true);
    place(placed, stretch);
  }
  for (auto i = used; i < bars_.size(); ++i) {
    bars_[i].rect->setVisible(false);
    if (bars_[i].words) bars_[i].words->setVisible(false);
  }
}

QString PhaseShade::words_at(double at_s) const {
  for (const auto& stretch : visible_)
    if (stretch.begin_s <= at_s && at_s < stretch.end_s) return verdict_words(stretch.verdict);
  return {};
}

QString PhaseShade::words_shown() const {
  QStringList words;
  for (const auto& each : bars_)
    if (each.words && each.words->visible()) words << each.words->text();
  return words.join('|');
}

CsvTable PhaseShade::table() const {
  auto table = csv_of_times();
  for (const auto& stretch : visible_)
    for (const double at_s : {stretch.begin_s, stretch.end_s})
      add_time(table, at_s, Tr::tr("Verdict"), verdict_words(stretch.verdict), stretch.verdict, stretch.verdict, {});
  return table;
}

}  // namespace jitterscope
