#include <algorithm>

#include <QActionGroup>
#include <QApplication>
#include <QDateTime>
#include <QDialog>
#include <QDockWidget>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/call_bar.h"
#include "ui/controls/conditions_control.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/link_fields.h"
#include "ui/controls/load_fields.h"
#include "ui/controls/priority_control.h"
#include "ui/controls/rate_control.h"
#include "ui/controls/reference_window.h"
#include "ui/controls/shaping_control.h"
#include "ui/kept_settings.h"
#include "ui/main_window/command_palette.h"
#include "ui/main_window/main_window.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/panels/jitter_panel.h"
#include "ui/panels/rate_panel.h"
#include "ui/start_page/start_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/file_dialog.h"
#include "ui/words/call_words.h"
#include "ui/words/link_words.h"
#include "ui/words/rate_words.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

/// In the folder that the dialog shows.
QString proposed_file(const QString& name, const std::string& suffix) {
  return suffix.empty() ? name : name + "." + QString::fromStdString(suffix);
}

/// Of the first ten.
QKeySequence key_of_tab(int tab) {
  if (tab > 9) return {};
  return {Qt::ALT | (tab < 9 ? Qt::Key_1 + tab : Qt::Key_0)};
}

}  // namespace

void MainWindow::add_action(QMenu& menu, const QString& text, const QKeySequence& key, std::function<void()> act) {
  auto* action = menu.addAction(text);
  action->setShortcut(key);
  action->setShortcutContext(Qt::WindowShortcut);
  connect(action, &QAction::triggered, this, [act = std::move(act)] { act(); });
  addAction(action);  // keys work in full screen too, without the menu bar
}

void MainWindow::build_menus() {
  const auto last = [](QMenu* menu) { return menu->actions().last(); };
  build_file_menu();
  auto* call = menuBar()->addMenu("&Call");
  add_action(*call, "Type an &address", QKeySequence("Ctrl+L"),
             [this] { start_page_->isHidden() ? call_bar_->focus_address() : start_page_->open_calling(); });
  add_action(*call, "A&ccept the incoming call", QKeySequence("Ctrl+Return"), [this] {
    session_.send(AnswerCall{true, state_.peer});
  });
  accept_ = last(call);
  add_action(*call, "&Decline the incoming call", QKeySequence("Ctrl+Backspace"), [this] {
    session_.send(AnswerCall{false, state_.peer});
  });
  decline_ = last(call);
  add_action(*call, "&Hang up", QKeySequence("Ctrl+H"), [this] { session_.send(HangUp{}); });
  hang_up_ = last(call);
  add_action(*call, "&Be called here", {}, [this] { session_.send(TakeCalls{take_calls_->isChecked()}); });
  (take_calls_ = last(call))->setCheckable(true);
  take_calls_->setToolTip("Opens the port where others can ring you, or closes it");
  add_action(*call, "&Try a demo call", QKeySequence("Ctrl+Shift+T"), [this] { begin_demo_call({}); });
  add_action(*call, "&Mute your sound", QKeySequence("Ctrl+M"),
             [this] { session_.send(SetMuted{!session_.settings().muted}); });
  (mute_ = last(call))->setCheckable(true);
  call->addSeparator();
  add_action(*call, "&Record a trace", QKeySequence("Ctrl+R"), [this] {
    session_.send(RecordCall{!session_.trace().recording, {}});
  });
  (record_ = last(call))->setCheckable(true);
  add_action(*call, "Do&n’t record this call", QKeySequence("Ctrl+Shift+R"), [this] { ask_to_discard(); });
  (dont_record_ = last(call))->setEnabled(false);
  dont_record_->setToolTip("Asks, then stops the recording that began by itself with this call and deletes its file");
  auto* formats = call->addMenu("&Export session");
  add_action(*formats, "Export &without names and addresses", {}, [] {});
  (anonymous_ = last(formats))->setCheckable(true);
  anonymous_->setToolTip("Neutral words take the place of names, addresses, files, devices, notices and markers");
  formats->setToolTipsVisible(true);
  formats->addSeparator();
  for (const auto& format : session_.export_formats()) {
    add_action(*formats, "Export session: " + QString::fromStdString(format.label) + " …", {},
               [this, format] { export_session(format); });
    exports_ << last(formats);
  }
  add_action(*call, "&Write a report to hand out …", QKeySequence("Ctrl+Shift+P"), [this] { ask_for_report(); });
  exports_ << (report_ = last(call));
  add_action(*call, "Open in another &player", QKeySequence("Ctrl+P"), [this] { copy_to_player(copy_->isChecked()); });
  (copy_ = last(call))->setCheckable(true);
  copy_->setToolTip("Once more to stop the copy");
  add_action(*call, "Show plain RTP from another pro&gram …", {}, [this] { ask_for_plain_rtp(); });
  call->addSeparator();
  add_action(*call, "&Quit", QKeySequence("Ctrl+Q"), [this] { close(); });

  build_conditions_menu();
  build_view_menu();

  auto* help = menuBar()->addMenu("&Help");
  add_action(*help, "&Reference", QKeySequence("F1"), [this] {
    auto* shown = findChild<ReferenceWindow*>();
    if (!shown) shown = new ReferenceWindow(this);
    shown->show();
    shown->raise();
    shown->activateWindow();
  });
  add_action(*help, "&All actions …", QKeySequence("Ctrl+K"),
             [this] { (new CommandPalette(actions(), this))->show(); });
  add_action(*help, "&Notices …", {}, [this] { list_notices(); });
  add_action(*help, "A&bout Jitterscope", {}, [this] {
    auto* about = new QMessageBox(
        QMessageBox::NoIcon, "About Jitterscope",
        "<h3>Jitterscope</h3><p>A videoconference that shows its own inside.</p><p>GPL-3.0-or-later</p>",
        QMessageBox::Ok, this);
    about->setTextFormat(Qt::RichText);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->open();
  });
}

