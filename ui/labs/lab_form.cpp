#include "ui/labs/lab_form.h"

#include <cmath>

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/lab/engine/lab_settings.h"
#include "ui/labs/labs_port.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/segments.h"
#include "ui/words/label_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kDigits = 3, kFactorsHeight = 74;

/// "send-buffer" as words.
QString label_of(const LabParameter& parameter) {
  QString words = text_of(parameter.name).replace('-', ' ');
  if (words.endsWith(" ms")) words = words.chopped(3) + ", ms";
  if (words.endsWith(" kbps")) words = words.chopped(5) + ", kbit/s";
  words[0] = words[0].toUpper();
  return words;
}

}  // namespace

QString about_time(double seconds) {
  if (seconds < 90) return Tr::tr("%1 s").arg(static_cast<int>(std::ceil(seconds)));
  const int minutes = static_cast<int>(std::lround(seconds / 60));
  if (minutes < 60) return Tr::tr("%1 min").arg(minutes);
  return Tr::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

LabForm::LabForm(LabsPort& port, const LabDefinition& lab, QWidget* parent)
    : QWidget(parent), port_(port), lab_(lab), rows_(new QFormLayout), cost_(new WrappedLabel) {
  cost_->setTextFormat(Qt::PlainText);  // it may repeat words of a file
  auto* column = new QVBoxLayout(this);
  set_spaces(column, {8, 8, 8, 8}, 8);
  if (lab.simulated && lab.live) {
    mode_ = new Segments({Tr::tr("Simulated"), Tr::tr("Live")}, Tr::tr("Mode"));
    mode_->set_tip(0, Tr::tr("In virtual time: the same seed gives the same result everywhere"));
    mode_->set_tip(1, Tr::tr("Measured on this machine"));
    connect(mode_, &Segments::chosen, this, [this](int mode) {
      run_.live = mode == 1;
      build_fields();
    });
    column->addWidget(mode_);
  }
  run_.live = !lab.simulated;
  rows_->setRowWrapPolicy(QFormLayout::WrapLongRows);
  rows_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  column->addLayout(rows_);
  column->addWidget(cost_);
  column->addStretch(1);
  build_fields();
}

void LabForm::set_run(const LabRun& run) {
  run_ = run;
  build_fields();
}

void LabForm::build_fields() {
  if (mode_) mode_->set_current(run_.live ? 1 : 0);
  while (rows_->rowCount() > 0) rows_->removeRow(0);
  for (const LabParameter& parameter : lab_.parameters) {
    if (parameter.mode == (run_.live ? LabMode::kSimulated : LabMode::kLive)) continue;
    auto* label = new QLabel(label_of(parameter));
    auto* field = field_of(parameter);
    const QString takes = text_of(what_it_takes(parameter));
    field->setToolTip(text_of(parameter.meaning) + (takes.isEmpty() ? "" : " (" + takes + ")"));
    label->setToolTip(field->toolTip());
    field->setAccessibleName(text_of(parameter.name));
    rows_->addRow(label, field);
  }
  if (lab_.own_factors) add_factors();
  auto* seed = new WholeNumberBox(Tr::tr("Seed"), Tr::tr("Of everything that is drawn"), 0, 2'000'000'000);
  seed->setValue(static_cast<int>(std::min<std::uint64_t>(run_.seed, 2'000'000'000)));
  connect(seed, &QSpinBox::valueChanged, this, [this](int value) {
    run_.seed = static_cast<std::uint64_t>(value);
    judge_run();
  });
  rows_->addRow(Tr::tr("Seed"), seed);
  auto* scale = new DecimalBox(Tr::tr("Length"), Tr::tr("Shorter below 1, longer above"), kLeastScale, kMostScale);
  scale->setDecimals(kDigits);
  scale->setSingleStep(0.1);
  scale->setValue(run_.scale);
  connect(scale, &QDoubleSpinBox::valueChanged, this, [this](double value) {
    run_.scale = value;
    judge_run();
  });
  rows_->addRow(Tr::tr("Length"), scale);
  if (run_.live && !lab_.judged_settings.empty()) {
    auto* judged = new QPushButton(Tr::tr("Enough to be judged"));
    judged->setToolTip(Tr::tr("Sets the repetitions with which a live run can decide its findings"));
    connect(judged, &QPushButton::clicked, this, [this] {
      for (const auto& [name, value] : lab_.judged_settings) run_.settings[name] = value;
      QMetaObject::invokeMethod(
          this, [this] { build_fields(); }, Qt::QueuedConnection);
    });
    rows_->addRow(judged);
  }
  judge_run();
}

/// A line each.
void LabForm::add_factors() {
  auto* field = new QPlainTextEdit;
  field->setAccessibleName(Tr::tr("Factors"));
  field->setPlaceholderText("shaping=a,c\nlink={rate=2mbit,queue=8},{rate=3mbit,queue=8}");
  field->setToolTip(
      Tr::tr("Options of a call and the values that they take, a line each: shaping=a,c. A value with commas stands in "
             "braces."));
  QStringList lines;
  for (const LabFactor& factor : run_.factors) lines << text_of(to_string(factor));
  field->setPlainText(lines.join('\n'));
  set_height(field, kFactorsHeight);
  connect(field, &QPlainTextEdit::textChanged, this, [this, field] {
    run_.factors.clear();
    factor_fault_.clear();
    for (const QString& line : field->toPlainText().split('\n', Qt::SkipEmptyParts))
      if (auto factor = parse_factor(line.trimmed().toStdString(), factor_fault_))
        run_.factors.push_back(std::move(*factor));
    judge_run();
  });
  rows_->addRow(Tr::tr("Factors"), field);
}

QWidget* LabForm::field_of(const LabParameter& parameter) {
  const auto set = run_.settings.find(parameter.name);
  const std::string value = set == run_.settings.end() ? parameter.value : set->second;
  const std::string& name = parameter.name;
  if (!parameter.choices.empty()) {
    auto* field = new QComboBox;
    for (const std::string& choice : parameter.choices) field->addItem(text_of(choice));
    field->setCurrentText(text_of(value));
    connect(field, &QComboBox::currentTextChanged, this,
            [this, name](const QString& words) { take(name, words.toStdString()); });
    return field;
  }
  if (parameter.low && parameter.whole) {
    auto* field = new WholeNumberBox;
    field->setRange(static_cast<int>(*parameter.low), static_cast<int>(*parameter.high));
    field->setKeyboardTracking(false);
    // A file may have words here that are no number: why_not() then says so.
    field->setValue(text_of(value).toInt());
    connect(field, &QSpinBox::valueChanged, this, [this, name](int number) { take(name, std::to_string(number)); });
    return field;
  }
  auto* field = new QLineEdit(text_of(value));
  connect(field, &QLineEdit::editingFinished, this, [this, name, field] { take(name, field->text().toStdString()); });
  return field;
}

void LabForm::take(const std::string& name, const std::string& value) {
  run_.settings[name] = value;
  judge_run();
}

/// A run has ended: what it will cost now, and who else uses the machine, may have changed.
void LabForm::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::EnabledChange && isEnabled()) judge_run();
}

void LabForm::judge_run() {
  why_not_ = text_of(factor_fault_.empty() ? port_.why_not(lab_, run_) : factor_fault_);
  const auto cost = port_.cost(lab_, run_);
  QString words = why_not_;
  if (words.isEmpty() && cost)
    words = Tr::tr("%1 cells, about %2.").arg(cost->cells).arg(about_time(cost->seconds)) +
            (cost->remark.empty() ? "" : " " + text_of(cost->remark));
  cost_->setText(words);
  emit changed();
}

}  // namespace jitterscope
