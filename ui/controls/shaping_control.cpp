#include "ui/controls/shaping_control.h"

#include <algorithm>
#include <array>

#include <QSignalBlocker>

#include "core/measures/views/snapshot.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/number_box.h"
#include "ui/words/call_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr std::array kBurstOfStrategy{1, 3, 0};

/// The remote may say any word of its own.
QString in_force(const std::string& setting) {
  return ShapingSetting::parse(setting) ? QString::fromStdString(setting).toUpper() : kDash;
}

int strategy_of(const ShapingSetting& setting) {
  for (std::size_t i = 0; i < kBurstOfStrategy.size(); ++i)
    if (kBurstOfStrategy[i] == setting.burst_size && !setting.burst_interval) return static_cast<int>(i);
  return -1;
}

}  // namespace

ShapingControl::ShapingControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Shaping"), parent), port_(session) {
  add_beside_title(end_ = new Segments({Tr::tr("local"), Tr::tr("remote"), Tr::tr("both")}, Tr::tr("Whose shaping")));
  end_->set_current(0);
  end_->set_tip(1, Tr::tr("The remote is asked for its consent, once a call"));
  strategy_ = new Segments({"A", "B", "C"}, Tr::tr("Strategy"));
  strategy_->set_tip(0, Tr::tr("A: one packet at a time, spread over the frame period (1)"));
  strategy_->set_tip(1, Tr::tr("B: groups of three packets (2)"));
  strategy_->set_tip(2, Tr::tr("C: the whole frame back to back (3)"));
  add_row({strategy_});
  burst_ = new WholeNumberBox(Tr::tr("Packets a burst"),
                              Tr::tr("S_burst: packets submitted together; at the lowest value the whole frame"), 0,
                              kLargestBurst);
  burst_->setSpecialValueText(Tr::tr("frame"));
  interval_ = new DecimalBox(Tr::tr("Burst interval"),
                             Tr::tr("T_burst: time between bursts; auto = T_s · S_burst / h, T_s = T − T_p"), 0.0,
                             kLongestBurstInterval.ms(), " ms");
  interval_->setDecimals(1);
  interval_->setSingleStep(1);
  interval_->setSpecialValueText(Tr::tr("auto"));
  for (QWidget* spin : std::initializer_list<QWidget*>{burst_, interval_}) set_least_width(spin, 64);
  auto* row = add_row({muted_label(Tr::tr("Burst of")), burst_, muted_label(Tr::tr("every")), interval_});
  row->setStretch(1, 1);
  row->setStretch(3, 1);
  add_row({effective_ = muted_label({})});
  effective_->setToolTip(Tr::tr("Strategies as the senders follow them\n– the remote has not told its own"));

  connect(strategy_, &Segments::chosen, this, &ShapingControl::choose_strategy);
  connect(burst_, &QSpinBox::valueChanged, this, [this](int burst) { send({burst, setting_.burst_interval}); });
  connect(interval_, &QDoubleSpinBox::valueChanged, this, [this](double ms) {
    send({setting_.burst_size, ms > 0 ? std::optional(Duration::from_ms(ms)) : std::nullopt});
  });
}

void ShapingControl::choose_strategy(int index) {
  send({kBurstOfStrategy[static_cast<std::size_t>(index)], std::nullopt});
}

void ShapingControl::send(const ShapingSetting& setting) {
  setting_ = setting;
  port_.send(SetShaping{setting, end()});
  if (chosen_) chosen_(end());
}

void ShapingControl::show_settings(const CallSettings& settings, const CallSnapshot* snapshot, const CallState& call) {
  auto shown = settings.shaping;
  if (end() == End::kRemote && snapshot)
    shown = ShapingSetting::parse(snapshot->shaping_remote).value_or(ShapingSetting{-1, {}});
  strategy_->set_current(strategy_of(shown));
  setting_ = {std::max(shown.burst_size, 0), shown.burst_interval};
  const QSignalBlocker quiet_burst(burst_), quiet_interval(interval_);
  if (!burst_->hasFocus()) burst_->setValue(shown.burst_size);
  if (!interval_->hasFocus()) interval_->setValue(shown.burst_interval ? shown.burst_interval->ms() : 0);
  QString words = Tr::tr("Choose how a frame’s packets are spread"), state = in_force(settings.shaping.to_string());
  if (snapshot) {
    state = Tr::tr("local %1, remote %2")
                .arg(in_force(snapshot->shaping_local.empty() ? settings.shaping.to_string() : snapshot->shaping_local),
                     in_force(snapshot->shaping_remote));
    words = Tr::tr("in force: %1").arg(state);
  }
  if (const auto waiting = waiting_words(call, setting::Shaping::facts.name); !waiting.isEmpty())
    state = words = waiting;
  fold().set_state(state);
  if (effective_->text() != words) effective_->setText(words);
}

}  // namespace jitterscope
