// Renders the window with a made-up call to a PNG, to look at.
#include <QApplication>

#include "tests/ui/fake_session.h"
#include "ui/main_window.h"

#include <QTabWidget>

int main(int argc, char** argv) {
  using namespace jitterscope;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const auto words = QApplication::arguments();
  if (words.size() < 2) return 2;
  apply_theme(application, words.value(2) == "light" ? Theme::kLight : Theme::kDark);
  FakeSession session;
  const auto scene = words.value(4, "call");
  if (scene != "idle" && scene != "ringing") session.start_call(251.3);
  if (scene == "ringing") {
    session.call.phase = CallPhase::kRinging;
    session.call.peer = "Lecture theatre of the faculty of computer science (192.0.2.9)";
  }
  session.call.consent_asked = scene == "there";
  MainWindow window(session);
  const auto size = words.value(3, "1280x800").split('x');
  window.resize(size.value(0).toInt(), size.value(1).toInt());
  window.show();
  if (scene == "there") window.view().set_side(Side::kThere);
  if (scene == "ghost") {
    window.refresh();
    window.view().hold_ghost(session.latest);
    session.set.shaping.burst_size = 3;
    session.advance_to(255);
  }
  if (const auto tab = words.value(5); !tab.isEmpty()) window.findChild<QTabWidget*>()->setCurrentIndex(tab.toInt());
  for (int tick = 0; tick < 8; ++tick) {
    window.refresh();
    window.take_pictures();
    QApplication::processEvents();
  }
  return window.picture().save(words[1]) ? 0 : 1;
}