void MainWindow::build_conditions_menu() {
  auto* menu = menuBar()->addMenu("C&onditions");
  const QStringList strategies{"Strategy &A: packets one at a time", "Strategy &B: groups of three",
                               "Strategy &C: the whole frame at once"};
  for (int i = 0; i < 3; ++i)
    add_action(*menu, strategies[i], QKeySequence(Qt::Key_1 + i), [this, i] {
      shaping_->choose_strategy(i);
      say_change(QString("Shaping: strategy %1%2").arg(QChar('A' + i)).arg(whose_words(shaping_->end())));
    });
  menu->addSeparator();
  const QStringList classes{"Media threads &default", "Media threads &nice", "Media threads &real-time"};
  for (int i = 0; i < 3; ++i)
    add_action(*menu, classes[i], QKeySequence(QString("DNR").mid(i, 1)), [this, i] {
      const auto kind = static_cast<PrioritySetting::Kind>(i);
      priority_->choose_all(kind);
      say_change("Media threads: " + class_words(kind) + whose_words(priority_->end()));
    });
  menu->addSeparator();
  build_rate_menu(*menu->addMenu("Rate &control"));
  build_link_menu(*menu->addMenu("&Link"));
  for (const auto& [words, code, more] : {std::tuple("One counter process &more", Qt::Key_BracketRight, 1),
                                          std::tuple("One counter process &less", Qt::Key_BracketLeft, -1)})
    add_action(*menu, words, QKeySequence(code), [this, more = more] {
      conditions_->loads().add_counters(more);
      say_change(QString("Counter processes: %1").arg(conditions_->loads().counters()));
    });
  add_action(*menu, "Link, background and loads &off", QKeySequence("Ctrl+Shift+0"), [this] {
    conditions_->clear();
    say_change("No link, no background, no loads");
  });
  menu->addSeparator();
  add_action(*menu, "Look for de&vices again", QKeySequence("F5"), [this] { session_.refresh_devices(); });
  add_action(*menu, "&Forget remembered settings", {}, [this] {
    forget_kept_settings();
    forgotten_ = true;
    list_recent_files({});
    tell("What was remembered is forgotten: the next start is as the first one was. What is in force now stays so.",
         Stays::kForAWhileCalmly);
  });
  menu->actions().last()->setToolTip(
      "Sources, devices, format, audio block, playout and loss policy as you have set them, limits, addresses, recent "
      "files, and how the window is arranged; not your name, nor the links and layouts that you have named");
  menu->setToolTipsVisible(true);

  auto* demonstrations = menuBar()->addMenu("&Demonstrate");
  const auto add_demonstration = [&](const QString& text, const char* key, DemonstrationKind kind) {
    add_action(*demonstrations, text, QKeySequence(key), [this, kind] { demonstrate(kind); });
    demonstrate_ << demonstrations->actions().last();
  };
  add_demonstration("&Shaping: strategy C, then A, on a tight link", "Ctrl+D", DemonstrationKind::kShaping);
  add_demonstration("&Priority: default, then real-time, under load", "Ctrl+T", DemonstrationKind::kPriority);
  add_demonstration("&Rate control: without, then with, on a narrow link", "Ctrl+E", DemonstrationKind::kRateControl);
  add_action(*demonstrations, "S&top the demonstration", QKeySequence("Ctrl+Shift+D"),
             [this] { stop_demonstration(); });
  stop_demonstration_ = demonstrations->actions().last();
}

