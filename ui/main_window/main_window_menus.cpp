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
#include <QPointer>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/snapshot.h"
#include "ui/controls/call_bar.h"
#include "ui/controls/conditions_control.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/link_fields.h"
#include "ui/controls/load_fields.h"
#include "ui/controls/priority_control.h"
#include "ui/controls/rate_control.h"
#include "ui/controls/reference_window.h"
#include "ui/controls/shaping_control.h"
#include "ui/controls/time_line.h"
#include "ui/files/file_view.h"
#include "ui/kept_settings.h"
#include "ui/labs/labs_window.h"
#include "ui/main_window/command_palette.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/notice_board.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/panels/jitter_panel.h"
#include "ui/panels/rate_panel.h"
#include "ui/start_page/start_page.h"
#include "ui/tr.h"
#include "ui/widgets/file_dialog.h"
#include "ui/words/call_words.h"
#include "ui/words/link_words.h"
#include "ui/words/rate_words.h"
#include "ui/words/text.h"
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

QAction* MainWindow::add_action(QMenu& menu, const QString& text, const QKeySequence& key, std::function<void()> act) {
  auto* action = menu.addAction(text);
  action->setShortcut(key);
  action->setShortcutContext(Qt::WindowShortcut);
  connect(action, &QAction::triggered, this, [act = std::move(act)] { act(); });
  addAction(action);  // keys work in full screen too, without the menu bar
  return action;
}

QAction* MainWindow::add_choice(QMenu& menu, const QString& text, const QKeySequence& key, std::function<void()> act) {
  auto* action = add_action(menu, text, key, std::move(act));
  action->setCheckable(true);
  return action;
}

void MainWindow::build_menus() {
  build_file_menu();
  auto* call = menuBar()->addMenu(Tr::tr("&Call"));
  type_address_ = add_action(*call, Tr::tr("Type an &address"), QKeySequence("Ctrl+L"), [this] {
    start_page_->isHidden() ? call_bar_->focus_address() : start_page_->open_calling();
  });
  accept_ = add_action(*call, Tr::tr("A&ccept the incoming call"), QKeySequence("Ctrl+Return"), [this] {
    session_.send(AnswerCall{true, state_.peer});
  });
  decline_ = add_action(*call, Tr::tr("&Decline the incoming call"), QKeySequence("Ctrl+Backspace"), [this] {
    session_.send(AnswerCall{false, state_.peer});
  });
  hang_up_ = add_action(*call, Tr::tr("&Hang up"), QKeySequence("Ctrl+H"), [this] { session_.send(HangUp{}); });
  take_calls_ =
      add_choice(*call, Tr::tr("&Be called here"), {}, [this] { session_.send(TakeCalls{take_calls_->isChecked()}); });
  take_calls_->setToolTip(Tr::tr("Opens the port where others can ring you, or closes it"));
  add_action(*call, Tr::tr("&Try a demo call"), QKeySequence("Ctrl+Shift+T"), [this] { begin_demo_call({}); });
  mute_ = add_choice(*call, Tr::tr("&Mute your sound"), QKeySequence("Ctrl+M"),
                     [this] { session_.send(SetMuted{!session_.settings().muted}); });
  call->addSeparator();
  record_ = add_choice(*call, Tr::tr("&Record a trace"), QKeySequence("Ctrl+R"), [this] {
    session_.send(RecordCall{!session_.trace().recording, {}});
  });
  dont_record_ =
      add_action(*call, Tr::tr("Do&n’t record this call"), QKeySequence("Ctrl+Shift+R"), [this] { ask_to_discard(); });
  dont_record_->setEnabled(false);
  dont_record_->setToolTip(
      Tr::tr("Asks, then stops the recording that began by itself with this call and deletes its file"));
  auto* formats = call->addMenu(Tr::tr("&Export session"));
  anonymous_ = add_choice(*formats, Tr::tr("Export &without names and addresses"), {}, [] {});
  anonymous_->setToolTip(
      Tr::tr("Neutral words take the place of names, addresses, files, devices, notices and markers"));
  formats->setToolTipsVisible(true);
  formats->addSeparator();
  for (const auto& format : session_.export_formats())
    exports_ << add_action(*formats, Tr::tr("Export session: %1 …").arg(QString::fromStdString(format.label)), {},
                           [this, format] { export_session(format); });
  exports_ << add_action(*call, Tr::tr("&Write a report to hand out …"), QKeySequence("Ctrl+Shift+P"),
                         [this] { ask_for_report(); });
  copy_ = add_choice(*call, Tr::tr("Open in another &player"), QKeySequence("Ctrl+P"),
                     [this] { copy_to_player(copy_->isChecked()); });
  copy_->setToolTip(Tr::tr("Once more to stop the copy"));
  add_action(*call, Tr::tr("Show plain RTP from another pro&gram …"), {}, [this] { ask_for_plain_rtp(); });
  call->addSeparator();
  add_action(*call, Tr::tr("&Quit"), QKeySequence("Ctrl+Q"), [this] { close(); });

  build_conditions_menu();
  build_view_menu();

  build_labs_menu();
  auto* help = menuBar()->addMenu(Tr::tr("&Help"));
  add_action(*help, Tr::tr("&Reference"), QKeySequence("F1"), [this] {
    auto* shown = findChild<ReferenceWindow*>();
    if (!shown) shown = new ReferenceWindow(this);
    shown->show();
    shown->raise();
    shown->activateWindow();
  });
  add_action(*help, Tr::tr("&All actions …"), QKeySequence("Ctrl+K"),
             [this] { (new CommandPalette(actions(), this))->show(); });
  add_action(*help, Tr::tr("&Notices …"), QKeySequence("Ctrl+Shift+N"), [this] { notices_->open_list(); });
  add_action(*help, Tr::tr("A&bout Jitterscope"), {}, [this] {
    auto* about =
        new QMessageBox(QMessageBox::NoIcon, Tr::tr("About Jitterscope"),
                        "<h3>Jitterscope " + QCoreApplication::applicationVersion() + "</h3><p>" +
                            Tr::tr("A videoconference that shows its own inside.") + "</p><p>GPL-3.0-or-later</p>",
                        QMessageBox::Ok, this);
    about->setTextFormat(Qt::RichText);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->open();
  });
}

