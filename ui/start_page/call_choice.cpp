#include "ui/start_page/call_choice.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/kept_settings.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/address.h"
#include "ui/widgets/hands.h"

namespace jitterscope {
namespace {

constexpr qsizetype kMostShown = 3;

}  // namespace

CallChoice::CallChoice(SessionPort& port, QWidget* parent) : QFrame(parent), port_(port) {
  setObjectName("panel");
  setAccessibleName(Tr::tr("Call, or be called"));
  auto* column = new QVBoxLayout(this);
  set_spaces(column, {12, 8, 12, 12}, 8);
  auto* title = new QLabel(Tr::tr("Call, or be called"));
  use_title_font(title);
  column->addWidget(title);
  column->addWidget(
      words_ = new QLabel(Tr::tr(
          "Opens your camera and microphone, and a port where others can ring you. Nobody is answered without you.")));
  words_->setProperty("muted", true);
  words_->setWordWrap(true);
  column->addWidget(open_ = new QPushButton(Tr::tr("Get ready to call")));
  open_->setAccessibleName(Tr::tr("Call, or be called"));
  connect(open_, &QPushButton::clicked, this, &CallChoice::open);
  column->addWidget(opened_ = build_open());
  opened_->hide();
  column->addStretch(1);
}

QWidget* CallChoice::build_open() {
  auto* opened = new QWidget;
  auto* column = make_column(8, opened);
  auto* row = make_row(4);
  row->addWidget(address_ = new QLineEdit, 1);
  address_->setPlaceholderText(Tr::tr("Host or host:port"));
  address_->setAccessibleName(Tr::tr("Address to call from the start page"));
  address_->setClearButtonEnabled(true);
  auto* call_button = new QPushButton(Tr::tr("Call"));
  call_button->setAccessibleName(Tr::tr("Call the address"));
  row->addWidget(call_button);
  column->addLayout(row);
  column->addWidget(hint_ = new QLabel);
  hint_->setWordWrap(true);
  hint_->hide();
  column->addLayout(addresses_ = new QVBoxLayout);
  set_spacing(addresses_, 4);
  column->addWidget(reached_ = new QLabel);
  reached_->setProperty("muted", true);
  reached_->setWordWrap(true);
  reached_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(from_start_ = new QCheckBox(Tr::tr("Can be called from the start")));
  from_start_->setAccessibleName(from_start_->text());
  from_start_->setToolTip(
      Tr::tr("The next window opens its port as soon as it is there; camera and microphone stay closed"));
  from_start_->setChecked(takes_calls_from_start());
  connect(from_start_, &QCheckBox::toggled, this, [](bool on) { keep_takes_calls(on); });
  connect(call_button, &QPushButton::clicked, this, [this] { call(address_->text()); });
  connect(address_, &QLineEdit::returnPressed, this, [this] { call(address_->text()); });
  connect(address_, &QLineEdit::textEdited, hint_, &QLabel::hide);
  return opened;
}

void CallChoice::open() {
  port_.send(TakeCalls{true});
  port_.want_devices();
  words_->hide();
  open_->hide();
  opened_->show();
  renew();
  address_->setFocus();
}

void CallChoice::renew() {
  list_addresses();
  from_start_->setChecked(takes_calls_from_start());
}

void CallChoice::list_addresses() {
  qDeleteAll(recent_);
  recent_.clear();
  for (const auto& address : recent_addresses().mid(0, kMostShown)) {
    auto* button = new QPushButton(QString(address).replace('&', "&&"));
    button->setAccessibleName(Tr::tr("Call %1").arg(address));
    button->setToolTip(Tr::tr("Call it again"));
    connect(button, &QPushButton::clicked, this, [this, address] { call(address); });
    addresses_->addWidget(button);
    recent_ << button;
  }
}

void CallChoice::call(const QString& typed) {
  const auto wanted = parse_address(typed);
  Hands::set_faulty(*address_, !wanted);
  hint_->setText(Tr::tr(kAddressHint));
  hint_->setVisible(!wanted);
  if (!wanted) return address_->setFocus();
  keep_address(typed);
  port_.send(*wanted);
}

void CallChoice::show_state(const CallState& state) {
  const auto address = QString::fromStdString(state.local_address);
  reached_->setText(address.isEmpty() ? Tr::tr("Nobody can call you: the port is closed.")
                                      : Tr::tr("Callers reach you at %1").arg(address));
  words_->setText(
      address.isEmpty()
          ? Tr::tr("Opens your camera and microphone, and a port where others can ring you. Nobody is answered without "
                   "you.")
          : Tr::tr("Callers reach you at %1. Camera and microphone are closed until you call, answer, or press this.")
                .arg(address));
}

}  // namespace jitterscope
