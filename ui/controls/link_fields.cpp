#include "ui/controls/link_fields.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/hands.h"
#include "ui/widgets/segments.h"
#include "ui/words/link_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kRereadMs = 500;     // after the last key, until words under way are judged
constexpr double kUnlimited = -1;  // of the queue, beneath the least limit
enum : int { kBothWays, kUp, kDown };

}  // namespace

LinkFields::LinkFields(SessionPort& session, QWidget* parent)
    : QWidget(parent),
      port_(session),
      settled_(this, [this](const LinkSettings& links) { port_.send(SetLink{links}); }) {
  ways_ = new Segments({Tr::tr("both"), Tr::tr("up"), Tr::tr("down")}, Tr::tr("Direction of the link"));
  ways_->set_current(kBothWays);
  ways_->set_tip(kBothWays, Tr::tr("Set both directions alike"));
  ways_->set_tip(kUp, Tr::tr("Show and set the way to the remote"));
  ways_->set_tip(kDown, Tr::tr("Show and set the way from the remote"));
  make_column(4, this);
  build_picker();
  build_quantities();
  connect(ways_, &Segments::chosen, this, [this] { show_all(); });
  fill_presets();
  when_sized(
      preset_, [this] { fit_list(); }, Sizing::kByOthers);
  show_all();
}

void LinkFields::build_picker() {
  preset_ = new QComboBox;
  preset_->setAccessibleName(Tr::tr("Link"));
  preset_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  preset_->setPlaceholderText(Tr::tr("Own …"));
  keep_ = new QToolButton;
  keep_->setObjectName("quiet");
  keep_->setFocusPolicy(Qt::StrongFocus);
  auto* row = make_row(4);
  row->addWidget(preset_, 1);
  row->addWidget(keep_);
  name_ = new QLineEdit;
  name_->setPlaceholderText(Tr::tr("Name, such as Classroom"));
  name_->setAccessibleName(Tr::tr("Name of the link to save"));
  name_->setMaxLength(40);
  auto* save_button = new QPushButton(Tr::tr("Save"));
  save_button->setAccessibleName(Tr::tr("Save the link by this name"));
  naming_ = new QWidget;
  auto* naming = make_row(4, naming_);
  naming->addWidget(name_, 1);
  naming->addWidget(save_button);
  naming_->hide();
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->addLayout(row);
  column->addWidget(naming_);
  connect(preset_, &QComboBox::activated, this, [this](int index) { choose(preset_->itemData(index).toString()); });
  connect(keep_, &QToolButton::clicked, this, &LinkFields::save_or_forget);
  connect(name_, &QLineEdit::returnPressed, this, &LinkFields::save);
  connect(save_button, &QPushButton::clicked, this, &LinkFields::save);
}

void LinkFields::build_quantities() {
  rate_ = new QuantityField(Tr::tr("Rate"), " kbit/s", 0, 1e7, 3,
                            Tr::tr("Bits a second on the link, headers counted; 0 = unlimited"));
  rate_->setSpecialValueText(Tr::tr("unlimited"));
  limit_ =
      new QuantityField(Tr::tr("Queue limit"), " packets", kUnlimited, 1e6, 0,
                        Tr::tr("Packets that may wait for the link; what comes when it is full is dropped.\n"
                               "Unlimited: as many as the link holds, %1 of both directions, which no queue exceeds")
                            .arg(kMostInLink));
  delay_ = new QuantityField(Tr::tr("Delay"), " ms", 0, 60'000, 2,
                             Tr::tr("Propagation delay, added to the time in the queue"));
  loss_ =
      new QuantityField(Tr::tr("Loss"), " %", 0, 100, 2, Tr::tr("Share of packets lost at random, each for itself"));
  auto* grid = make_field_grid();
  rate_->add_to(*grid, 0, 0);
  limit_->add_to(*grid, 0, 1);
  delay_->add_to(*grid, 1, 0);
  loss_->add_to(*grid, 1, 1);
  words_ = new QLineEdit;
  words_->setAccessibleName(Tr::tr("Link in words"));
  words_->setToolTip(Tr::tr(
      "Everything the link can do, in words as netem's: rate=1mbit,queue=20,delay=20ms,jitter=5ms,line-loss=1%,\n"
      "gemodel=1%/10%/70%/0,duplicate=0.1%,reorder=1%,spikes=900ms/10s/1s,at=10s:rate=50kbit,path=kernel …\n"
      "Return sets it."));
  error_ = new QLabel;
  error_->setWordWrap(true);
  use_small_font(error_);
  error_->setTextFormat(Qt::PlainText);
  error_->hide();
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->addLayout(grid);
  column->addWidget(muted_label(Tr::tr("In words"), words_));
  column->addWidget(words_);
  column->addWidget(error_);
  reread_ = new QTimer(this);
  reread_->setSingleShot(true);
  reread_->setInterval(kRereadMs);
  connect(rate_, &QuantityField::valueChanged, this, [this](double kbits) {
    edit([&](LinkSetting& link) {
      link.rate = kbits > 0 ? std::optional(DataRate::kbits_per_second(kbits)) : std::nullopt;
    });
  });
  connect(limit_, &QuantityField::valueChanged, this, [this](double packets) {
    edit([&](LinkSetting& link) {
      link.limit_packets = packets > kUnlimited ? std::optional(static_cast<int>(packets)) : std::nullopt;
      link.limit_bytes.reset();
    });
  });
  connect(delay_, &QuantityField::valueChanged, this,
          [this](double ms) { edit([&](LinkSetting& link) { link.delay = Duration::from_ms(ms); }); });
  connect(loss_, &QuantityField::valueChanged, this,
          [this](double percents) { edit([&](LinkSetting& link) { link.loss = percents / 100; }); });
  connect(words_, &QLineEdit::textEdited, this, [this] {
    if (error_->isVisible()) take_words(words_->text(), false);  // a fault that is no more is not said any longer
    reread_->start();
  });
  connect(reread_, &QTimer::timeout, this, [this] { take_words(words_->text(), false); });
  connect(words_, &QLineEdit::editingFinished, this, [this] {
    reread_->stop();
    take_words(words_->text(), words_->text() != shown_words());
  });
}

