#include "ui/controls/other_settings.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QSignalBlocker>

#include "core/events/words.h"
#include "ui/tr.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/segments.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

/// Those of the other files of this folder.
template <typename S, typename... Made>
constexpr bool is_one_of = (std::is_same_v<S, Made> || ...);
template <typename S>
constexpr bool kHasControl =
    is_one_of<S, setting::Audio, setting::AudioBlock, setting::Background, setting::CpuLoad, setting::DiscardLate,
              setting::Fps, setting::JpegQuality, setting::Link, setting::LipSync, setting::LossPolicy, setting::Muted,
              setting::Playout, setting::Priority, setting::RateControl, setting::Reception, setting::Shaping,
              setting::Seed, setting::Speaker, setting::Subsampling, setting::Transport, setting::Video,
              setting::VideoLoad>;

/// "Receive on processor", of one key: "Priority: video-send".
template <typename S>
QString label_of(const Set<S>& setting) {
  QString label = text_of(S::facts.label);
  if constexpr (SettingForEachKey<S>)
    return label + ": " + text_of(to_string(setting.key));
  else
    return label;
}

}  // namespace

bool has_no_control(const AnySetting& any) {
  return std::visit([]<typename S>(const Set<S>&) { return !kHasControl<S>; }, any);
}

OtherSettings::OtherSettings(SessionPort& session, const WantsRow& wants, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "More"), parent), port_(session) {
  each_value(CallSettings{}, [&]<typename S>(const Set<S>& usual) {
    if (S::facts.in_call && wants(usual)) add_setting(usual);
  });
  setVisible(!rows_.empty());
  rows()->addWidget(trouble_ = muted_label({}));
  trouble_->setTextFormat(Qt::PlainText);
  trouble_->setWordWrap(true);
  trouble_->hide();
}

template <typename S>
void OtherSettings::add_setting(const Set<S>& usual) {
  Row made{usual, {}};
  QWidget* field = make_field(usual, made);
  field->setAccessibleName(label_of(usual));
  field->setToolTip(text_of(S::facts.help) + "\n" + Tr::tr("Takes %1").arg(text_of(S::facts.takes)));
  auto* row = add_row({muted_label(label_of(usual)), field});
  row->setStretch(1, 1);
  rows_.push_back(std::move(made));
}

template <typename S>
QWidget* OtherSettings::make_field(const Set<S>& setting, Row& row) {
  using Value = typename S::Value;
  const auto send = [this, setting](Value value) {
    Set<S> wanted = setting;
    wanted.value = std::move(value);
    port_.send(wanted);
  };
  if constexpr (std::is_same_v<Value, bool>) {
    auto* box = new QCheckBox;
    connect(box, &QCheckBox::clicked, this, send);
    row.show = [box](const AnySetting& now) { box->setChecked(std::get<Set<S>>(now).value); };
    return box;
  } else if constexpr (requires { S::kChoices; }) {
    QStringList words;
    for (const std::string_view choice : S::kChoices) words << text_of(choice);
    auto* choices = new Segments(words, label_of(setting));
    connect(choices, &Segments::chosen, this, [send](int chosen) { send(static_cast<Value>(chosen)); });
    row.show = [choices](const AnySetting& now) {
      choices->set_current(static_cast<int>(std::get<Set<S>>(now).value));
    };
    return choices;
  } else if constexpr (std::is_same_v<Value, int>) {
    auto* number = new WholeNumberBox;
    number->setRange(S::kLeast, S::kMost);
    number->setKeyboardTracking(false);
    connect(number, &QSpinBox::valueChanged, this, send);
    row.show = [number](const AnySetting& now) {
      const QSignalBlocker quiet(number);
      if (!number->hasFocus()) number->setValue(std::get<Set<S>>(now).value);
    };
    return number;
  } else {
    auto* words = new QLineEdit;
    words->setPlaceholderText(text_of(S::facts.takes));
    connect(words, &QLineEdit::textEdited, this, [this] { trouble_->hide(); });
    connect(words, &QLineEdit::editingFinished, this, [this, setting, words] {
      if (words->isModified()) send_words(setting, words->text());
      words->setModified(false);
    });
    row.show = [words](const AnySetting& now) {
      const QString text = text_of(words_of(now));
      if (!words->hasFocus() && words->text() != text) words->setText(text);
    };
    return words;
  }
}

void OtherSettings::send_words(const AnySetting& setting, const QString& words) {
  std::string error;
  const auto wanted = parse_setting(name_of(setting), words.trimmed().toStdString(), error);
  trouble_->setText(text_of(error));
  trouble_->setVisible(!wanted);
  if (wanted) port_.send(command_of(*wanted));
}

void OtherSettings::show_settings(const CallSettings& settings) {
  for (const Row& row : rows_) row.show(same_of(settings, row.usual));
}

}  // namespace jitterscope