void MainWindow::build_labs_menu() {
  if (!session_.labs()) return;
  add_action(*menuBar()->addMenu(Tr::tr("&Labs")), Tr::tr("The papers’ &experiments …"), QKeySequence("Ctrl+Shift+L"),
             [this] { show_labs(); });
}

void MainWindow::show_labs() {
  auto* shown = findChild<LabsWindow*>();
  if (!shown) {
    shown = new LabsWindow(*session_.labs(), this);
    connect(shown, &LabsWindow::trace_wanted, this, &MainWindow::open_file);
  }
  shown->show();
  shown->raise();
  shown->activateWindow();
}

void MainWindow::build_conditions_menu() {
  auto* menu = menuBar()->addMenu(Tr::tr("C&onditions"));
  const QStringList strategies{Tr::tr("Strategy &A: packets one at a time"), Tr::tr("Strategy &B: groups of three"),
                               Tr::tr("Strategy &C: the whole frame at once")};
  for (int i = 0; i < 3; ++i)
    add_action(*menu, strategies[i], QKeySequence(Qt::Key_1 + i), [this, i] {
      shaping_->choose_strategy(i);
      notices_->say_change(Tr::tr("Shaping: strategy %1%2").arg(QChar('A' + i)).arg(whose_words(shaping_->end())));
    });
  menu->addSeparator();
  const QStringList classes{Tr::tr("Media threads &default"), Tr::tr("Media threads &nice"),
                            Tr::tr("Media threads &real-time")};
  for (int i = 0; i < 3; ++i)
    add_action(*menu, classes[i], QKeySequence(QString("DNR").mid(i, 1)), [this, i] {
      const auto kind = static_cast<PrioritySetting::Kind>(i);
      priority_->choose_all(kind);
      notices_->say_change(Tr::tr("Media threads: %1%2").arg(class_words(kind), whose_words(priority_->end())));
    });
  menu->addSeparator();
  build_rate_menu(*menu->addMenu(Tr::tr("Rate &control")));
  build_link_menu(*menu->addMenu(Tr::tr("&Link")));
  for (const auto& [words, code, more] : {std::tuple(Tr::tr("One counter process &more"), Qt::Key_BracketRight, 1),
                                          std::tuple(Tr::tr("One counter process &less"), Qt::Key_BracketLeft, -1)})
    add_action(*menu, words, QKeySequence(code), [this, more = more] {
      conditions_->loads().add_counters(more);
      notices_->say_change(Tr::tr("Counter processes: %1").arg(conditions_->loads().counters()));
    });
  add_action(*menu, Tr::tr("Link, background and loads &off"), QKeySequence("Ctrl+Shift+0"), [this] {
    conditions_->clear();
    notices_->say_change(Tr::tr("No link, no background, no loads"));
  });
  menu->addSeparator();
  add_action(*menu, Tr::tr("Look for de&vices again"), QKeySequence("F5"), [this] { session_.refresh_devices(); });
  auto* forget = add_action(*menu, Tr::tr("&Forget remembered settings"), {}, [this] {
    forget_kept_settings();
    forgotten_ = true;
    list_recent_files();
    notices_->say_change(Tr::tr(
        "What was remembered is forgotten: the next start is as the first one was. What is in force now stays so"));
  });
  forget->setToolTip(
      Tr::tr("Sources, devices, format, audio block, playout and loss policy as you have set them, limits, "
             "addresses, recent "
             "files, and how the window is arranged; not your name, nor the links and layouts that you have named"));
  menu->setToolTipsVisible(true);

  auto* demonstrations = menuBar()->addMenu(Tr::tr("&Demonstrate"));
  const auto add_demonstration = [&](const QString& text, const char* key, DemonstrationKind kind) {
    demonstrate_ << add_action(*demonstrations, text, QKeySequence(key), [this, kind] { demonstrate(kind); });
  };
  add_demonstration(Tr::tr("&Shaping: strategy C, then A, on a tight link"), "Ctrl+D", DemonstrationKind::kShaping);
  add_demonstration(Tr::tr("&Priority: default, then real-time, under load"), "Ctrl+T", DemonstrationKind::kPriority);
  add_demonstration(Tr::tr("&Rate control: without, then with, on a narrow link"), "Ctrl+E",
                    DemonstrationKind::kRateControl);
  stop_demonstration_ = add_action(*demonstrations, Tr::tr("S&top the demonstration"), QKeySequence("Ctrl+Shift+D"),
                                   [this] { stop_demonstration(); });
}

