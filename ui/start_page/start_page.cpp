#include "ui/start_page/start_page.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/demonstrations/comparison.h"
#include "ui/kept_settings.h"
#include "ui/session_port.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/address.h"
#include "ui/widgets/copied_text.h"
#include "ui/widgets/hands.h"

namespace jitterscope {
namespace {

constexpr int kWidest = 920, kLeastChoice = 240;  // px
constexpr qsizetype kMostFiles = 3, kMostShown = 3, kLongestName = 34;

QLabel* muted(const QString& words) {
  auto* label = new QLabel(words);
  label->setProperty("muted", true);
  label->setWordWrap(true);
  return label;
}

QVBoxLayout* frame_with(QFrame& frame, const QString& title) {
  frame.setObjectName("panel");
  frame.setAccessibleName(title);
  auto* column = new QVBoxLayout(&frame);
  set_spaces(column, {12, 8, 12, 12}, 8);
  auto* name = new QLabel(title);
  use_title_font(name);
  column->addWidget(name);
  return column;
}

/// The end of a name says which recording it is.
QString shortened(const QString& name) {
  return name.size() <= kLongestName ? name : "…" + name.right(kLongestName - 1);
}

}  // namespace

/// Call, or be called: closed at first; open, an address to call, the last ones, and where this end is reached.
class CallChoice : public QFrame {
 public:
  explicit CallChoice(SessionPort& port) : port_(port) {
    auto* column = frame_with(*this, Tr::tr("Call, or be called"));
    column->addWidget(words_ = muted(Tr::tr("Opens your camera and microphone, and a port where others can ring you. "
                                            "Nobody is answered without you.")));
    column->addWidget(open_ = new QPushButton(Tr::tr("Get ready to call")));
    open_->setAccessibleName(Tr::tr("Call, or be called"));
    connect(open_, &QPushButton::clicked, this, &CallChoice::open);
    column->addWidget(opened_ = build_open());
    opened_->hide();
    column->addStretch(1);
  }

  void show_state(const CallState& state) {
    const auto address = QString::fromStdString(state.local_address);
    reached_->setText(address.isEmpty() ? Tr::tr("Nobody can call you: the port is closed.")
                                        : Tr::tr("Callers reach you at %1").arg(address));
    words_->setText(
        address.isEmpty()
            ? Tr::tr(
                  "Opens your camera and microphone, and a port where others can ring you. Nobody is answered without "
                  "you.")
            : Tr::tr("Callers reach you at %1. Camera and microphone are closed until you call, answer, or press this.")
                  .arg(address));
  }

  /// The control port and the user's devices, too; the cursor is where the address goes.
  void open() {
    port_.send(TakeCalls{true});
    port_.want_devices();
    words_->hide();
    open_->hide();
    opened_->show();
    renew();
    address_->setFocus();
  }

  /// What is kept may be other by now.
  void renew() {
    list_addresses();
    from_start_->setChecked(takes_calls_from_start());
  }

