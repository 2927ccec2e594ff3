// What wheel and keys may do: nothing to a field without focus, nothing unseen to the call, and fields are left by
// Return.
#include <algorithm>

#include <QAbstractSlider>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QToolTip>
#include <QWheelEvent>

#include "tests/ui/fakes/window_fixture.h"

namespace jitterscope::hands_test {
namespace {

/// What a wheel changes by its own nature, scroll bars apart.
bool turns(const QWidget* widget) {
  return qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
         qobject_cast<const QTabBar*>(widget) ||
         (qobject_cast<const QAbstractSlider*>(widget) && !qobject_cast<const QScrollBar*>(widget));
}

class HandsTest : public WindowFixture {
 protected:
  /// Every field of the window that a wheel could change.
  std::vector<QWidget*> fields() {
    std::vector<QWidget*> found;
    for (auto* widget : window->findChildren<QWidget*>())
      if (turns(widget)) found.push_back(widget);
    return found;
  }
  static QString value_of(QWidget* field) {
    if (const auto* box = qobject_cast<QComboBox*>(field)) return QString::number(box->currentIndex());
    if (const auto* spin = qobject_cast<QAbstractSpinBox*>(field)) return spin->text();
    if (const auto* tabs = qobject_cast<QTabBar*>(field)) return QString::number(tabs->currentIndex());
    return QString::number(qobject_cast<QAbstractSlider*>(field)->value());
  }
  void wheel(QWidget* field, int angle) {
    const QPointF at = field->rect().center();
    QWheelEvent event(at, field->mapToGlobal(at), {}, {0, angle}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QSpontaneKeyEvent::setSpontaneous(&event);  // as the hand's: it goes on to the widgets beneath
    qApp->notify(field, &event);                // sendEvent would take that mark away
  }
  QString visible_fault() {
    for (const auto* label : window->findChildren<QLabel*>())
      if (label->isVisible() && label->text().startsWith("▲ ") &&
          window->findChild<QScrollArea*>("controls")->isAncestorOf(label) && label->wordWrap())
        return label->text();
    return {};
  }
};

TEST_F(HandsTest, TheWheelChangesNoFieldWithoutFocus) {
  open({1280, 800});
  window->centralWidget()->setFocus();
  const auto all = fields();
  int boxes = 0, spins = 0;
  for (auto* field : all) {
    boxes += qobject_cast<QComboBox*>(field) != nullptr;
    spins += qobject_cast<QAbstractSpinBox*>(field) != nullptr;
    const auto before = value_of(field);
    const auto name = (field->accessibleName() + " " + field->metaObject()->className()).toStdString();
    EXPECT_NE(field->focusPolicy() & Qt::WheelFocus, Qt::WheelFocus) << name << " takes the focus by the wheel";
    for (const int angle : {120, -120, -240}) wheel(field, angle);
    EXPECT_EQ(value_of(field), before) << name;
    for (auto* line : field->findChildren<QLineEdit*>()) wheel(line, -120);
    EXPECT_EQ(value_of(field), before) << name;
  }
  settle();
  EXPECT_TRUE(session.sent.empty());
  EXPECT_GE(boxes, 15) << "all are tried: classes of the threads, sources, playout, link, region";
  EXPECT_GE(spins, 20);
  auto* bar = window->findChild<QScrollArea*>("controls")->verticalScrollBar();
  ASSERT_GT(bar->maximum(), 0);
  bar->setValue(0);
  wheel(named<QComboBox>("Class of all media threads"), -120);
  EXPECT_GT(bar->value(), 0) << "it scrolls the column instead";
  auto* delay = field("Delay");
  delay->setFocus();
  const double before = delay->value();
  wheel(delay, 120);
  EXPECT_NE(delay->value(), before) << "a field with focus turns";
}

TEST_F(HandsTest, AfterReturnTheKeysActAgain) {
  open();
  for (auto* field : window->findChildren<QAbstractSpinBox*>()) {
    if (!field->isVisible() || !field->isEnabled()) continue;
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Return);
    QApplication::processEvents();
    EXPECT_FALSE(field->hasFocus()) << field->accessibleName().toStdString();
  }
  auto* words = named<QLineEdit>("Link in words");
  type_into(*words, "rate=5mbit");
  QApplication::processEvents();
  session.sent.clear();
  QTest::keyClick(qApp->focusWidget(), Qt::Key_3);
  ASSERT_NE(session.last<SetShaping>(), nullptr);
  EXPECT_EQ(words->text(), "rate=5mbit");
}

/// As a box of either kind says it.
double value_in(const QAbstractSpinBox& box) {
  if (const auto* whole = qobject_cast<const QSpinBox*>(&box)) return whole->value();
  return qobject_cast<const QDoubleSpinBox*>(&box)->value();
}
double most_of(const QAbstractSpinBox& box) {
  if (const auto* whole = qobject_cast<const QSpinBox*>(&box)) return whole->maximum();
  return qobject_cast<const QDoubleSpinBox*>(&box)->maximum();
}

TEST_F(HandsTest, ANumberBeyondTheRangeBecomesItsEnd) {
  open({1920, 1040});
  int tried = 0;
  for (auto* box : window->findChildren<QAbstractSpinBox*>()) {
    if (!box->isVisible() || !box->isEnabled() || box->isReadOnly()) continue;
    const auto name = box->accessibleName().toStdString();
    const QObject listens;
    double told = value_in(*box);  // the call may answer with another
    if (auto* whole = qobject_cast<QSpinBox*>(box))
      QObject::connect(whole, &QSpinBox::valueChanged, &listens,
                       [&told](int value) { told = std::max<double>(told, value); });
    else
      QObject::connect(qobject_cast<QDoubleSpinBox*>(box), &QDoubleSpinBox::valueChanged, &listens,
                       [&told](double value) { told = std::max(told, value); });
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, "99999999999");
    EXPECT_TRUE(box->text().contains("99999999999"))
        << name << " took some of the digits: " << box->text().toStdString();
    QTest::keyClick(box, Qt::Key_Return);
    QApplication::processEvents();
    EXPECT_EQ(told, most_of(*box)) << name;
    ++tried;
  }
  EXPECT_GE(tried, 10);
}

/// "auto", "unlimited": no number that was typed asks for those.
TEST_F(HandsTest, TheEndThatANumberBecomesIsSaidAndANumberBelowIsNotWhatItsLowestPlaceStandsFor) {
  open();
  type_into(*field("Counter processes"), "99999");
  for (int i = 0; i < 4; ++i) QApplication::processEvents();
  EXPECT_TRUE(QToolTip::isVisible()) << "also when the focus has left the field";
  EXPECT_TRUE(QToolTip::text().startsWith("At most ")) << QToolTip::text().toStdString();
  auto* limit = field("Queue limit");
  ASSERT_FALSE(limit->specialValueText().isEmpty());
  type_into(*limit, "-50");
  EXPECT_GT(limit->value(), limit->minimum());
}

TEST_F(HandsTest, AFaultyFieldKeepsTheFocusAndItsFaultGoesWithIt) {
  open();
  auto* words = named<QLineEdit>("Link in words");
  const auto valid = words->text();
  type_into(*words, "limt=3");
  QApplication::processEvents();
  EXPECT_TRUE(words->hasFocus()) << "to be mended";
  EXPECT_TRUE(visible_fault().contains("limt"));
  words->selectAll();
  QTest::keyClicks(words, valid);  // what is in force already
  QTest::keyClick(words, Qt::Key_Return);
  QApplication::processEvents();
  EXPECT_EQ(visible_fault().toStdString(), "");
  EXPECT_FALSE(words->hasFocus());
}

TEST_F(HandsTest, SingleLettersDoNothingWhileAFileIsShown) {
  open();
  session.opened = "/tmp/lecture.jscope";
  ticks(6);
  session.sent.clear();
  for (const int code : {Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_D, Qt::Key_N, Qt::Key_R, Qt::Key_H, Qt::Key_M,
                         Qt::Key_C, Qt::Key_T, Qt::Key_BracketLeft, Qt::Key_BracketRight})
    key(code);
  settle();
  EXPECT_TRUE(session.sent.empty());
  EXPECT_EQ(window->view().held(), nullptr);
  session.opened.clear();
  ticks(6);
  key(Qt::Key_3);
  EXPECT_NE(session.last<SetShaping>(), nullptr) << "back in the call they act";
}

}  // namespace
}  // namespace jitterscope::hands_test