void MainWindow::build_rate_menu(QMenu& menu) {
  add_action(menu, Tr::tr("Rate control &on or off"), QKeySequence("C"), [this] {
    rate_control_->toggle();
    notices_->say_change(Tr::tr("Rate control: %1").arg(controller_words(rate_control_->wanted())));
  });
  for (const auto& choice : rate_control_->choices())
    add_action(menu, Tr::tr("Rate control: %1").arg(QString::fromStdString(choice.label)), {},
               [this, name = choice.name] { rate_control_->choose(name); });
  menu.addSeparator();
  add_action(menu, Tr::tr("When the rate falls, keep &sharpness"), {},
             [this] { rate_control_->choose_keep(KeepOrder::kSharpness); });
  add_action(menu, Tr::tr("When the rate falls, keep &motion"), {},
             [this] { rate_control_->choose_keep(KeepOrder::kMotion); });
  add_action(menu, Tr::tr("Trend thresholds of the &paper"), {}, [this] { rate_control_->choose_thresholds({}); });
  add_action(menu, Tr::tr("Trend thresholds of Path&load"), {},
             [this] { rate_control_->choose_thresholds(TrendSetting::pathload()); });
  menu.addSeparator();
  add_action(menu, Tr::tr("Picture over UDP or &TCP"), QKeySequence("T"), [this] {
    notices_->say_change(Tr::tr("Picture over %1").arg(transport_words(rate_control_->toggle_transport())));
  });
}

