#include "ui/controls/rate_control.h"

#include <algorithm>
#include <cmath>

#include <QComboBox>
#include <QLineEdit>
#include <QSlider>

#include "core/measures/views/rate_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/hands.h"
#include "ui/widgets/segments.h"
#include "ui/words/label_words.h"
#include "ui/words/rate_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kThresholdSteps = 100;                        // of a threshold between 0 and 1
constexpr int kMostRate = 1'000'000;                        // kbit/s
constexpr double kLeastEpsilon = 0.01, kMostEpsilon = 100;  // ms; the slider's last step down is 0

/// What the key begins with before another was chosen: it heeds losses and missing reports too, the paper's own does
/// not.
constexpr auto kFirst = "two-stream";

/// Logarithmic, as noise floors lie decades apart.
Duration epsilon_of(int step) {
  if (step == 0) return {};
  const double ms = kLeastEpsilon * std::pow(kMostEpsilon / kLeastEpsilon, (step - 1.0) / (kThresholdSteps - 1));
  return Duration::from_ms(std::round(ms * 100) / 100);
}
int step_of(Duration epsilon) {
  if (epsilon.ns() <= 0) return 0;
  const double share = std::log(epsilon.ms() / kLeastEpsilon) / std::log(kMostEpsilon / kLeastEpsilon);
  return std::clamp(static_cast<int>(std::lround(1 + share * (kThresholdSteps - 1))), 1, kThresholdSteps);
}

/// "two-stream, 820 kbit/s"; outside of a call without a rate.
QString controlled_words(const CallSettings& settings, const CallSnapshot* call) {
  QString words = controller_words(settings.rate_control);
  const auto* now = call ? call->rate_sent.get() : nullptr;
  if (!settings.rate_control.on() || !now || !now->target_kbps) return words;
  return words + ", " + (now->sending ? kbps_text(now->target_kbps) : Tr::tr("no picture"));
}

}  // namespace

RateControl::RateControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Rate control"), parent),
      port_(session),
      choices_(session.rate_controllers()),
      settled_(this, [this](const RateControlSetting& wanted) {
        if (!lacks_argument(wanted)) port_.send(SetRateControl{wanted});
      }) {
  transport_ = new Segments({"UDP", "TCP"}, Tr::tr("Picture over"));
  transport_->set_tip(0, Tr::tr("Your picture goes by UDP: what is lost is lost"));
  transport_->set_tip(
      1, Tr::tr("Your picture goes by TCP: nothing is lost, but it may wait; obsolete pictures are left out"));
  connect(transport_, &Segments::chosen, this,
          [this](int index) { port_.send(SetTransport{index == 1 ? Transport::kTcp : Transport::kUdp}); });
  add_beside_title(transport_);
  build_controller();
  build_limits();
  add_row({in_force_ = muted_label({})});
  build_thresholds();
  in_force_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  show_all();
}

void RateControl::build_controller() {
  controller_ = new QComboBox;
  controller_->setAccessibleName(Tr::tr("Controller of the rate"));
  controller_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  controller_->addItem(Tr::tr("Off: as the picture is set"), "off");
  for (const auto& each : choices_) controller_->addItem(text_of(each.label), text_of(each.name));
  argument_ = new QLineEdit;
  argument_->setAccessibleName(Tr::tr("What the controller is given"));
  hint_ = muted_label({});
  hint_->setWordWrap(true);
  add_row({controller_});
  add_row({argument_});
  add_row({hint_});
  connect(controller_, &QComboBox::activated, this,
          [this](int index) { choose(controller_->itemData(index).toString().toStdString()); });
  connect(argument_, &QLineEdit::editingFinished, this, &RateControl::edit_argument);
}

void RateControl::build_limits() {
  lowest_ =
      new QuantityField(Tr::tr("At least"), " kbit/s", 1, kMostRate, 1,
                        Tr::tr("The least rate of the picture, all headers counted; below it the picture stops and the "
                               "sound goes on"));
  highest_ = new QuantityField(Tr::tr("At most"), " kbit/s", 1, kMostRate, 1,
                               Tr::tr("The highest rate of the picture, headers counted"));
  auto* grid = make_field_grid();
  lowest_->add_to(*grid, 0, 0);
  highest_->add_to(*grid, 0, 1);
  rows()->addLayout(grid);
  connect(lowest_, &QuantityField::valueChanged, this, [this](double kbps) {
    edit([&](RateControlSetting& setting) {
      setting.lowest = DataRate::kbits_per_second(kbps);
      setting.highest = std::max(setting.highest, setting.lowest);
    });
  });
  connect(highest_, &QuantityField::valueChanged, this, [this](double kbps) {
    edit([&](RateControlSetting& setting) {
      setting.highest = DataRate::kbits_per_second(kbps);
      setting.lowest = std::min(setting.highest, setting.lowest);
    });
  });
  keep_ = new Segments({Tr::tr("sharpness"), Tr::tr("motion")}, Tr::tr("Keep"));
  keep_->set_tip(0, Tr::tr("When the rate falls, fewer pictures a second are sent first"));
  keep_->set_tip(1, Tr::tr("When the rate falls, pictures become coarser and smaller first"));
  connect(keep_, &Segments::chosen, this, [this](int index) { choose_keep(static_cast<KeepOrder>(index)); });
  add_row({muted_label(Tr::tr("Keep")), keep_})->setStretch(1, 1);
}

