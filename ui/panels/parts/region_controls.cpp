#include "ui/panels/parts/region_controls.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QVBoxLayout>

#include "core/measures/views/quality_view.h"
#include "ui/kept_settings.h"
#include "ui/region/octant_marks.h"
#include "ui/region/octant_scene.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/quantity_field.h"
#include "ui/words/label_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kOwnPreset = static_cast<int>(kEveryQualityPreset.size());  // the preset box's last line
constexpr auto kShownKey = "quality/shown";

const char* const kMetricNames[] = {QT_TRANSLATE_NOOP("Tr", "Euclid"), QT_TRANSLATE_NOOP("Tr", "Box"),
                                    QT_TRANSLATE_NOOP("Tr", "E-model"),
                                    QT_TRANSLATE_NOOP("Tr", "E-model, no concealment")};
const char* const kMetricTips[] = {
    QT_TRANSLATE_NOOP("Tr", "Quality distance of the point, scaled by the limits, to the origin (claypool98 §7)"),
    QT_TRANSLATE_NOOP("Tr", "The largest share of a limit: each limit counts alone"),
    QT_TRANSLATE_NOOP("Tr",
                      "ITU-T G.107 for sound: R of at least 70, with concealment of lost blocks. Picture: Euclidean"),
    QT_TRANSLATE_NOOP("Tr", "ITU-T G.107 for sound: R of at least 70, without concealment. Picture: Euclidean")};

QString capitalised(const QString& word) {
  return word.left(1).toUpper() + word.mid(1);
}

QString axis_word(QualityAxis axis) {
  return axis_text(axis).section(',', 0, 0);
}

/// A field shows percent where a limit is a share.
double shown_factor(QualityAxis axis) {
  return axis == QualityAxis::kLoss ? 100 : 1;
}

}  // namespace

RegionControls::RegionControls(QualitySettings& settings, QWidget* parent)
    : QWidget(parent),
      settings_(settings),
      shown_(new Segments({Tr::tr("audio"), Tr::tr("video"), Tr::tr("both")}, Tr::tr("Region shown"))),
      view_(new Segments({Tr::tr("3-D"), Tr::tr("sides")}, Tr::tr("Quality space seen"))),
      preset_(new QComboBox),
      metric_(new QComboBox) {
  for (const QualityPreset preset : kEveryQualityPreset) {
    const auto name = capitalised(text_of(to_string(preset)));
    preset_->addItem(QString(name).replace("conference", "conf."));
    preset_->setItemData(static_cast<int>(preset), name + ": " + text_of(source_of(preset)), Qt::ToolTipRole);
  }
  preset_->addItem(Tr::tr("Own limits"));
  preset_->setAccessibleName(Tr::tr("Limits"));
  for (std::size_t i = 0; i < kEveryQualityMetric.size(); ++i) {
    metric_->addItem(Tr::tr(kMetricNames[i]));
    metric_->setItemData(static_cast<int>(i), Tr::tr(kMetricTips[i]), Qt::ToolTipRole);
  }
  metric_->setAccessibleName(Tr::tr("Metric"));
  for (auto* box : {preset_, metric_}) {
    use_small_font(box);
    box->setMinimumContentsLength(5);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    set_most_width(box, 190);
  }
  auto* column = new QVBoxLayout(this);
  set_spaces(column, {0, 0, 4, 0}, 4);
  auto* choices = make_row(8);
  choices->addWidget(view_);
  choices->addWidget(preset_, 8);
  choices->addWidget(metric_, 5);
  choices->addStretch(0);
  view_->set_current(0);
  view_->set_tip(0, Tr::tr("The space in three dimensions"));
  view_->set_tip(1, Tr::tr("The space from its three sides"));
  connect(view_, &Segments::chosen, this, &RegionControls::view_changed);
  for (auto* segments : {shown_, view_})
    for (auto* button : segments->findChildren<QWidget*>()) use_small_font(button);
  column->addLayout(choices);
  for (const Medium medium : {Medium::kAudio, Medium::kVideo})
    column->addWidget(rows_[static_cast<std::size_t>(medium)] = build_numbers(medium));

  shown_->set_current(std::clamp(kept_settings().value(kShownKey, 0).toInt(), 0, 2));
  connect(shown_, &Segments::chosen, this, [this](int index) {
    chosen_ = true;
    WrittenSettings()->setValue(kShownKey, index);
    arrange();
    emit shown_changed();
  });
  connect(preset_, &QComboBox::activated, this, [this](int index) {
    if (index != kOwnPreset) settings_.choose(static_cast<QualityPreset>(index));
    show_settings();
  });
  connect(metric_, &QComboBox::activated, this,
          [this](int index) { settings_.choose(static_cast<QualityMetricKind>(index)); });
  connect(&settings_, &QualitySettings::changed, this, &RegionControls::show_settings);
  show_settings();
  arrange();
}

