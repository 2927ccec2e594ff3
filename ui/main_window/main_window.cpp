#include "ui/main_window/main_window.h"
#include "ui/controls/time_line.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QScrollArea>
#include <utility>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/snapshot.h"
#include "ui/controls/call_bar.h"
#include "ui/controls/conditions_control.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/format_control.h"
#include "ui/controls/other_settings.h"
#include "ui/controls/playout_control.h"
#include "ui/controls/presenter_strip.h"
#include "ui/controls/priority_control.h"
#include "ui/controls/quality_verdict.h"
#include "ui/controls/rate_control.h"
#include "ui/controls/readouts.h"
#include "ui/controls/shaping_control.h"
#include "ui/controls/source_control.h"
#include "ui/files/file_strip.h"
#include "ui/files/file_view.h"
#include "ui/main_window/notice_board.h"
#include "ui/main_window/status_line.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/start_page/start_page.h"
#include "ui/tr.h"
#include "ui/widgets/hands.h"
#include "ui/widgets/level_bar.h"
#include "ui/widgets/video_view.h"
#include "ui/words/call_words.h"
#include "ui/words/link_words.h"
#include "ui/words/rate_words.h"
#include "ui/words/text.h"
#include "ui/words/typed_span.h"

namespace jitterscope {
namespace {
constexpr int kRedrawMs = 40, kSlowTicks = 5;  // settings, devices and status every 200 ms
constexpr Duration kFastestMoving = Duration::ms(66), kSlowestMoving = Duration::ms(90);  // where data move
/// Of readouts, verdict, controls and status line; with the time axis of the panels, where there are some.
Interests around_panels(bool moves) {
  return {{ViewKind::kFigures, moves ? kMoving : kRead},
          {ViewKind::kPlayout, kRead},
          {ViewKind::kQuality, kRead},
          {ViewKind::kReported, kRead},
          {ViewKind::kThreads, kRead},
          {ViewKind::kRate, kRead},
          {ViewKind::kLog, kRead},
          {ViewKind::kConditions, kRead},
          {ViewKind::kDemonstration, kRead}};
}
/// "Room A, with Room B – Jitterscope".
QString title_of(const CallState& state) {
  QStringList ends;
  if (!state.name.empty()) ends << caller_text(state.name);
  if (state.stage == CallStage::kInCall) ends << Tr::tr("with %1").arg(caller_text(state.peer));
  return ends.isEmpty() ? "Jitterscope" : ends.join(", ") + " – Jitterscope";
}

}  // namespace

MainWindow::MainWindow(SessionPort& port, QWidget* parent) : QMainWindow(parent), session_(port) {
  setWindowTitle("Jitterscope");
  view_.set_provenance([this] { return session_.provenance(); });
  resize(px({1280, 800}));  // the usual size; a screen may have less
  setAcceptDrops(true);
  build_layout();
  build_menus();
  style_window(*this);
  restore_layout();
  emit layout_changed();
  new Hands(*this);

  connect(&view_, &ViewState::changed, this, [this] { view_changed_ = true; });
  // What a strategy does is seen where its packets come: at the remote for local sending.
  shaping_->when_chosen([this](End end) {
    if (!files_->shown() && state_.stage == CallStage::kInCall)
      view_.set_side(end == End::kRemote ? Side::kLocal : Side::kRemote);
  });
  redraw_.setObjectName("redraw");
  redraw_.setTimerType(Qt::PreciseTimer);
  connect(&redraw_, &QTimer::timeout, this, &MainWindow::refresh);
  session_.when_pictures_come([this] { take_pictures(); });
  redraw_.start(kRedrawMs);
  drawn_since_.start();
  refresh();
}

/// Panels first: as they go they still use the view and the settings.
MainWindow::~MainWindow() {
  session_.when_pictures_come({});
  if (!recorded_.empty()) files_->note_recent(QString::fromStdString(recorded_));  // its call has ended, or ends now
  hide();
  delete centralWidget();  // taken out before, it would be styled anew
}

/// Also while nobody sees them: one that is left would be shown after its call, or in the next one.
void MainWindow::take_pictures() {
  QImage picture;
  const auto frame = session_.take_remote_picture(picture);
  if (frame && session_.state().stage == CallStage::kInCall)
    video_->set_remote(picture, [this, frame] { session_.remote_picture_shown(*frame); });
  else if (frame)
    video_->set_remote({});  // the memory of the one before is its writer's again
  if (session_.take_local_picture(picture)) video_->set_local(picture);
}

void MainWindow::refresh() {
  auto newest = session_.snapshot();
  auto of_call = session_.call_snapshot();
  if (over_or_rings(state_.stage)) over_call_ = call_;
  const bool fresh = newest != snapshot_, call_fresh = of_call != call_;
  snapshot_ = std::move(newest);
  call_ = std::move(of_call);
  show_file();
  leave_start_page();
  if (fresh) {
    files_->span_axis(snapshot_.get());
    view_.set_call_words(call_words());
  }
  if (view_.query() != query_) session_.set_query(query_ = view_.query());
  state_interests();
  ghost_.follow(snapshot_, call_, !files_->shown());
  hold_->setChecked(view_.held() != nullptr);
  const auto levels = session_.levels();
  microphone_->set_level(levels.microphone_rms, levels.microphone_peak);
  speaker_->set_level(levels.speaker_rms, levels.speaker_peak);
  show_call();
  if (ticks_++ % kSlowTicks == 0) show_settings();
  if (call_fresh && call_) notices_->show_notices_of(*call_);
  notices_->show_trouble(state_, call_.get());
  const bool watched = call_ && state_.stage == CallStage::kInCall;
  video_->set_still(watched ? still_words(call_->received(Medium::kVideo).figures, video_->has_remote()) : QString());
  video_->set_lost_frames(watched ? call_->received(Medium::kVideo).figures.lost_frames_ago_s : std::vector<double>());
  if (fresh || call_fresh) show_demonstration();
  show_times();
  if (fresh || view_changed_) draw_panels();
}

/// In the call. A hidden panel has none, nor has one that shows a file; a ghost is of everything.
void MainWindow::state_interests() {
  std::vector<const Panel*> shown;
  for (const auto* panel : panels_)
    if (!files_->shown() && panel->isVisibleTo(this)) shown.push_back(panel);
  Interests wanted = around_panels(!shown.empty());
  for (const auto* panel : shown) wanted.add(panel->interests());
  if (ghost_.waits()) wanted.add(Interests::all(view_.query()));
  wanted = wanted.at_most_every(pixel_time());
  if (wanted != interests_) session_.set_interests(interests_ = wanted);
}

/// What a pixel of the time axis stands for: more often nothing would be seen to move. More than 15 times a
/// second costs a wide window most.
Duration MainWindow::pixel_time() const {
  const double seconds = (view_.to() - view_.from()) / std::max(widest_panel(), 1);
  return std::clamp(Duration::from_ms(1e3 * seconds), kFastestMoving, kSlowestMoving);
}

/// One that has just become visible shows what it showed until its views have come.
bool MainWindow::has_views(const Panel& panel) const {
  return !snapshot_ || snapshot_->made.covers(panel.interests());
}

void MainWindow::draw_panels() {
  view_changed_ = false;
  ++draws_;
  for (auto* panel : panels_)
    if (panel->isVisibleTo(this) && has_views(*panel)) panel->draw(snapshot_);
  readouts_->draw(snapshot_.get(), view_.over(), view_.shows_file());
  verdict_->draw(snapshot_, view_.over(), view_.shows_file());
  time_line_->set_marks(snapshot_ ? snapshot_->marks : std::vector<MarkRow>{});
}

void MainWindow::show_times() {
  const bool held = state_.stage == CallStage::kInCall && !view_.following() && !view_.over();
  const auto [from, to] = view_.query().selection_s;
  call_bar_->show_times(held ? span_text(view_.from(), view_.to()) : QString(),
                        view_.has_selection() ? span_text(from, to) : QString());
}

void MainWindow::show_call() {
  auto state = session_.state();
  call_bar_->show_state(state, call_.get(), files_->shown());
  if (state == state_ && ticks_ > 0) return;
  const bool ringing = state.stage == CallStage::kRinging;
  if (ringing && presenting()) session_.send(AnswerCall{false, state.peer});
  notices_->show_questions(state);
  const bool over = over_or_rings(state.stage) && !ringing;
  video_->set_over(state.stage == CallStage::kEnded);
  if (over) {
    video_->set_remote({});
    take_pictures();
  } else if (!in_or_before_call()) {
    notices_->take_back(QString::fromStdString(state_.sentence));  // it was of the call before
  }
  if (const auto sentence = QString::fromStdString(state.sentence);
      state.stage != CallStage::kInCall && !sentence.isEmpty() &&
      (state.sentence != state_.sentence || state.told != state_.told))
    state_.stage == CallStage::kInCall && !state.failed && !presenting() ? notices_->tell_calmly(sentence)
                                                                         : notices_->tell(sentence);
  const bool in_call = state.stage == CallStage::kInCall;
  start_page_->show_state(state);
  take_calls_->setChecked(!state.local_address.empty());
  if (in_call && state.stage != state_.stage) centralWidget()->setFocus();  // from the address field: keys act again
  setWindowTitle(title_of(state));
  type_address_->setEnabled(!in_call);
  hang_up_->setEnabled(!over && !ringing);
  for (auto* action : {accept_, decline_}) action->setEnabled(ringing);
  for (auto* action : {record_, mute_, copy_}) action->setEnabled(in_call);
  if (!in_call) copy_->setChecked(false);
  const auto before = std::exchange(state_, std::move(state));
  follow_demo_call(before.stage, before.told != state_.told);
  view_.set_call_over(call_ &&
                      state_.stage != CallStage::kInCall);  // figures stay the last call's while another is tried
  show_whose();
  show_demonstration();
}

/// What is the call's own stands beside a file only while there is a call, and the file's figures say whose they are.
void MainWindow::show_whose() {
  const bool call = in_or_before_call();
  for (auto* panel : panels_) panel->offer_demo(!files_->shown() && over_or_rings(state_.stage));
  for (auto* own : std::initializer_list<QWidget*>{video_, meters_, sources_})
    own->setVisible(!files_->shown() || call);
  show_cards_->setEnabled(!files_->shown() || call);
  share_room();
  figures_of_->setVisible(files_->shown());
  files_->strip()->set_beside_call(call);
}

void MainWindow::show_settings() {
  const auto settings = session_.settings();
  const auto trace = session_.trace();
  const bool muted = session_.settings().muted;
  if (settings.link != link_) {
    link_ = settings.link;
    link_words_ = link_words(link_);
  }
  const auto* call = state_.stage == CallStage::kInCall ? call_.get() : nullptr;  // after it nothing is in force
  const auto remote_link = call ? remote_link_words(call->conditions->remote_link) : QString();
  call_bar_->show_facts(call_.get(), settings, trace, link_words_, remote_link, muted);
  shaping_->show_settings(settings, call, state_);
  priority_->show_settings(settings, call, state_);
  rate_control_->show_settings(settings, call);
  playout_->show_settings(settings, call);
  conditions_->show_settings(settings, link_words_);
  sources_->show_settings(settings);
  format_->show_settings(settings);
  audio_format_->show_settings(settings, state_);
  reception_->show_settings(settings);
  other_->show_settings(settings);
  mute_->setChecked(muted);
  record_->setChecked(trace.recording);
  const bool recorded = files_->shown() || !trace.path.empty();
  for (auto* action : exports_) {
    action->setEnabled(recorded);
    action->setToolTip(recorded ? QString() : Tr::tr("Nothing is recorded yet: begin a call, or open a file"));
  }
  show_recording(trace);
  demonstration_panel_->allow_handing_out(recorded);
  demonstration_panel_->show_heard(session_.heard_halves());
  if (const auto ms = drawn_since_.elapsed(); ms >= 1000) {
    draws_per_second_ =
        static_cast<double>(draws_ - std::exchange(drawn_before_, draws_)) * 1000.0 / static_cast<double>(ms);
    drawn_since_.restart();
  }
  if (presenting()) presenter_->show_settings(settings, call, link_words_);
  status_->show_status(!files_->shown() || in_or_before_call(), call_.get(), trace, link_words_, remote_link,
                       draws_per_second_);
}

/// What began by itself with the call is said once, with the way out; what was made is among the recent files.
void MainWindow::show_recording(const TraceState& trace) {
  if (const auto made = std::exchange(recorded_, trace.recording ? trace.path : std::string());
      !made.empty() && made != recorded_) {
    if (!trace.path.empty()) files_->note_recent(QString::fromStdString(made));  // else it was deleted
  }
  const auto path = trace.recording && trace.unasked ? trace.path : std::string();
  if (path == unasked_trace_) return;
  unasked_trace_ = path;
  if (auto* question = findChild<QMessageBox*>("discard")) question->close();  // it was about another recording
  dont_record_->setEnabled(!path.empty());
  notices_->show_recorded(path);
}

/// One half alone is shown while the other may still come.
bool MainWindow::has_demonstration() const {
  const auto* view = snapshot_ && snapshot_->demonstration ? &*snapshot_->demonstration : nullptr;
  const bool half = view && view->before && ((demonstration_runs(*view) && !view_.over()) || !view->sentence.empty());
  return view && (view->after || half);
}

bool MainWindow::has_compared() const {
  using Part = ComparedStretches::Part;
  return compared_.stretch(Part::kBefore) || compared_.stretch(Part::kAfter);
}

/// Panels that are there while they show something.
void MainWindow::open_what_has_something() {
  docks_->set_open(demonstration_panel_, has_demonstration());
  docks_->set_open(compare_panel_, has_compared());
  for (auto* panel : panels_)
    if (panel->only_with_file()) docks_->set_open(panel, files_->shown());
}

/// The demonstration's panel is there when what is shown has something to compare, and opens by itself when the call
/// has.
void MainWindow::show_demonstration() {
  demonstrating_->show_progress(call_.get());
  if (const bool has = has_demonstration(); std::exchange(had_demonstration_, has) != has) {
    docks_->set_open(demonstration_panel_, has);
    show_presented();
  }
  const auto* view = call_ && call_->demonstration ? &*call_->demonstration : nullptr;
  const bool runs = view && demonstration_runs(*view);
  if (const auto asked = demonstrating_->asked()) demonstrating_->ask(*asked, !can_demonstrate());
  for (auto* action : demonstrate_) action->setEnabled(!runs);
  stop_demonstration_->setEnabled(runs || demonstrating_->asked());
  lesson_->setVisible(demo_call_ && is_lecture(layout_) && state_.stage == CallStage::kInCall && !runs &&
                      !demonstrating_->asked());
  const auto state = view ? view->state : std::string();
  if (state == demonstration_) return;
  demonstration_ = state;
  const bool stopped_itself = state == "stopped" && !view->again && !view->sentence.empty();
  if ((state == "done" || stopped_itself) && !files_->shown()) show_panel(demonstration_panel_);
  if (state == "stopped")
    notices_->say_change(
        view->after
            ? Tr::tr("The demonstration was stopped: what it had set is no longer in force; what it had measured "
                     "stands in Demonstration")
            : Tr::tr("The demonstration was stopped: what it had set is no longer in force"));
}

void MainWindow::tell(const QString& sentence) {
  notices_->tell(sentence);
}

/// Once at a time; `act` where the answer is `yes`.
void MainWindow::ask(const QString& name, const QString& title, const QString& words,
                     const std::pair<QMessageBox::StandardButton, QString>& yes, const QString& no,
                     const std::function<void()>& act) {
  if (findChild<QMessageBox*>(name)) return;
  auto* question = new QMessageBox(QMessageBox::NoIcon, title, words, yes.first | QMessageBox::Cancel, this);
  question->setObjectName(name);
  question->setAttribute(Qt::WA_DeleteOnClose);
  question->button(yes.first)->setText(yes.second);
  question->button(QMessageBox::Cancel)->setText(no);
  connect(question->button(yes.first), &QAbstractButton::clicked, this, act);
  question->open();
}

void MainWindow::ask_to_leave() {
  ask("leave", Tr::tr("Close"), Tr::tr("A call is up. Close the window and end the call?"),
      {QMessageBox::Close, Tr::tr("End call and close")}, Tr::tr("Stay in the call"), [this] {
        leaving_ = true;
        close();
      });
}

/// The recording that began by itself with this call, unless another one takes its place meanwhile.
void MainWindow::ask_to_discard() {
  if (unasked_trace_.empty()) return;
  ask("discard", Tr::tr("Don’t record"),
      Tr::tr("Delete the recording of this call so far (%1)?").arg(bytes_text(session_.trace().bytes)),
      {QMessageBox::Discard, Tr::tr("Delete the recording")}, Tr::tr("Keep recording"),
      [this, path = unasked_trace_] { session_.send(DiscardRecording{path}); });
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (state_.stage == CallStage::kInCall && isVisible() && !leaving_) {
    event->ignore();
    return ask_to_leave();
  }
  redraw_.stop();
  set_presenting(false);  // what is kept is as it was before
  session_.when_pictures_come({});
  keep_layout();
  if (state_.stage == CallStage::kInCall || state_.stage == CallStage::kCalling ||
      state_.stage == CallStage::kConnecting)
    session_.send(HangUp{});
  event->accept();
}

}  // namespace jitterscope