void RateControl::build_thresholds() {
  thresholds_ = add_part(QT_TRANSLATE_NOOP("Tr", "How it decides"));
  preset_ = new QComboBox;
  preset_->setAccessibleName(Tr::tr("Thresholds of the tests"));
  preset_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  preset_->setPlaceholderText(Tr::tr("Own"));
  preset_->addItems({Tr::tr("Paper"), "Pathload"});
  preset_->setItemData(0, Tr::tr("L 0.25 and U 0.50 of both tests, ε 0.50 ms (latecki04 §3.1)"), Qt::ToolTipRole);
  preset_->setItemData(1, Tr::tr("Pathload’s own thresholds, without ε (Jain and Dovrolis 2002)"), Qt::ToolTipRole);
  connect(preset_, &QComboBox::activated, this,
          [this](int index) { choose_thresholds(index == 1 ? TrendSetting::pathload() : TrendSetting{}); });
  tests_ = new Segments({Tr::tr("both"), "PCT", "PDT"}, Tr::tr("Thresholds of"));
  tests_->set_current(kBothTests);
  tests_->set_tip(kBothTests, Tr::tr("Set the thresholds of both tests alike"));
  tests_->set_tip(kPct, Tr::tr("Pairwise comparison test: how many steps go up"));
  tests_->set_tip(kPdt, Tr::tr("Pairwise difference test: how far it goes up in all"));
  connect(tests_, &Segments::chosen, this, [this] { show_all(); });
  add_row(thresholds_->rows(), {preset_, tests_})->setStretch(0, 1);
  low_ = add_threshold("L", Tr::tr("Low threshold L"), Tr::tr("Within ±L there is no trend"),
                       [this](int step) { edit_threshold(step, true); });
  high_ = add_threshold("U", Tr::tr("High threshold U"),
                        Tr::tr("Above U in one test and above L in the other, delays increase"),
                        [this](int step) { edit_threshold(step, false); });
  epsilon_ = add_threshold(
      "ε", Tr::tr("Least difference ε"),
      Tr::tr("Differences of delay up to ε count as none; in force is never less than the noise measured"),
      [this](int step) { edit([&](RateControlSetting& setting) { setting.trend.epsilon = epsilon_of(step); }); });
}

RateControl::Threshold RateControl::add_threshold(const QString& name, const QString& accessible, const QString& tip,
                                                  const std::function<void(int step)>& edited) {
  Threshold made{new QSlider(Qt::Horizontal), muted_label({})};
  made.slider->setRange(0, kThresholdSteps);
  made.slider->setPageStep(5);
  made.slider->setAccessibleName(accessible);
  made.slider->setToolTip(tip);
  when_sized(made.value, [value = made.value] {
    value->setFixedWidth(value->fontMetrics().horizontalAdvance("0.888 | 0.88") + px(2));
  });
  made.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* label = muted_label(name, made.slider);
  set_width(label, 14);
  add_row(thresholds_->rows(), {label, made.slider, made.value})->setStretch(1, 1);
  connect(made.slider, &QSlider::valueChanged, this, edited);
  return made;
}

template <typename Change>
void RateControl::edit(Change change) {
  auto setting = settled_.wanted();
  change(setting);
  settled_.want(setting);
  show_all();
}

const RateControllerChoice* RateControl::choice(const std::string& name) const {
  const auto found = std::ranges::find(choices_, name, &RateControllerChoice::name);
  return found == choices_.end() ? nullptr : &*found;
}

bool RateControl::lacks_argument(const RateControlSetting& setting) const {
  const auto* chosen = choice(setting.controller);
  return chosen && !chosen->argument.empty() && setting.argument.empty();
}

void RateControl::choose(const std::string& controller) {
  if (controller == settled_.wanted().controller) return;
  edit([&](RateControlSetting& setting) {
    setting.controller = controller;
    setting.argument.clear();
  });
  if (lacks_argument(settled_.wanted())) argument_->setFocus();
}