/// Presets, then what the person saved, which comes and goes.
void MainWindow::build_link_menu(QMenu& menu) {
  const auto choose = [this](const QString& words) { return [this, words] { conditions_->link().choose(words); }; };
  add_action(menu, Tr::tr("Link: &none, straight to the remote"), {}, choose("off"));
  for (const auto& preset : link_presets())
    add_action(menu, Tr::tr("Link: %1").arg(text_of(preset.label)), {}, choose(text_of(preset.words)));
  const auto own = menu.actions().size();
  const auto add_saved = [this, &menu, own, choose] {
    for (auto* action : menu.actions().mid(own)) delete action;
    const auto saved = saved_links();
    for (auto entry = saved.begin(); entry != saved.end(); ++entry)
      add_action(menu, Tr::tr("Link: %1").arg(entry.key()), {}, choose(entry.value()));
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
  auto* menu = menuBar()->addMenu(Tr::tr("&View"));
  follow_ = add_choice(*menu, Tr::tr("&Follow the present"), QKeySequence(Qt::Key_Space), [this] { space_pressed(); });
  follow_->setChecked(true);
  connect(&view_, &ViewState::following_changed, follow_, &QAction::setChecked);
  hold_ = add_choice(*menu, Tr::tr("Hold a &ghost of the present"), QKeySequence("H"), [this] { hold_or_let_go(); });
  using Part = ComparedStretches::Part;
  add_action(*menu, Tr::tr("Compare: take the time shown as the stretch &before"), QKeySequence("Ctrl+B"),
             [this] { take_stretch(Part::kBefore); });
  add_action(*menu, Tr::tr("Compare: take the time shown as the stretch &after"), QKeySequence("Ctrl+Shift+B"),
             [this] { take_stretch(Part::kAfter); });
  add_action(*menu, Tr::tr("Set a mar&ker"), QKeySequence("M"), [this] { place_marker(); });
  auto* time = menu->addMenu(Tr::tr("&Time axis"));
  add_action(*time, Tr::tr("&Zoom time in"), QKeySequence("+"),
             [this] { view_.zoom(0.5, (view_.from() + view_.to()) / 2); });
  add_action(*time, Tr::tr("Zoom time &out"), QKeySequence("-"),
             [this] { view_.zoom(2, (view_.from() + view_.to()) / 2); });
  add_action(*time, Tr::tr("The &last minute"), QKeySequence("0"), [this] { view_.reset(); });
  menu->addSeparator();
  add_action(*menu, Tr::tr("Received at the &local end"), QKeySequence("Ctrl+1"),
             [this] { view_.set_side(Side::kLocal); });
  add_action(*menu, Tr::tr("Received at the &remote end"), QKeySequence("Ctrl+2"),
             [this] { view_.set_side(Side::kRemote); });
  build_measures_menu(*menu->addMenu(Tr::tr("&Measures")));
  menu->addSeparator();
  add_action(*menu, Tr::tr("Start &page"), QKeySequence("Alt+Home"), [this] { show_start_page(true); });
  build_layout_menu(*menu->addMenu(Tr::tr("La&yout")));
  build_panels_menu(*menu->addMenu(Tr::tr("Pa&nels")));
  show_cards_ = add_choice(*menu, Tr::tr("C&ontrols, or more room for panels"), QKeySequence("F4"),
                           [this] { show_or_hide_cards(); });
  show_cards_->setIconText(Tr::tr("◂ Controls"));
  show_cards_->setToolTip(Tr::tr("Show the controls, or give their room to the panels (F4)"));
  auto* button = new QToolButton;
  button->setObjectName("quiet");
  button->setDefaultAction(show_cards_);
  button->setAccessibleName(Tr::tr("Show or hide the controls"));
  connect(show_cards_, &QAction::toggled, this,
          [this](bool seen) { show_cards_->setIconText(seen ? Tr::tr("Controls ▸") : Tr::tr("◂ Controls")); });
  menuBar()->setCornerWidget(button);
  menu->addSeparator();
  build_looks_menu(*menu->addMenu(Tr::tr("&Size and theme")));
  present_ = add_choice(*menu, Tr::tr("Pr&esent: the lesson alone, large"), QKeySequence("F9"),
                        [this] { set_presenting(!presenting()); });
  add_action(*menu, Tr::tr("F&ull screen"), QKeySequence("F11"),
             [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::build_panels_menu(QMenu& menu) {
  for (const auto& [name, direction] : {std::pair(Tr::tr("Rate control of &local sending"), Direction::kSent),
                                        std::pair(Tr::tr("Rate control of &remote sending"), Direction::kReceived)})
    add_action(menu, name, QKeySequence(direction == Direction::kSent ? "Ctrl+Shift+8" : "Ctrl+Shift+9"),
               [this, direction = direction] {
                 show_panel(rate_);
                 rate_->choose(direction);
               });
  int tab = 0;
  for (Panel* panel : parts_.behind_tabs)
    if (panel != demonstration_panel_)
      add_action(menu, Tr::tr("Show “%1”").arg(docks_->dock_of(panel)->windowTitle()), key_of_tab(tab++),
                 [this, panel] { show_panel(panel); });
  for (const auto& [panel, key] :
       {std::pair<Panel*, int>(jitter_, Qt::Key_5), std::pair<Panel*, int>(compensation_, Qt::Key_6),
        std::pair<Panel*, int>(region_, Qt::Key_7)})
    add_action(menu, Tr::tr("“%1” large, or as before").arg(docks_->dock_of(panel)->windowTitle()),
               QKeySequence(Qt::CTRL | Qt::SHIFT | key), [this, panel = panel] { enlarge(panel); });
}

void MainWindow::build_looks_menu(QMenu& menu) {
  add_action(menu, Tr::tr("Lar&ger"), QKeySequence("Ctrl++"), [] { set_zoom(*qApp, next_zoom(1)); });
  add_action(menu, Tr::tr("S&maller"), QKeySequence("Ctrl+-"), [] { set_zoom(*qApp, next_zoom(-1)); });
  add_action(menu, Tr::tr("&Usual size"), QKeySequence("Ctrl+0"), [] { set_zoom(*qApp, 1); });
  menu.addSeparator();
  auto* themes = new QActionGroup(this);
  for (const auto& [name, theme] :
       {std::pair(Tr::tr("&Dark theme"), Theme::kDark), std::pair(Tr::tr("&Light theme"), Theme::kLight)}) {
    auto* action = add_choice(menu, name, {}, [this, theme = theme] { choose_theme(theme); });
    themes->addAction(action)->setChecked(current_theme() == theme);
  }
}

void MainWindow::build_measures_menu(QMenu& menu) {
  const QStringList modes{Tr::tr("Jitter as &series over time"), Tr::tr("Jitter as &histogram"),
                          Tr::tr("Jitter as &cumulative distribution"), Tr::tr("Jitter as &box plots")};
  for (int i = 0; i < modes.size(); ++i)
    add_action(menu, modes[i], QKeySequence(Qt::CTRL | Qt::SHIFT | (Qt::Key_1 + i)),
               [this, i] { jitter_->choose(static_cast<JitterPanel::Mode>(i)); });
  menu.addSeparator();
  const QStringList windows{Tr::tr("Measure the last 10 s"), Tr::tr("Measure the last &60 s"),
                            Tr::tr("Measure the last 15 min"), Tr::tr("Measure the &whole call")};
  const QList<QKeySequence> keys{QKeySequence("Ctrl+3"), QKeySequence("Ctrl+4"), QKeySequence("Ctrl+5"),
                                 QKeySequence("Ctrl+6")};
  for (int i = 0; i < windows.size(); ++i)
    add_action(menu, windows[i], keys[i], [this, i] { view_.set_window(static_cast<MeasureWindow>(i)); });
  add_action(menu, Tr::tr("Measure what is &visible"), QKeySequence("Ctrl+7"),
             [this] { view_.select(view_.from(), view_.to()); });
  add_action(menu, Tr::tr("&Let the selected time go"), QKeySequence("Ctrl+8"), [this] { view_.clear_selection(); });
  add_action(menu, Tr::tr("&Type the span to measure"), QKeySequence("Ctrl+G"), [this] { time_line_->focus_span(); });
  add_action(menu, Tr::tr("&Fit: show all there is"), QKeySequence("Ctrl+Shift+F"), [this] { time_line_->fit(); });
}

void MainWindow::copy_to_player(bool on) {
  if (!on) return session_.send(CopyToPlayer{0});
  session_.open_in_player([window = QPointer(this)](const ExportResult& result) {
    if (!window) return;
    window->copy_->setChecked(result.done);
    window->notices_->tell_result(result);
  });
}

void MainWindow::hold_or_let_go() {
  const bool had = view_.held() != nullptr;
  ghost_.hold_or_let_go(snapshot_);
  hold_->setChecked(view_.held() != nullptr);
  if (view_.held())
    notices_->say_change(
        compared_.hold()
            ? Tr::tr("Held in grey behind the present; the time shown is the stretch before too, for View ▸ Compare")
            : Tr::tr("Held in grey behind the present"));
  else if (had)
    notices_->say_change(Tr::tr("Nothing is held any more"));
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
  dialog->setWindowTitle(Tr::tr("Show plain RTP"));
  dialog->setLabelText(
      Tr::tr("UDP port where JPEG video (payload type 26) arrives, an even number.\n"
             "PCMU sound (payload type 0) is expected two ports above."));
  dialog->setInputMode(QInputDialog::IntInput);
  dialog->setIntRange(1024, 65532);
  dialog->setIntStep(2);
  dialog->setIntValue(6000);
  dialog->setOkButtonText(Tr::tr("Show"));
  connect(dialog, &QInputDialog::intValueSelected, this, [this](int port) {
    session_.send(UsePlainRtp{"", static_cast<std::uint16_t>(port)});
  });
  dialog->open();
}

void MainWindow::export_session(const ExportFormat& format) {
  auto* dialog = make_save_dialog(this, Tr::tr("Export session: %1").arg(QString::fromStdString(format.label)));
  dialog->setDefaultSuffix(QString::fromStdString(format.suffix));
  dialog->selectFile(proposed_file(call_words(), format.suffix));
  connect(dialog, &QFileDialog::fileSelected, this, [this, id = format.id](const QString& path) {
    notices_->say_begun(Tr::tr("Exporting to %1 …").arg(path));
    session_.export_session(id, path.toStdString(), anonymous_->isChecked(), notices_->result_teller());
  });
  dialog->open();
}

/// Which call, as file names have it: of the file that is shown, else when it began.
QString MainWindow::call_words() const {
  if (files_->shown()) return files_->base_name();
  const auto began = session_.began_at();
  return "call-" +
         (began ? QDateTime::fromMSecsSinceEpoch(*began) : QDateTime::currentDateTime()).toString("yyyyMMdd-HHmmss");
}

/// Of the selected time where one is selected.
void MainWindow::ask_for_report() {
  auto* dialog = make_save_dialog(this, Tr::tr("Write a report to hand out"));
  dialog->setNameFilters({Tr::tr("Page for a browser") + " (*.html)", Tr::tr("Page to print") + " (*.pdf)"});
  dialog->setDefaultSuffix("html");
  connect(dialog, &QFileDialog::filterSelected, dialog,
          [dialog](const QString& filter) { dialog->setDefaultSuffix(filter.section("*.", 1, 1).chopped(1)); });
  dialog->selectFile(proposed_file(call_words() + "-report", "html"));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    notices_->say_begun(Tr::tr("The report is being written to %1 …").arg(path));
    const auto [from, to] = view_.query().selection_s;
    session_.write_report(path.toStdString(), from, to, notices_->result_teller());
  });
  dialog->open();
}

}  // namespace jitterscope