void MainWindow::build_rate_menu(QMenu& menu) {
  add_action(menu, "Rate control &on or off", QKeySequence("C"), [this] {
    rate_control_->toggle();
    say_change("Rate control: " + controller_words(rate_control_->wanted()));
  });
  for (const auto& choice : rate_control_->choices())
    add_action(menu, "Rate control: " + QString::fromStdString(choice.label), {},
               [this, name = choice.name] { rate_control_->choose(name); });
  menu.addSeparator();
  add_action(menu, "When the rate falls, keep &sharpness", {},
             [this] { rate_control_->choose_keep(KeepOrder::kSharpness); });
  add_action(menu, "When the rate falls, keep &motion", {}, [this] { rate_control_->choose_keep(KeepOrder::kMotion); });
  add_action(menu, "Trend thresholds of the &paper", {}, [this] { rate_control_->choose_thresholds({}); });
  add_action(menu, "Trend thresholds of Path&load", {},
             [this] { rate_control_->choose_thresholds(TrendSetting::pathload()); });
  menu.addSeparator();
  add_action(menu, "Picture over UDP or &TCP", QKeySequence("T"),
             [this] { say_change("Picture over " + transport_words(rate_control_->toggle_transport())); });
}

/// Presets, then what the person saved, which comes and goes.
void MainWindow::build_link_menu(QMenu& menu) {
  const auto choose = [this](const QString& words) { return [this, words] { conditions_->link().choose(words); }; };
  add_action(menu, "Link: &none, straight to the remote", {}, choose("off"));
  for (const auto& preset : link_presets())
    add_action(menu, "Link: " + QString::fromUtf8(preset.label.data(), static_cast<qsizetype>(preset.label.size())), {},
               choose(QString::fromUtf8(preset.words.data(), static_cast<qsizetype>(preset.words.size()))));
  const auto own = menu.actions().size();
  const auto add_saved = [this, &menu, own, choose] {
    for (auto* action : menu.actions().mid(own)) delete action;
    const auto saved = saved_links();
    for (auto entry = saved.begin(); entry != saved.end(); ++entry)
      add_action(menu, "Link: " + entry.key(), {}, choose(entry.value()));
  };
  connect(&conditions_->link(), &LinkFields::saved_changed, &menu, add_saved);
  add_saved();
}

void MainWindow::stop_demonstration() {
  if (demonstrating_->asked()) return demonstrating_->give_up();
  const bool known = call_ && call_->demonstration;
  session_.send(Demonstrate{known ? call_->demonstration->kind : DemonstrationKind::kShaping, false});
}

