// Renders the window with a made-up call to a PNG, to look at.
#include <QApplication>

#include "tests/ui/fakes/fake_comparison.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/fake_rate.h"
#include "tests/ui/fakes/fake_session.h"
#include "tests/ui/fakes/fake_threads.h"
#include "tests/ui/fakes/fake_views.h"
#include "ui/controls/reference_window.h"
#include "ui/main_window/main_window.h"
#include "ui/panels/jitter_panel.h"
#include "ui/start_page/start_page.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <QAbstractButton>
#include <QAction>
#include <QEventLoop>
#include <QListWidget>
#include <QSettings>
#include <QTemporaryDir>
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/rate_view.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// Three in four, and one whole frame.
bool is_lost(const PacketDot& packet) {
  return packet.frame % 7 == 3 || (packet.frame * 7919 + packet.block * 104'729) % 100 < 75;
}

}  // namespace jitterscope

int main(int argc, char** argv) {
  using namespace jitterscope;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const QTemporaryDir kept;  // not what the developer keeps
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, kept.path());
  const auto words = QApplication::arguments();
  if (words.size() < 2) return 2;
  apply_theme(application, words.value(2) == "light" ? Theme::kLight : Theme::kDark);
  if (const double wanted = qEnvironmentVariable("JITTERSCOPE_ZOOM").toDouble(); wanted > 0)
    set_zoom(application, wanted);
  const auto scene = words.value(4, "call");
  if (scene == "reference") {  // the word after it is the row of the page
    ReferenceWindow reference(nullptr);
    style_window(reference);
    reference.findChild<QListWidget*>()->setCurrentRow(words.value(5).toInt());
    return reference.grab().save(words[1]) ? 0 : 1;
  }
  FakeSession session;
  if (scene != "idle" && scene != "ringing" && !scene.startsWith("start")) session.start_call(251.3);
  if (scene == "recorded")
    session.recording = {true, "/home/ada/.local/share/jitterscope/traces/call-20260317-101502-4711.jscope", 41'000,
                         true};
  if (scene == "ringing") {
    session.call.stage = CallStage::kRinging;
    session.call.peer = "Lecture theatre of the faculty of computer science (192.0.2.9)";
  }
  session.call.consent_asked = scene == "there";
  session.call.asked_here = {"shaping", "c"};
  if (session.latest) {
    auto now = *session.latest;
    if (scene.contains("demonstrat")) {
      now.demonstration = make_demonstration(scene.endsWith("demonstrated") ? "done" : "after");
      if (scene == "demonstrated") now.marks.push_back({240, "shaping a", false});
    }
    if (scene == "prioritised") now.demonstration = make_priority_demonstration("done");
    if (scene == "unstamped") {
      now.received(Medium::kVideo).split = make_unstamped_split(Medium::kVideo, now.elapsed_s);
      now.received(Medium::kAudio).split = make_unstamped_split(Medium::kAudio, now.elapsed_s);
    }
    if (scene.startsWith("rate")) {
      auto sending = make_rate_view(Direction::kSent, now.elapsed_s);
      session.set.rate_control = *sending.setting;
      if (scene == "rate-tcp") {
        sending.tcp = TcpReported{84.2, 12.6, 9, 14, 5120, 7, {}};
        sending.transport = session.set.transport = Transport::kTcp;
        sending.omitted_obsolete = 88;
        for (double at = now.elapsed_s - 80; at < now.elapsed_s; at += 0.5)
          sending.tcp_round_trip_series.push_back({at, 84 + 20 * std::sin(at) + (at < 225 ? 60 : 0)});
      }
      now.rate_sent = share(sending);
    }
    if (scene.startsWith("lost")) {
      auto& video = now.received(Medium::kVideo).figures;
      const auto lose = [](std::vector<PacketDot>& came, std::vector<PacketDot>& lost) {
        std::ranges::copy_if(came, std::back_inserter(lost), is_lost);
        std::erase_if(came, is_lost);
      };
      lose(video.last_packets, video.last_lost);
      lose(video.last_departures, video.lost_departures);
      video.lost = 1712;
      video.expected = 2230;
    }
    if (scene == "outside")  // of all that is received, with the longest reasons
      for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
        now.received(medium).quality = make_quality(medium, now.elapsed_s, false);
        now.reported(medium).quality = make_quality(medium, now.elapsed_s, false);
      }
    if (scene == "overload") now.conditions->up->overloaded = true;
    if (scene == "direct") {
      now.conditions->up.reset();
      now.conditions->down.reset();
      session.set.link = {};
    }
    session.latest = std::make_shared<const CallSnapshot>(now);
  }
  MainWindow window(session);
  const auto size = words.value(3, "1280x800").split('x');
  window.resize(size.value(0).toInt(), size.value(1).toInt());
  window.show();
  for (const auto& name : qEnvironmentVariable("JITTERSCOPE_LAYOUT").split(',', Qt::SkipEmptyParts)) {
    if (const auto layout = layout_of_name(name)) window.set_layout(*layout);
    for (int i = 0; i < 8; ++i) QApplication::processEvents();
  }
  if (scene.startsWith("start")) {
    session.call.local_address = "192.0.2.7:5004";
    window.show_start_page(true);
    if (scene == "start-open") window.findChild<StartPage*>()->open_calling();
  }
  if (scene == "present" || scene == "present-demonstrated" || scene == "lost-present")
    for (auto* action : window.actions())
      if (action->shortcut() == QKeySequence("F9")) action->trigger();
  if (scene == "asked" || scene == "present")
    for (auto* action : window.actions())
      if (action->shortcut() == QKeySequence("Ctrl+D")) action->trigger();
  if (scene == "there") window.view().set_side(Side::kRemote);
  if (const auto modes = QStringList{"series", "histogram", "cdf", "box"}; modes.contains(scene))
    for (auto* panel : window.findChildren<Panel*>())
      if (auto* jitter = dynamic_cast<JitterPanel*>(panel))
        jitter->choose(static_cast<JitterPanel::Mode>(modes.indexOf(scene)));
  if (scene == "selected") window.view().select(210, 232);
  if (scene == "compared") {
    const auto take = [&](double from_s, double to_s, const char* keys) {
      window.view().select(from_s, to_s);
      for (auto* action : window.actions())
        if (action->shortcut() == QKeySequence(keys)) action->trigger();
    };
    take(40, 110, "Ctrl+B");
    take(130, 200, "Ctrl+Shift+B");
    session.finished_comparing.back()(make_compare_result());
  }
  if (scene == "file") session.open_file("/home/me/lecture.jscope", [](const ExportResult&) {});
  if (scene == "ghost") {
    window.refresh();
    window.view().hold_ghost(session.latest);
    session.set.shaping.burst_size = 3;
    session.advance_to(255);
  }
  if (scene == "figures-demonstrated")
    for (auto* button : window.findChildren<QAbstractButton*>())
      if (button->accessibleName() == "Demonstration shown as: figures") button->click();
  if (scene == "clock")
    for (auto* button : window.findChildren<QAbstractButton*>())
      if (button->accessibleName() == "Conditions shown: load and clock") button->click();
  if (const auto tab = words.value(5); !tab.isEmpty())
    window.show_panel(window.open_tabs().at(static_cast<std::size_t>(tab.toInt())));
  for (int tick = 0; tick < 8; ++tick) {
    window.refresh();
    window.take_pictures();
    QEventLoop settling;  // a tab that has just come moves the other tabs some event turns later
    QTimer::singleShot(20, &settling, &QEventLoop::quit);
    settling.exec();
  }
  if (const auto folder = qEnvironmentVariable("JITTERSCOPE_SAVED"); !folder.isEmpty())
    for (auto* panel : window.findChildren<Panel*>()) {
      window.show_panel(panel);
      for (int tick = 0; tick < 4; ++tick) {
        window.refresh();
        QApplication::processEvents();
      }
      for (const char* suffix : {".png", ".svg", ".pdf", ".csv"})
        panel->export_to(folder + "/" + panel->proposed_name() + suffix);
    }
  return window.grab().save(words[1]) ? 0 : 1;
}