void RateControl::toggle() {
  if (settled_.wanted().on()) return choose("off");
  if (last_on_.on())
    return edit([&](RateControlSetting& setting) {
      setting.controller = last_on_.controller;
      setting.argument = last_on_.argument;
    });
  if (choice(kFirst)) choose(kFirst);
}

void RateControl::edit_argument() {
  const auto words = argument_->text().trimmed().toStdString();
  const bool faulty = words.find(',') != std::string::npos;
  Hands::set_faulty(*argument_, faulty);
  if (faulty) {
    set_words(*hint_, Tr::tr("▲ No commas here: choose a name without one"));
    return hint_->show();
  }
  if (words == settled_.wanted().argument) return show_all();  // an old fault goes
  edit([&](RateControlSetting& setting) { setting.argument = words; });
}

void RateControl::choose_thresholds(const TrendSetting& trend) {
  edit([&](RateControlSetting& setting) { setting.trend = trend; });
}

void RateControl::choose_keep(KeepOrder keep) {
  edit([&](RateControlSetting& setting) { setting.keep = keep; });
}

Transport RateControl::toggle_transport() {
  const Transport other = transport_in_force_ == Transport::kUdp ? Transport::kTcp : Transport::kUdp;
  port_.send(SetTransport{other});
  return other;
}

/// L never lies above U: the one that moves takes the other along.
void RateControl::edit_threshold(int step, bool low) {
  const double value = 1.0 * step / kThresholdSteps;
  edit([&](RateControlSetting& setting) {
    const auto move = [&](double& least, double& most) {
      (low ? least : most) = value;
      low ? most = std::max(most, least) : least = std::min(least, most);
    };
    auto& trend = setting.trend;
    if (tests_->current() != kPdt) move(trend.pct_low, trend.pct_high);
    if (tests_->current() != kPct) move(trend.pdt_low, trend.pdt_high);
  });
}

void RateControl::show_settings(const CallSettings& settings, const CallSnapshot* snapshot) {
  if (settled_.take(settings.rate_control)) show_all();
  if (settings.rate_control.on()) last_on_ = settings.rate_control;
  transport_in_force_ = settings.transport;
  transport_->set_current(settings.transport == Transport::kTcp ? 1 : 0);
  const QString words = controlled_words(settings, snapshot);
  set_words(*in_force_, (snapshot ? Tr::tr("in force: %1") : Tr::tr("in the next call: %1")).arg(words));
  fold().set_state(settings.transport == Transport::kTcp ? Tr::tr("%1, picture over TCP").arg(words) : words);
}

void RateControl::show_threshold(const Threshold& threshold, double pct, double pdt) {
  const QSignalBlocker quiet(threshold.slider);
  if (!threshold.slider->isSliderDown())
    threshold.slider->setValue(
        static_cast<int>(std::lround((tests_->current() == kPdt ? pdt : pct) * kThresholdSteps)));
  const bool differ = tests_->current() == kBothTests && pct != pdt;
  set_words(*threshold.value,
            differ ? figure(pct) + " | " + figure(pdt) : figure(tests_->current() == kPdt ? pdt : pct));
  threshold.value->setToolTip(differ ? "PCT | PDT" : QString());
}

void RateControl::show_all() {
  const auto& setting = settled_.wanted();
  const auto* chosen = choice(setting.controller);
  controller_->setCurrentIndex(controller_->findData(text_of(setting.controller)));
  const bool argued = chosen && !chosen->argument.empty();
  argument_->setVisible(argued);
  argument_->setPlaceholderText(argued ? text_of(chosen->argument) : QString());
  argument_->setToolTip(argument_->placeholderText());
  if (!argument_->hasFocus()) argument_->setText(text_of(setting.argument));
  set_words(*hint_,
            lacks_argument(setting) ? Tr::tr("Not yet in force: give %1").arg(text_of(chosen->argument)) : QString());
  hint_->setVisible(!hint_->text().isEmpty());
  lowest_->show_value(setting.lowest.kbits_per_second());
  highest_->show_value(setting.highest.kbits_per_second());
  keep_->set_current(static_cast<int>(setting.keep));
  const auto& trend = setting.trend;
  preset_->setCurrentIndex(trend == TrendSetting{} ? 0 : trend == TrendSetting::pathload() ? 1 : -1);
  thresholds_->set_state(
      Tr::tr("thresholds: %1").arg(preset_->currentIndex() < 0 ? Tr::tr("own") : preset_->currentText()));
  show_threshold(low_, trend.pct_low, trend.pdt_low);
  show_threshold(high_, trend.pct_high, trend.pdt_high);
  const QSignalBlocker quiet(epsilon_.slider);
  if (!epsilon_.slider->isSliderDown()) epsilon_.slider->setValue(step_of(trend.epsilon));
  set_words(*epsilon_.value, figure(trend.epsilon.ms(), "ms"));
}

}  // namespace jitterscope
