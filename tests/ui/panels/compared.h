#pragma once
// Two stretches taken in the window and an answer made by hand, for the tests of Compare.
#include <QClipboard>

#include "tests/ui/fakes/fake_comparison.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/compare_panel.h"

namespace jitterscope::compare_test {

/// Set otherwise before, and once within the stretch after.
inline CompareResult made_result() {
  using Kind = LoggedChange::Kind;
  const std::vector<LoggedChange> log{{Kind::kSetting, 0.1, false, "shaping", "c"},
                                      {Kind::kSetting, 40, false, "shaping", "a"},
                                      {Kind::kSetting, 50, true, "shaping", "b"}};
  auto result = make_compare_result();
  result.changes = {log, log};
  return result;
}

class Compared : public WindowFixture {
 protected:
  void open_recorded() {
    open();
    session.recording = {true, "/tmp/a.jscope", 1000};
  }
  void take(int key_modifiers, double from_s, double to_s) {
    window->view().select(from_s, to_s);
    key(Qt::Key_B, Qt::KeyboardModifiers(key_modifiers));
  }
  void take_before(double from_s, double to_s) { take(Qt::ControlModifier, from_s, to_s); }
  void take_after(double from_s, double to_s) { take(Qt::ControlModifier | Qt::ShiftModifier, from_s, to_s); }
  void answer(const CompareResult& result) {
    ASSERT_FALSE(session.finished_comparing.empty());
    session.finished_comparing.back()(result);
    ticks(6);
  }
  ComparePanel& shown() { return *panel<ComparePanel>(); }
  std::string cell(int row, int column) {
    return shown().table().cell(row, column).replace(QChar::Nbsp, ' ').toStdString();
  }
  QString copied() {
    QTest::keySequence(const_cast<FigureTable*>(&shown().table()), QKeySequence::Copy);
    return QApplication::clipboard()->text();
  }
};

}  // namespace jitterscope::compare_test
