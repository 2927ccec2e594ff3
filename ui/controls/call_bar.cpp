#include "ui/controls/call_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "core/measures/views/snapshot.h"
#include "ui/kept_settings.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/address.h"
#include "ui/widgets/copied_text.h"
#include "ui/widgets/hands.h"
#include "ui/words/label_words.h"
#include "ui/words/rate_words.h"
#include "ui/words/setting_words.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

constexpr int kWidestLinkInBar = 180, kWidestPeer = 220, kRoomForOpen = 1200, kBesideFact = 8;  // px
constexpr int kFacts = 6;

QString fact(const QString& name, const QString& value) {
  return QString("<span style=\"color:%1\">%2</span>&nbsp;<b>%3</b>")
      .arg(colours().muted.name(), name, value.toHtmlEscaped());
}

QPushButton* button(const QString& text, const QString& tip, bool checkable = false) {
  auto* made = new QPushButton(text);
  made->setToolTip(tip);
  made->setAccessibleName(text);
  made->setCheckable(checkable);
  return made;
}

QString peer_words(const CallState& state, const QString& peer) {
  switch (state.stage) {
    case CallStage::kCalling: return Tr::tr("Calling %1 …").arg(peer);
    case CallStage::kConnecting: return Tr::tr("Connecting with %1 …").arg(peer);
    case CallStage::kInCall:
      return state.unheard_s > 0 ? Tr::tr("with %1, not heard for %2 s").arg(peer, QString::number(state.unheard_s))
                                 : Tr::tr("with %1").arg(peer);
    default: return {};
  }
}

}  // namespace

CallBar::CallBar(SessionPort& session, QWidget* parent) : QFrame(parent), port_(session) {
  setObjectName("bar");
  setAccessibleName(Tr::tr("Call"));
  auto* row = new QHBoxLayout(this);
  set_spaces(row, {12, 2, 8, 2}, 6);
  clock_ = new QLabel;
  use_title_font(clock_);
  address_ = new QLineEdit;
  address_->setPlaceholderText(Tr::tr("Host or host:port"));
  address_->setAccessibleName(Tr::tr("Address to call"));
  set_least_width(address_, 150);
  set_most_width(address_, 240);
  address_->setClearButtonEnabled(true);
  call_ = button(Tr::tr("Call"), Tr::tr("Call the address (Enter)"));
  hang_up_ = button(Tr::tr("Hang up"), Tr::tr("End the call"));
  hang_up_->setObjectName("danger");
  mute_ = button(Tr::tr("Mute"), Tr::tr("Stop sending your sound"), true);
  held_ = button({}, {});
  selected_ = button({}, {});
  held_->setAccessibleName(Tr::tr("Follow the call again"));
  selected_->setAccessibleName(Tr::tr("Let the selected time go"));
  for (auto* of_time : {held_, selected_}) {
    of_time->setObjectName("attention");
    of_time->setFocusPolicy(Qt::NoFocus);  // it goes away with the click
    of_time->hide();
  }
  record_ = button(Tr::tr("Record"), Tr::tr("Write every event of the call to a trace file"), true);
  for (auto* widget : std::initializer_list<QWidget*>{clock_, peer_ = new QLabel, held_, selected_,
                                                              open_ = new QLabel(Tr::tr("not encrypted")), address_,
                                                              call_, hint_ = new QLabel, listening_ = new QLabel})
    row->addWidget(widget);
  peer_->setTextFormat(Qt::PlainText);
  listening_->setProperty("muted", true);
  open_->setProperty("muted", true);
  open_->setMinimumWidth(px(1));  // a narrow window goes without
  open_->setToolTip(Tr::tr(
      "Sound, pictures and what the two ends say to each other cross the network in the clear: anyone on the way "
      "can listen."));
  let_copy(listening_);
  hint_->setProperty("muted", true);
  row->addStretch(1);
  for (auto* label : {&shaping_, &priority_, &control_, &link_, &transport_, &trace_}) {
    row->addWidget(*label = new QLabel);
    (*label)->setTextFormat(Qt::RichText);
    add_space(row, kBesideFact);
  }
  shaping_->setToolTip(
      Tr::tr("Traffic shaping of your video and of the remote’s\n– not known until the remote has told"));
  priority_->setToolTip(Tr::tr(
      "Effective scheduling class of the four media threads of this end\n– there is no call whose threads could have "
      "one"));
  set_most_width(link_, kWidestLinkInBar);
  transport_->setToolTip(Tr::tr("What your picture travels by; the sound always goes by UDP"));
  for (auto* widget : {record_, mute_, hang_up_}) row->addWidget(widget);

  connect(call_, &QPushButton::clicked, this, &CallBar::place_call);
  connect(address_, &QLineEdit::returnPressed, this, &CallBar::place_call);
  connect(address_, &QLineEdit::textEdited, this, [this] { hint_->clear(); });
  connect(hang_up_, &QPushButton::clicked, this, [this] { port_.send(HangUp{}); });
  connect(mute_, &QPushButton::clicked, this, [this](bool on) { port_.send(SetMuted{on}); });
  connect(held_, &QPushButton::clicked, this, &CallBar::follow_wanted);
  connect(selected_, &QPushButton::clicked, this, &CallBar::all_wanted);
  connect(record_, &QPushButton::clicked, this, [this](bool on) { port_.send(RecordCall{on, {}}); });
}