void MainWindow::build_view_menu() {
  const auto last = [](QMenu* menu) { return menu->actions().last(); };
  auto* menu = menuBar()->addMenu("&View");
  add_action(*menu, "&Follow the present", QKeySequence(Qt::Key_Space), [this] { space_pressed(); });
  (follow_ = last(menu))->setCheckable(true);
  follow_->setChecked(true);
  connect(&view_, &ViewState::following_changed, follow_, &QAction::setChecked);
  add_action(*menu, "Hold a &ghost of the present", QKeySequence("H"), [this] { hold_or_let_go(); });
  (hold_ = last(menu))->setCheckable(true);
  using Part = ComparedStretches::Part;
  add_action(*menu, "Compare: take the time shown as the stretch &before", QKeySequence("Ctrl+B"),
             [this] { take_stretch(Part::kBefore); });
  add_action(*menu, "Compare: take the time shown as the stretch &after", QKeySequence("Ctrl+Shift+B"),
             [this] { take_stretch(Part::kAfter); });
  add_action(*menu, "Set a mar&ker", QKeySequence("M"), [this] { place_marker(); });
  auto* time = menu->addMenu("&Time axis");
  add_action(*time, "&Zoom time in", QKeySequence("+"), [this] { view_.zoom(0.5, (view_.from() + view_.to()) / 2); });
  add_action(*time, "Zoom time &out", QKeySequence("-"), [this] { view_.zoom(2, (view_.from() + view_.to()) / 2); });
  add_action(*time, "The &last minute", QKeySequence("0"), [this] { view_.reset(); });
  menu->addSeparator();
  add_action(*menu, "Received at the &local end", QKeySequence("Ctrl+1"), [this] { view_.set_side(Side::kLocal); });
  add_action(*menu, "Received at the &remote end", QKeySequence("Ctrl+2"), [this] { view_.set_side(Side::kRemote); });
  build_measures_menu(*menu->addMenu("&Measures"));
  menu->addSeparator();
  add_action(*menu, "Start &page", QKeySequence("Alt+Home"), [this] { show_start_page(true); });
  build_layout_menu(*menu->addMenu("La&yout"));
  build_panels_menu(*menu->addMenu("Pa&nels"));
  add_action(*menu, "C&ontrols, or more room for panels", QKeySequence("F4"), [this] { show_or_hide_cards(); });
  (show_cards_ = last(menu))->setCheckable(true);
  show_cards_->setIconText("◂ Controls");
  show_cards_->setToolTip("Show the controls, or give their room to the panels (F4)");
  auto* button = new QToolButton;
  button->setObjectName("quiet");
  button->setDefaultAction(show_cards_);
  button->setAccessibleName("Show or hide the controls");
  connect(show_cards_, &QAction::toggled, this,
          [this](bool seen) { show_cards_->setIconText(seen ? "Controls ▸" : "◂ Controls"); });
  menuBar()->setCornerWidget(button);
  menu->addSeparator();
  build_looks_menu(*menu->addMenu("&Size and theme"));
  add_action(*menu, "Pr&esent: the lesson alone, large", QKeySequence("F9"), [this] { set_presenting(!presenting()); });
  (present_ = last(menu))->setCheckable(true);
  add_action(*menu, "F&ull screen", QKeySequence("F11"),
             [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::build_panels_menu(QMenu& menu) {
  for (const auto& [name, direction] : {std::pair("Rate control of &local sending", Direction::kSent),
                                        std::pair("Rate control of &remote sending", Direction::kReceived)})
    add_action(menu, name, QKeySequence(direction == Direction::kSent ? "Ctrl+Shift+8" : "Ctrl+Shift+9"),
               [this, direction = direction] {
                 show_panel(rate_);
                 rate_->choose(direction);
               });
  int tab = 0;
  for (Panel* panel : parts_.behind_tabs)
    if (panel != demonstration_panel_)
      add_action(menu, "Show “" + docks_->dock_of(panel)->windowTitle() + "”", key_of_tab(tab++),
                 [this, panel] { show_panel(panel); });
  for (const auto& [panel, key] :
       {std::pair<Panel*, int>(jitter_, Qt::Key_5), std::pair<Panel*, int>(compensation_, Qt::Key_6),
        std::pair<Panel*, int>(region_, Qt::Key_7)})
    add_action(menu, "“" + panel->title() + "” large, or as before", QKeySequence(Qt::CTRL | Qt::SHIFT | key),
               [this, panel = panel] { enlarge(panel); });
}

void MainWindow::build_looks_menu(QMenu& menu) {
  add_action(menu, "Lar&ger", QKeySequence("Ctrl++"), [] { set_zoom(*qApp, next_zoom(1)); });
  add_action(menu, "S&maller", QKeySequence("Ctrl+-"), [] { set_zoom(*qApp, next_zoom(-1)); });
  add_action(menu, "&Usual size", QKeySequence("Ctrl+0"), [] { set_zoom(*qApp, 1); });
  menu.addSeparator();
  auto* themes = new QActionGroup(this);
  for (const auto& [name, theme] : {std::pair("&Dark theme", Theme::kDark), std::pair("&Light theme", Theme::kLight)}) {
    add_action(menu, name, {}, [this, theme = theme] { choose_theme(theme); });
    auto* action = menu.actions().last();
    themes->addAction(action)->setCheckable(true);
    action->setChecked(current_theme() == theme);
  }
}

void MainWindow::build_measures_menu(QMenu& menu) {
  const QStringList modes{"&series over time", "&histogram", "&cumulative distribution", "&box plots"};
  for (int i = 0; i < modes.size(); ++i)
    add_action(menu, "Jitter as " + modes[i], QKeySequence(Qt::CTRL | Qt::SHIFT | (Qt::Key_1 + i)),
               [this, i] { jitter_->choose(static_cast<JitterPanel::Mode>(i)); });
  menu.addSeparator();
  const QStringList windows{"the last 10 s", "the last &60 s", "the last 15 min", "the &whole call"};
  const QList<QKeySequence> keys{QKeySequence("Ctrl+3"), QKeySequence("Ctrl+4"), QKeySequence("Ctrl+5"),
                                 QKeySequence("Ctrl+6")};
  for (int i = 0; i < windows.size(); ++i)
    add_action(menu, "Measure " + windows[i], keys[i], [this, i] { view_.set_window(static_cast<MeasureWindow>(i)); });
  add_action(menu, "Measure what is &visible", QKeySequence("Ctrl+7"),
             [this] { view_.select(view_.from(), view_.to()); });
  add_action(menu, "&Let the selected time go", QKeySequence("Ctrl+8"), [this] { view_.clear_selection(); });
}

void MainWindow::copy_to_player(bool on) {
  if (!on) return session_.send(CopyToPlayer{0});
  session_.open_in_player([window = QPointer(this)](const ExportResult& result) {
    if (!window) return;
    window->copy_->setChecked(result.done);
    window->tell_result(result);
  });
}

void MainWindow::list_notices() {
  auto* dialog = new QDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Notices");
  dialog->resize(px({640, 320}));
  auto* words = new QPlainTextEdit(notices_.isEmpty() ? "Nothing has been said yet." : notices_.join('\n'));
  words->setReadOnly(true);
  words->setAccessibleName("Notices, oldest first");
  (new QVBoxLayout(dialog))->addWidget(words);
  dialog->open();
}

void MainWindow::hold_or_let_go() {
  const bool had = view_.held() != nullptr;
  ghost_.hold_or_let_go(snapshot_);
  hold_->setChecked(view_.held() != nullptr);
  if (view_.held())
    say_change(compared_.hold()
                   ? "Held in grey behind the present; the time shown is the stretch before too, for View ▸ Compare"
                   : "Held in grey behind the present");
  else if (had)
    say_change("Nothing is held any more");
}

void MainWindow::take_stretch(ComparedStretches::Part part) {
  compared_.take(part);
  if (has_compared()) show_panel(compare_panel_);
}

void MainWindow::place_marker() {
  const auto is_own = [](const MarkRow& mark) { return !mark.remote && mark.text.starts_with("mark "); };
  const auto placed = call_ ? std::ranges::count_if(call_->marks, is_own) : 0;
  session_.send(PlaceMarker{"mark " + std::to_string(placed + 1)});
}

void MainWindow::ask_for_plain_rtp() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Show plain RTP");
  dialog->setLabelText(
      "UDP port where JPEG video (payload type 26) arrives, an even number.\n"
      "PCMU sound (payload type 0) is expected two ports above.");
  dialog->setInputMode(QInputDialog::IntInput);
  dialog->setIntRange(1024, 65532);
  dialog->setIntStep(2);
  dialog->setIntValue(6000);
  dialog->setOkButtonText("Show");
  connect(dialog, &QInputDialog::intValueSelected, this, [this](int port) {
    session_.send(UsePlainRtp{"", static_cast<std::uint16_t>(port)});
  });
  dialog->open();
}

void MainWindow::export_session(const ExportFormat& format) {
  auto* dialog = make_save_dialog(this, "Export session: " + QString::fromStdString(format.label));
  dialog->setDefaultSuffix(QString::fromStdString(format.suffix));
  dialog->selectFile(proposed_file(call_words(), format.suffix));
  connect(dialog, &QFileDialog::fileSelected, this, [this, id = format.id](const QString& path) {
    message_->say_for_a_while("Exporting to " + path + " …", Banner::Tone::kCalm);
    const auto finished = [window = QPointer(this)](const ExportResult& result) {
      if (window) window->tell_result(result);
    };
    session_.export_session(id, path.toStdString(), anonymous_->isChecked(), finished);
  });
  dialog->open();
}

/// Which call, as file names have it: of the file that is shown, else when it began.
QString MainWindow::call_words() const {
  if (!file_.empty()) return QFileInfo(QString::fromStdString(file_)).completeBaseName();
  const auto began = session_.began_at();
  return "call-" +
         (began ? QDateTime::fromMSecsSinceEpoch(*began) : QDateTime::currentDateTime()).toString("yyyyMMdd-HHmmss");
}

/// Of the selected time where one is selected.
void MainWindow::ask_for_report() {
  auto* dialog = make_save_dialog(this, "Write a report to hand out");
  dialog->setNameFilters({"Page for a browser (*.html)", "Page to print (*.pdf)"});
  dialog->setDefaultSuffix("html");
  connect(dialog, &QFileDialog::filterSelected, dialog,
          [dialog](const QString& filter) { dialog->setDefaultSuffix(filter.section("*.", 1, 1).chopped(1)); });
  dialog->selectFile(proposed_file(call_words() + "-report", "html"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    message_->say_for_a_while("The report is being written to " + path + " …", Banner::Tone::kCalm);
    const auto [from, to] = view_.query().selection_s;
    session_.write_report(path.toStdString(), from, to, [window = QPointer(this)](const ExportResult& result) {
      if (window) window->tell_result(result);
    });
  });
  dialog->open();
}

}  // namespace jitterscope
