#include "ui/demonstrations/comparison.h"

#include <algorithm>
#include <cmath>

#include <QVBoxLayout>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/figure_difference.h"
#include "core/measures/views/loss_comparison.h"
#include "ui/plots/halves_plot.h"
#include "ui/tr.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

constexpr auto kAlike = QT_TRANSLATE_NOOP("Tr", "about the same"), kNone = QT_TRANSLATE_NOOP("Tr", "0 in both");

}  // namespace

QString in_ms(std::optional<double> value) {
  return figure(value, "ms");
}

QString ratio_words(std::optional<double> before, std::optional<double> after) {
  if (!before || !after) return {};
  if (*before <= 0 && *after <= 0) return Tr::tr(kNone);
  if (*after <= 0) return Tr::tr("down to 0");
  if (*before <= 0) return Tr::tr("up from 0");
  if (is_alike_by_ratio(*before, *after)) return Tr::tr(kAlike);
  const double ratio = *before / *after;
  return ratio > 1 ? Tr::tr("%1 × lower").arg(figure(ratio)) : Tr::tr("%1 × higher").arg(figure(1 / ratio));
}

QString longer_words(std::optional<double> before_ms, std::optional<double> after_ms) {
  if (!before_ms || !after_ms) return {};
  if (is_alike_by_length(*before_ms, *after_ms)) return Tr::tr(kAlike);
  const double more = *after_ms - *before_ms;
  return (more > 0 ? Tr::tr("%1 longer") : Tr::tr("%1 shorter")).arg(figure(std::abs(more), "ms"));
}

QString with_interval(const QString& value, const std::optional<Interval95>& ms) {
  const auto unit = value.section(QChar(0x00A0), 1);
  if (!ms || unit.isEmpty()) return value;
  const double scale = unit == "µs" ? kMicro : 1;
  return QString("%1 (%2–%3%4%5)")
      .arg(value, figure((value.startsWith('-') ? ms->low : std::max(ms->low, 0.0)) * scale), figure(ms->high * scale),
           QChar(0x00A0), unit);
}

QString unless_chance(const QString& change, const std::optional<Interval95>& before,
                      const std::optional<Interval95>& after) {
  const bool differs = !change.isEmpty() && change != Tr::tr(kAlike) && change != Tr::tr(kNone);
  return differs && may_be_chance(before, after) ? QString(kMayBeChance) : change;
}

namespace {

std::optional<Interval95> of(const DemonstrationHalf& half, HalfInterval interval) {
  return interval ? half.intervals.*interval : std::nullopt;
}

}  // namespace

const DemonstrationFacts& facts_of(DemonstrationKind kind) {
  switch (kind) {
    case DemonstrationKind::kPriority: return priority_facts();
    case DemonstrationKind::kRateControl: return rate_facts();
    case DemonstrationKind::kShaping: break;
  }
  return shaping_facts();
}

std::unique_ptr<HalvesComparison> make_comparison(DemonstrationKind kind) {
  switch (kind) {
    case DemonstrationKind::kPriority: return priority_comparison();
    case DemonstrationKind::kRateControl: return rate_comparison();
    case DemonstrationKind::kShaping: break;
  }
  return shaping_comparison();
}

OnePlotComparison::OnePlotComparison(HalvesPlot* plot) : plot_(plot) {
  make_column(0, this)->addWidget(plot);
}

void OnePlotComparison::draw(const DemonstrationView& view) {
  for (const bool after : {false, true}) {
    const auto& half = after ? view.after : view.before;
    plot_->set_half(after ? 1 : 0, half ? variant_name(half->variant, after) : QString(),
                    half ? series_of(*half) : std::vector<EnvelopeSlot>{});
  }
  plot_->draw();
}

CsvTable OnePlotComparison::table() const {
  return plot_->table();
}

int seconds_of(DemonstrationKind kind) {
  return static_cast<int>(time_before(kind, DemonstrationPhase::kDone).seconds());
}