void CallBar::focus_address() {
  address_->setFocus();
  address_->selectAll();
}

void CallBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit();
}

/// px: without the facts and "not encrypted".
int CallBar::width_of_rest() const {
  int wide = layout()->contentsMargins().left() + layout()->contentsMargins().right();
  for (const auto* widget : std::initializer_list<const QWidget*>{clock_, peer_, held_, address_, call_, hint_,
                                                                  listening_, record_, mute_, hang_up_})
    if (!widget->isHidden()) wide += widget->minimumSizeHint().width() + layout()->spacing();
  return wide;
}

int CallBar::room_for_facts() const {
  return width() - width_of_rest() - kFacts * (px(kBesideFact) + layout()->spacing());
}

/// Where room is short, what matters least is left out; the status line has the link too, the controls have the rest.
void CallBar::fit() {
  const auto wide = [this](const QString& text) { return held_->fontMetrics().horizontalAdvance(text); };
  const auto held = Tr::tr("Held %1").arg(held_time_);
  const int room_beside = room_for_facts() + wide(held_->text()) - wide(held);
  held_->setText(room_beside >= shaping_->sizeHint().width() + layout()->spacing() ? held : Tr::tr("Held"));
  int room = room_for_facts();
  const auto show = [&](QWidget* part, bool wanted) {
    if (wanted) room -= part->sizeHint().width() + layout()->spacing();
    part->setVisible(wanted && room >= 0);
  };
  const auto show_fact = [&](QLabel* fact) { show(fact, in_call_ && !fact->text().isEmpty()); };
  show_fact(shaping_);
  show(selected_, !selected_time_.isEmpty());
  for (auto* fact : {priority_, trace_, control_, link_, transport_}) show_fact(fact);
  show(open_, in_call_ && width() >= px(kRoomForOpen));
}

void CallBar::show_times(const QString& held, const QString& selected) {
  if (held == held_time_ && selected == selected_time_) return;
  held_time_ = held;
  selected_time_ = selected;
  held_->setVisible(!held.isEmpty());
  held_->setToolTip(Tr::tr("The plots stand at %1; figures that say now, the picture and the sound go on.\n"
                           "Click, or Space: follow the call again")
                        .arg(held));
  selected_->setText(Tr::tr("Selected %1 ×").arg(selected));
  selected_->setToolTip(Tr::tr("Figures are of %1.\nClick, or Ctrl+8: of their usual times again").arg(selected));
  held_->setAccessibleDescription(held_->toolTip());
  selected_->setAccessibleDescription(selected_->toolTip());
  fit();
}

