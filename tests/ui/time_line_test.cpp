// The field of the time line in which a stretch of time is typed.
#include <QLineEdit>
#include <QTest>

#include "tests/ui/fakes/window_fixture.h"

namespace jitterscope::time_line_test {
namespace {

class TimeLineTest : public WindowFixture {
 protected:
  QLineEdit& span() { return *named<QLineEdit>("Span of time"); }
  void type(const QString& words) {
    span().setFocus();
    span().selectAll();
    QTest::keyClicks(&span(), words);
    QTest::keyClick(&span(), Qt::Key_Return);
    ticks(1);
  }
};

TEST_F(TimeLineTest, WhatIsNoTimeIsSaidWithWhatWouldBeOne) {
  open();
  type("rush hour");
  EXPECT_FALSE(window->view().has_selection());
  EXPECT_TRUE(said("“rush hour”")) << "else nothing at all would follow the key";
  type("10-20");
  EXPECT_EQ(window->view().query().selection_s, (std::pair<double, double>(10, 20)));
}

TEST_F(TimeLineTest, WhoPressesEnterOnWhatStandsThereMeasuresTheSame) {
  open();
  window->view().select(12.345, 56.789);
  ticks(1);
  span().setFocus();
  QTest::keyClick(&span(), Qt::Key_Return);
  ticks(1);
  EXPECT_EQ(window->view().query().selection_s, (std::pair<double, double>(12.345, 56.789)));
}

}  // namespace
}  // namespace jitterscope::time_line_test