QString step_words(const DemonstrationView& view) {
  const auto& facts = facts_of(view.kind);
  if (view.state == "settling") return view.again ? facts.again : facts.settling;
  if (view.state == "before") return facts.before;
  if (view.state == "switching") return facts.switching;
  if (view.state != "after" || !view.after) return {};
  return facts.after.contains("%1") ? facts.after.arg(class_words(view.after->variant)) : facts.after;
}

BarPair loss_bars(const QString& name, Hue hue, const DemonstrationView& view, LossShare DemonstrationHalf::*loss) {
  const auto bar = [loss](const std::optional<DemonstrationHalf>& half) {
    if (!half) return BarPair::Bar{{}, {}, {}, kDash};
    const LossShare& share = (*half).*loss;
    return BarPair::Bar{share.share, share.low, share.high, QString::fromStdString(loss_words(share))};
  };
  return {name, hue, bar(view.before), bar(view.after)};
}

BarPair figure_bars(const QString& name, Hue hue, const DemonstrationView& view,
                    const std::function<std::optional<double>(const DemonstrationHalf&)>& value,
                    const std::function<QString(std::optional<double>)>& words, HalfInterval interval) {
  const auto bar = [&](const std::optional<DemonstrationHalf>& half) {
    const auto known = half ? value(*half) : std::nullopt;
    BarPair::Bar made{known, {}, {}, words(known)};
    if (const auto sure = half ? of(*half, interval) : std::nullopt) made.low = sure->low, made.high = sure->high;
    return made;
  };
  return {name, hue, bar(view.before), bar(view.after)};
}

ComparisonRow share_row(const QString& name, const QString& tip, std::optional<double> DemonstrationHalf::*share) {
  return {name, tip, [share](const DemonstrationHalf& half) { return percent(half.*share); },
          [share](const DemonstrationHalf& before, const DemonstrationHalf& after) {
            return ratio_words(before.*share, after.*share);
          }};
}

namespace {

/// `change`: of the figure of both halves, in words.
ComparisonRow sample_row(const QString& name, const QString& tip, SampleFigures DemonstrationHalf::*samples,
                         std::optional<double> SampleFigures::*which, HalfInterval interval,
                         const std::function<QString(std::optional<double>)>& words,
                         QString (*change)(std::optional<double>, std::optional<double>)) {
  return {name, tip,
          [=](const DemonstrationHalf& half) { return with_interval(words(half.*samples.*which), of(half, interval)); },
          [=](const DemonstrationHalf& before, const DemonstrationHalf& after) {
            return unless_chance(change(before.*samples.*which, after.*samples.*which), of(before, interval),
                                 of(after, interval));
          }};
}

}  // namespace

ComparisonRow delay_row(const QString& name, const QString& tip, SampleFigures DemonstrationHalf::*samples,
                        std::optional<double> SampleFigures::*which, HalfInterval interval) {
  return sample_row(name, tip, samples, which, interval, in_ms, longer_words);
}

ComparisonRow times_row(const QString& name, const QString& tip, SampleFigures DemonstrationHalf::*samples,
                        std::optional<double> SampleFigures::*which, QString (*words)(std::optional<double>),
                        HalfInterval interval) {
  return sample_row(name, tip, samples, which, interval, words, ratio_words);
}

ComparisonRow loss_row(const QString& name, const QString& tip, LossShare DemonstrationHalf::*loss,
                       const std::function<std::string(const DemonstrationHalf&)>& name_of) {
  const auto cell = [loss](const DemonstrationHalf& half) {
    const auto words = QString::fromStdString(loss_words(half.*loss));
    const auto interval = QString::fromStdString(interval_words(half.*loss));
    auto all = interval.isEmpty() ? words : words + " (" + interval + ")";
    return all.replace(" %", QString(QChar(0x00A0)) + "%");
  };
  const auto change = [loss, name_of](const DemonstrationHalf& before, const DemonstrationHalf& after) {
    return QString::fromStdString(loss_change_words(before.*loss, after.*loss, name_of(before), name_of(after)));
  };
  return {name, Tr::tr("%1, with the 95 % interval over the seconds").arg(tip), cell, change};
}

}  // namespace jitterscope