QWidget* RegionControls::build_numbers(Medium medium) {
  auto* row = new QWidget;
  auto* line = make_row(4, row);
  auto* name = new QLabel(capitalised(name_of(medium)));
  use_small_font(name);
  set_least_width(name, 38);
  line->addWidget(names_[static_cast<std::size_t>(medium)] = name);
  const auto add = [line](const QString& word, QuantityField* field, bool wraps) {
    use_small_font(field);
    auto* label = muted_label(word, field);
    label->setWordWrap(wraps);  // two words, in a panel that may be narrow
    line->addWidget(label);
    line->addWidget(field, 1);
    set_most_width(field, 110);
    return std::array<QWidget*, 2>{label, field};
  };
  for (const QualityAxis axis : kEveryQualityAxis) {
    const bool loss = axis == QualityAxis::kLoss;
    auto* field = build_field(medium, axis);
    const auto shown = add(axis_word(axis), field, loss);
    fields_[static_cast<std::size_t>(medium)][index_of(axis)] = field;
    if (!loss || medium != Medium::kVideo) continue;
    share_of_video_ = shown;
    frames_of_video_ = add(Tr::tr("frames played"), frames_ = build_frames_field(), true);
  }
  line->addStretch(0);
  return row;
}

QuantityField* RegionControls::build_field(Medium medium, QualityAxis axis) {
  const bool loss = axis == QualityAxis::kLoss;
  const double factor = shown_factor(axis);
  auto* field =
      new QuantityField(Tr::tr("%1 %2 limit").arg(capitalised(name_of(medium)), axis_word(axis)), loss ? " %" : " ms",
                        QualitySettings::least(axis) * factor, QualitySettings::most(axis) * factor, loss ? 2 : 1,
                        (loss ? Tr::tr("The largest share %1 of %2 that is acceptable")
                              : Tr::tr("The largest %1 of %2 that is acceptable"))
                            .arg(axis_word(axis), name_of(medium)));
  connect(field, &QDoubleSpinBox::valueChanged, this, [this, medium, axis, factor](double value) {
    QualityLimits limits = settings_.limits(medium);
    on_axis(limits, axis) = value / factor;
    settings_.set_limits(medium, limits);
  });
  return field;
}

QuantityField* RegionControls::build_frames_field() {
  auto* field = new QuantityField(Tr::tr("Video frames played limit"), " /s", QualitySettings::kLeastFrames,
                                  QualitySettings::kMostFrames, 1,
                                  Tr::tr("The fewest frames played a second that are acceptable"));
  connect(field, &QDoubleSpinBox::valueChanged, this, [this](double value) {
    settings_.set_limits(Medium::kVideo, with_frames_per_second(settings_.limits(Medium::kVideo), value));
  });
  return field;
}

void RegionControls::show_settings() {
  const auto preset = settings_.preset();
  preset_->setCurrentIndex(preset ? static_cast<int>(*preset) : kOwnPreset);
  preset_->setToolTip(preset ? text_of(source_of(*preset))
                             : Tr::tr("Your own limits: drag the marks on the axes, or type numbers"));
  metric_->setCurrentIndex(static_cast<int>(settings_.metric_kind()));
  metric_->setToolTip(Tr::tr(kMetricTips[static_cast<std::size_t>(settings_.metric_kind())]));
  // G.107 has a least R instead of the three limits.
  const bool bounded = bounded_by_limits(settings_.metric(Medium::kAudio));
  rows_[static_cast<std::size_t>(Medium::kAudio)]->setEnabled(bounded);
  for (const Medium medium : {Medium::kAudio, Medium::kVideo})
    for (const QualityAxis axis : kEveryQualityAxis)
      fields_[static_cast<std::size_t>(medium)][index_of(axis)]->show_value(on_axis(settings_.limits(medium), axis) *
                                                                            shown_factor(axis));
  const auto frames = settings_.limits(Medium::kVideo).frames_per_second;
  if (frames) frames_->show_value(*frames);
  for (auto* widget : share_of_video_) widget->setVisible(!frames);
  for (auto* widget : frames_of_video_) widget->setVisible(frames.has_value());
}

void RegionControls::arrange() {
  for (const Medium medium : {Medium::kAudio, Medium::kVideo})
    rows_[static_cast<std::size_t>(medium)]->setVisible(numbers_ && shows(medium));
}

void RegionControls::show_numbers(bool on, bool narrow) {
  numbers_ = on;
  for (auto* name : names_) name->setVisible(!narrow);
  const auto fit = [narrow](QuantityField* field) {
    field->setButtonSymbols(narrow ? QAbstractSpinBox::NoButtons : QAbstractSpinBox::UpDownArrows);
    field->setMinimumWidth(narrow ? px(48) : px(62));
  };
  for (const auto& of_medium : fields_) std::ranges::for_each(of_medium, fit);
  fit(frames_);
  arrange();
}

void RegionControls::propose(std::optional<Medium> medium) {
  if (chosen_ || (medium && shown() == Shown::kBoth)) return;
  const int now = shown_->current();
  if (medium && !before_proposal_) before_proposal_ = now;
  const auto wanted = medium ? static_cast<int>(*medium == Medium::kAudio ? Shown::kAudio : Shown::kVideo)
                             : std::exchange(before_proposal_, std::nullopt).value_or(now);
  if (wanted == now) return;
  shown_->set_current(wanted);
  arrange();
}

bool RegionControls::shows(Medium medium) const {
  return shown() == Shown::kBoth || (shown() == Shown::kAudio) == (medium == Medium::kAudio);
}

}  // namespace jitterscope