void CallBar::place_call() {
  const auto call = parse_address(address_->text());
  Hands::set_faulty(*address_, !call);
  if (!call) {
    hint_->setText(Tr::tr(kAddressHint));
    return focus_address();
  }
  hint_->clear();
  keep_address(address_->text());
  port_.send(*call);
}

void CallBar::show_state(const CallState& state, const CallSnapshot* snapshot, bool above_file) {
  const bool in_call = state.stage == CallStage::kInCall;
  const bool free =
      state.stage == CallStage::kIdle || state.stage == CallStage::kEnded || state.stage == CallStage::kRinging;
  clock_->setVisible(in_call);
  if (in_call) set_words(*clock_, "● " + elapsed_text(snapshot ? snapshot->elapsed_s : 0));
  peer_->setVisible(!free);
  const auto name = caller_text(state.peer);
  const auto metrics = peer_->fontMetrics();
  const int around_name = metrics.horizontalAdvance(peer_words(state, {}));
  set_words(*peer_, peer_words(state, metrics.elidedText(name, Qt::ElideRight, px(kWidestPeer) - around_name)),
            peer_words(state, name) + (in_call ? "\n" + Tr::tr("Not encrypted. %1").arg(open_->toolTip()) : QString()));
  address_->setVisible(free);
  call_->setVisible(free);
  hint_->setVisible(free && !hint_->text().isEmpty());
  listening_->setVisible(free && !above_file && !state.local_address.empty() && hint_->text().isEmpty());
  const auto address = QString::fromStdString(state.local_address);
  set_words(*listening_,
            (state.answers_itself ? Tr::tr("Calls to %1 are answered at once") : Tr::tr("Callers reach you at %1"))
                .arg(address));
  in_call_ = in_call;
  hang_up_->setVisible(!free);
  mute_->setVisible(in_call);
  record_->setVisible(in_call);
  fit();
}

void CallBar::show_facts(const CallSnapshot* snapshot, const CallSettings& settings, const TraceState& trace,
                         const QString& link, const QString& remote_link, bool muted) {
  set_words(*shaping_, fact(Tr::tr("Shaping"), shaping_of_both(settings.shaping.to_string(), snapshot)));
  set_words(*priority_, fact(Tr::tr("Priority"), snapshot ? common_class(snapshot->threads) : kDash));
  const auto* rate = snapshot ? snapshot->rate_sent.get() : nullptr;
  set_words(*control_, fact(Tr::tr("Control"), QString::fromStdString(settings.rate_control.controller)));
  control_->setToolTip(Tr::tr("Controller of the rate of your picture") +
                       (rate && settings.rate_control.on() ? "\n" + state_words(*rate).join(", ") : QString()));
  QStringList links{link.section(',', 0, 0)};
  if (!remote_link.isEmpty()) links << Tr::tr("remote %1").arg(remote_link.section(',', 0, 0));
  links.removeAll(QString());
  const auto short_links = link_->fontMetrics().elidedText(links.join(", "), Qt::ElideRight, px(kWidestLinkInBar - 40));
  set_words(*link_, links.isEmpty() ? QString() : fact(Tr::tr("Link"), short_links));
  link_->setToolTip(
      Tr::tr("The emulated link, local: %1, remote: %2")
          .arg(QString::fromStdString(settings.link.to_string()), remote_link.isEmpty() ? Tr::tr("off") : remote_link));
  set_words(*transport_, "<b>" + transport_words(settings.transport) + "</b>");
  set_words(*trace_, trace.recording ? QString("<span style=\"color:%1\">●</span> ").arg(colours().danger.name()) +
                                           bytes_text(trace.bytes)
                                     : QString());
  trace_->setToolTip(Tr::tr("Recording to %1").arg(QString::fromStdString(trace.path)));
  mute_->setChecked(muted);
  mute_->setText(muted ? Tr::tr("Muted") : Tr::tr("Mute"));
  record_->setChecked(trace.recording);
  record_->setText(trace.recording ? Tr::tr("Stop recording") : Tr::tr("Record"));
  record_->setAccessibleName(trace.recording ? Tr::tr("Stop recording") : Tr::tr("Record"));
  fit();
}

}  // namespace jitterscope