const LinkSetting& LinkFields::shown() const {
  return ways_->current() == kDown ? settled_.wanted().down : settled_.wanted().up;
}

QString LinkFields::shown_words() const {
  return QString::fromStdString(ways_->current() == kBothWays ? settled_.wanted().to_string() : shown().to_string());
}

void LinkFields::edit(const std::function<void(LinkSetting&)>& change) {
  auto links = settled_.wanted();
  if (ways_->current() != kDown) change(links.up);
  if (ways_->current() != kUp) change(links.down);
  settled_.want(links);
  show_all();
}

/// Words for the directions chosen; false and a sentence beneath when they cannot be read.
bool LinkFields::take_words(const QString& typed, bool act) {
  std::string error;
  auto links = settled_.wanted();
  const auto read = LinkSettings::parse(typed.toStdString(), error);
  error_->setText("▲ " + QString::fromStdString(error));
  error_->setVisible(!read);
  Hands::set_faulty(*words_, !read);
  if (!read || !act) return read.has_value();
  if (ways_->current() != kDown) links.up = read->up;
  if (ways_->current() != kUp) links.down = read->down;
  settled_.want(links);
  show_all();
  return true;
}

void LinkFields::show_settings(const CallSettings& settings) {
  if (settled_.take(settings.link)) show_all();
}

void LinkFields::show_all() {
  const auto& link = shown();
  rate_->show_value(link.rate ? link.rate->kbits_per_second() : 0);
  limit_->setSpecialValueText(link.limit_bytes ? bytes_text(*link.limit_bytes) : Tr::tr("unlimited"));
  limit_->show_value(link.limit_packets ? *link.limit_packets : kUnlimited);
  delay_->show_value(link.delay.ms());
  loss_->show_value(link.loss * 100);
  const auto words = shown_words();
  if (!words_->hasFocus() || !error_->isVisible()) words_->setText(words);
  if (!words_->hasFocus()) {
    words_->setCursorPosition(0);
    error_->hide();
    Hands::set_faulty(*words_, false);
  }
  const bool differ = ways_->current() == kBothWays && settled_.wanted().up != settled_.wanted().down;
  int at = -1;
  for (int i = 0; i < preset_->count() && at < 0; ++i) {
    std::string ignored;
    const auto entry = LinkSettings::parse(preset_->itemData(i).toString().toStdString(), ignored);
    if (entry && (ways_->current() == kBothWays ? *entry == settled_.wanted() : !differ && entry->up == link)) at = i;
  }
  preset_->setCurrentIndex(at);
  preset_->setToolTip(at < 0 ? words : preset_->currentText());
  const bool saved = at > static_cast<int>(link_presets().size());
  keep_->setText(saved ? "✕" : "+");
  const auto tip = saved ? Tr::tr("Forget “%1”").arg(preset_->currentText()) : Tr::tr("Save this link by a name");
  keep_->setToolTip(tip);
  keep_->setAccessibleName(tip);
  keep_->setEnabled(at < 0 || saved);
}

void LinkFields::fit_list() {
  preset_->view()->setMinimumWidth(preset_->view()->sizeHintForColumn(0) + px(24));
}

void LinkFields::fill_presets() {
  preset_->clear();
  preset_->addItem(Tr::tr("No link"), "off");
  for (const auto& preset : link_presets()) preset_->addItem(text_of(preset.label), text_of(preset.words));
  const auto saved = saved_links();
  for (auto entry = saved.begin(); entry != saved.end(); ++entry) preset_->addItem(entry.key(), entry.value());
  fit_list();
}

void LinkFields::save_or_forget() {
  if (preset_->currentIndex() > static_cast<int>(link_presets().size())) {
    forget_link(preset_->currentText());
    fill_presets();
    show_all();
    emit saved_changed();
    return;
  }
  naming_->setVisible(naming_->isHidden());
  if (naming_->isVisible()) name_->setFocus();
}

void LinkFields::save() {
  const bool nameless = name_->text().simplified().isEmpty();
  Hands::set_faulty(*name_, nameless);
  if (nameless) return name_->setFocus();
  save_link(name_->text(), ways_->current() == kBothWays ? settled_.wanted() : LinkSettings{shown(), shown()});
  name_->clear();
  naming_->hide();
  fill_presets();
  show_all();
  emit saved_changed();
}

}  // namespace jitterscope
