#include "ui/demonstrations/comparison.h"

#include <cmath>

#include "core/measures/views/loss_comparison.h"
#include "ui/words/text.h"

namespace jitterscope {

QString ratio_words(std::optional<double> before, std::optional<double> after) {
  if (!before || !after) return {};
  if (*before <= 0 && *after <= 0) return "0 in both";
  if (*after <= 0) return "down to 0";
  if (*before <= 0) return "up from 0";
  const double ratio = *before / *after;
  if (ratio > 0.95 && ratio < 1.05) return "about the same";
  return ratio > 1 ? figure(ratio) + " × lower" : figure(1 / ratio) + " × higher";
}

QString longer_words(std::optional<double> before_ms, std::optional<double> after_ms) {
  if (!before_ms || !after_ms) return {};
  const double more = *after_ms - *before_ms;
  if (std::abs(more) < 0.02 * std::max(*before_ms, *after_ms)) return "about the same";
  return figure(std::abs(more), "ms") + (more > 0 ? " longer" : " shorter");
}

const DemonstrationFacts& facts_of(DemonstrationKind kind) {
  switch (kind) {
    case DemonstrationKind::kPriority: return priority_facts();
    case DemonstrationKind::kRateControl: return rate_facts();
    case DemonstrationKind::kShaping: break;
  }
  return shaping_facts();
}

int seconds_of(DemonstrationKind kind) {
  return static_cast<int>(time_before(kind, DemonstrationPhase::kDone).seconds());
}

QString step_words(const DemonstrationView& view) {
  const auto& facts = facts_of(view.kind);
  if (view.state == "settling") return view.again ? facts.again : facts.settling;
  if (view.state == "before") return facts.before;
  if (view.state == "switching") return facts.switching;
  return view.state == "after" ? facts.after : QString();
}

BarPair loss_bars(const QString& name, const DemonstrationView& view, LossShare DemonstrationHalf::*loss) {
  const auto bar = [loss](const std::optional<DemonstrationHalf>& half) {
    if (!half) return BarPair::Bar{{}, {}, {}, kDash};
    const LossShare& share = (*half).*loss;
    return BarPair::Bar{share.share, share.low, share.high, QString::fromStdString(loss_words(share))};
  };
  return {name, bar(view.before), bar(view.after)};
}

BarPair figure_bars(const QString& name, const DemonstrationView& view,
                    const std::function<std::optional<double>(const DemonstrationHalf&)>& value,
                    const std::function<QString(std::optional<double>)>& words) {
  const auto bar = [&](const std::optional<DemonstrationHalf>& half) {
    const auto known = half ? value(*half) : std::nullopt;
    return BarPair::Bar{known, {}, {}, words(known)};
  };
  return {name, bar(view.before), bar(view.after)};
}

ComparisonRow share_row(const QString& name, const QString& tip, std::optional<double> DemonstrationHalf::*share) {
  return {name, tip, [share](const DemonstrationHalf& half) { return percent(half.*share); },
          [share](const DemonstrationHalf& before, const DemonstrationHalf& after) {
            return ratio_words(before.*share, after.*share);
          }};
}

ComparisonRow delay_row(const QString& name, const QString& tip, SampleFigures DemonstrationHalf::*samples,
                        std::optional<double> SampleFigures::*which) {
  return {name, tip, [=](const DemonstrationHalf& half) { return figure(half.*samples.*which, "ms"); },
          [=](const DemonstrationHalf& before, const DemonstrationHalf& after) {
            return longer_words(before.*samples.*which, after.*samples.*which);
          }};
}

ComparisonRow loss_row(const QString& name, const QString& tip, LossShare DemonstrationHalf::*loss,
                       const std::function<std::string(const DemonstrationHalf&)>& name_of) {
  const auto cell = [loss](const DemonstrationHalf& half) {
    const auto words = QString::fromStdString(loss_words(half.*loss));
    const auto interval = QString::fromStdString(interval_words(half.*loss));
    return interval.isEmpty() ? words : words + " (" + interval + ")";
  };
  const auto change = [loss, name_of](const DemonstrationHalf& before, const DemonstrationHalf& after) {
    return QString::fromStdString(loss_change_words(before.*loss, after.*loss, name_of(before), name_of(after)));
  };
  return {name, tip + ", with the 95 % interval over the seconds", cell, change};
}

}  // namespace jitterscope