 private:
  QWidget* build_open() {
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
    column->addWidget(reached_ = muted({}));
    let_copy(reached_);
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

  void list_addresses() {
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

  void call(const QString& typed) {
    const auto wanted = parse_address(typed);
    Hands::set_faulty(*address_, !wanted);
    hint_->setText(Tr::tr(kAddressHint));
    hint_->setVisible(!wanted);
    if (!wanted) return address_->setFocus();
    keep_address(typed);
    port_.send(*wanted);
  }

  SessionPort& port_;
  QLabel* words_;
  QPushButton* open_;
  QWidget* opened_;
  QLineEdit* address_;
  QLabel *hint_, *reached_;
  QVBoxLayout* addresses_;
  QList<QPushButton*> recent_;
  QCheckBox* from_start_;
};

StartPage::StartPage(SessionPort& port, QWidget* parent) : QWidget(parent) {
  setAccessibleName(Tr::tr("Start page"));
  setFocusPolicy(Qt::ClickFocus);
  auto* around = make_row(0, this);
  around->addStretch(1);
  auto* middle = new QWidget;
  set_most_width(middle, kWidest);
  around->addWidget(middle, 100);
  around->addStretch(1);
  auto* column = new QVBoxLayout(middle);
  set_spaces(column, {8, 8, 8, 8}, 12);
  column->addStretch(1);
  auto* title = new QLabel(Tr::tr("A videoconference that shows its own inside"));
  use_title_font(title);
  title->setAlignment(Qt::AlignHCenter);
  column->addWidget(title);
  column->addWidget(build_demo());
  auto* choices = make_row(12);
  choices->addWidget(call_ = new CallChoice(port), 1);
  choices->addWidget(build_recordings(), 1);
  choices->addWidget(build_demonstrations(port.labs() != nullptr), 1);
  column->addLayout(choices);
  column->addStretch(2);
}

QWidget* StartPage::build_demo() {
  auto* frame = new QFrame;
  frame->setObjectName("panel");
  auto* column = new QVBoxLayout(frame);
  set_spaces(column, {12, 12, 12, 12}, 8);
  column->addWidget(demo_ = new QPushButton);
  demo_->setObjectName("first");
  demo_->setAutoDefault(true);  // Return, which presses no other button here
  use_title_font(demo_);
  column->addWidget(muted(Tr::tr("Two ends on this computer. Needs no camera, network or rights.")));
  connect(demo_, &QPushButton::clicked, this, &StartPage::demo_wanted);
  set_starting(false);
  return frame;
}

QWidget* StartPage::build_recordings() {
  auto* frame = new QFrame;
  set_least_width(frame, kLeastChoice);
  auto* column = frame_with(*frame, Tr::tr("Open a recording"));
  column->addWidget(muted(Tr::tr("A trace of a call, a packet list or a capture. Or drop one on the window.")));
  column->addLayout(recordings_ = new QVBoxLayout);
  set_spacing(recordings_, 4);
  auto* other = new QPushButton(Tr::tr("Choose a file …"));
  other->setAccessibleName(Tr::tr("Choose a file to open"));
  connect(other, &QPushButton::clicked, this, [this] { emit recording_wanted({}); });
  column->addWidget(other);
  column->addStretch(1);
  return frame;
}

QWidget* StartPage::build_demonstrations(bool with_labs) {
  auto* frame = new QFrame;
  set_least_width(frame, kLeastChoice);
  auto* column = frame_with(*frame, Tr::tr("Give a demonstration"));
  column->addWidget(muted(Tr::tr("In a demo call of its own. It asks, shows and answers.")));
  for (const DemonstrationKind kind : kEveryDemonstration) {
    const auto& facts = facts_of(kind);
    auto* button = new QPushButton(QString("%1, %2 s").arg(facts.name).arg(seconds_of(kind)));
    button->setAccessibleName(Tr::tr("Demonstrate %1").arg(facts.name.toLower()));
    button->setToolTip(facts.summary);
    connect(button, &QPushButton::clicked, this, [this, kind] { emit demonstration_wanted(kind); });
    column->addWidget(button);
    demonstrations_ << button;
  }
  if (with_labs) {
    auto* labs = new QPushButton(Tr::tr("The papers’ experiments …"));
    labs->setAccessibleName(Tr::tr("Open the labs"));
    labs->setToolTip(Tr::tr("Repeats them on this machine, beside the published numbers"));
    connect(labs, &QPushButton::clicked, this, &StartPage::labs_wanted);
    column->addWidget(labs);
  }
  column->addStretch(1);
  return frame;
}

void StartPage::show_state(const CallState& state) {
  call_->show_state(state);
}

void StartPage::list_recordings(const QStringList& paths) {
  qDeleteAll(files_);
  files_.clear();
  for (const auto& path : paths.mid(0, kMostFiles)) {
    const auto name = QFileInfo(path).fileName();
    auto* button = new QPushButton(shortened(name).replace('&', "&&"));
    button->setAccessibleName(Tr::tr("Open %1").arg(name));
    button->setToolTip(path);
    connect(button, &QPushButton::clicked, this, [this, path] { emit recording_wanted(path); });
    recordings_->addWidget(button);
    files_ << button;
  }
}

void StartPage::set_starting(bool starting) {
  if (starting) setFocus();  // else it went to the next button, which the next key would press
  demo_->setEnabled(!starting);
  demo_->setText(starting ? Tr::tr("The other end is starting …") : Tr::tr("Try a demo call"));
  demo_->setAccessibleName(Tr::tr("Try a demo call"));
  for (auto* button : demonstrations_) button->setEnabled(!starting);
  if (!starting && isVisible()) focus_first();
}

void StartPage::focus_first() {
  call_->renew();
  demo_->setFocus();
}

void StartPage::open_calling() {
  call_->open();
}

}  // namespace jitterscope
