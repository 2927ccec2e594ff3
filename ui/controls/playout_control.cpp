#include "ui/controls/playout_control.h"

#include <QCheckBox>
#include <QComboBox>

#include "core/measures/views/playout_choice.h"
#include "core/measures/views/playout_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/words/label_words.h"
#include "ui/words/playout_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

QString in_force_words(const PlayoutView* now) {
  if (!now || !now->setting) return Tr::tr("in force: %1").arg(kDash);
  auto words = playout_name(*now->setting);
  if (now->delay_ms && !now->setting->delay) words += " " + figure(now->delay_ms, "ms");
  return Tr::tr("in force: %1").arg(words);
}

}  // namespace

PlayoutControl::PlayoutControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Playout"), parent),
      port_(session),
      rows_{make_row(Medium::kAudio), make_row(Medium::kVideo)} {
  lip_sync_ = new QCheckBox(Tr::tr("Lip-sync"));
  lip_sync_->setToolTip(
      Tr::tr("Holds the earlier of sound and picture until the other is due (crowcroft92 §3.2: within 20 ms)"));
  connect(lip_sync_, &QCheckBox::clicked, this, [this](bool on) { port_.send(SetLipSync{on}); });
  add_row({lip_sync_, kept_ = muted_label({})})->setStretch(1, 1);
  kept_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

PlayoutControl::Row PlayoutControl::make_row(Medium medium) {
  const bool sound = medium == Medium::kAudio;
  const Row row{
      medium, new QComboBox,
      new QuantityField(sound ? Tr::tr("Playout delay of the sound") : Tr::tr("Playout delay of the picture"), " ms", 0,
                        PlayoutSetting::kMostDelay.ms(), 1, Tr::tr("Over the shortest transit of the last minute")),
      muted_label({})};
  for (const PlayoutChoice& choice : playout_choices()) {
    row.policy->addItem(QString::fromStdString(choice.label));
    row.policy->setItemData(row.policy->count() - 1, QString::fromStdString(choice.sentence), Qt::ToolTipRole);
  }
  row.policy->setAccessibleName(sound ? Tr::tr("Playout of the sound") : Tr::tr("Playout of the picture"));
  row.policy->setMinimumContentsLength(10);
  row.policy->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  row.delay->show_value(PlayoutSetting::kUsualDelay.ms());
  set_least_width(row.delay, 78);
  row.delay->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  auto* label = muted_label(sound ? Tr::tr("Sound") : Tr::tr("Picture"));
  when_sized(label,
             [label] { label->setMinimumWidth(label->fontMetrics().horizontalAdvance(Tr::tr("Picture")) + px(2)); });
  add_row({label, row.policy, row.delay})->setStretch(1, 1);
  add_row({row.in_force});
  row.in_force->setToolTip(Tr::tr("The policy that plays what is received\n– nothing is played yet"));
  row.in_force->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  connect(row.policy, &QComboBox::activated, this, [this, row] { send(row); });
  connect(row.delay, &QDoubleSpinBox::valueChanged, this, [this, row] { send(row); });
  return row;
}

void PlayoutControl::send(const Row& row) {
  PlayoutSetting setting = playout_choices()[static_cast<std::size_t>(row.policy->currentIndex())].setting;
  if (setting.delay) setting.delay = Duration::from_ms(row.delay->value());
  port_.send(SetPlayout{row.medium, setting});
}

void PlayoutControl::show_settings(const CallSettings& settings, const CallSnapshot* snapshot) {
  const auto view_of = [&](Medium medium) -> const PlayoutView* {
    return snapshot && snapshot->received(medium).playout ? &*snapshot->received(medium).playout : nullptr;
  };
  const PlayoutView *audio = view_of(Medium::kAudio), *video = view_of(Medium::kVideo);
  show_row(rows_[0], settings.playout[Medium::kAudio], audio);
  show_row(rows_[1], settings.playout[Medium::kVideo], video);
  fold().set_state(
      Tr::tr("sound %1, picture %2")
          .arg(playout_name(settings.playout[Medium::kAudio]), playout_name(settings.playout[Medium::kVideo])));
  lip_sync_->setChecked(settings.lip_sync);
  const auto* told = audio && audio->lip_sync_ms ? audio : video;
  set_words(*kept_,
            told && told->lip_sync_ms ? Tr::tr("sound %1").arg(signed_figure(told->lip_sync_ms, "ms")) : QString());
  kept_->setToolTip(
      told ? Tr::tr("Sound less picture as played; + = the sound is later. 95 % of the last minute within %1")
                 .arg(figure(told->lip_sync_p95_ms, "ms"))
           : QString());
}

void PlayoutControl::show_row(const Row& row, const PlayoutSetting& setting, const PlayoutView* now) {
  const auto choice = static_cast<int>(playout_choice_of(setting));
  if (row.policy->currentIndex() != choice) row.policy->setCurrentIndex(choice);
  row.policy->setToolTip(playout_sentence(setting));
  row.delay->setVisible(setting.delay.has_value());
  if (setting.delay) row.delay->show_value(setting.delay->ms());
  set_words(*row.in_force, in_force_words(now));
  row.in_force->setToolTip(Tr::tr("What is played waits %1 from complete to played, mean of the last 10 s")
                               .arg(figure(now ? now->added_ms : std::nullopt, "ms")));
}

}  // namespace jitterscope
