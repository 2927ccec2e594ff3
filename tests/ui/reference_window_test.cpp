// Help ▸ Reference: every page opens, links lead to pages, the search finds what stands there.
#include "ui/controls/reference_window.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTest>
#include <QTextBrowser>

#include "tests/source_tree/source_tree.h"
#include "ui/theme.h"

namespace jitterscope::reference_window_test {
namespace {

class ReferenceWindowTest : public testing::Test {
 protected:
  ReferenceWindowTest() { window_.setAttribute(Qt::WA_DeleteOnClose, false); }
  QString shown() const { return text_->toPlainText(); }

  ReferenceWindow window_{nullptr};
  QLineEdit* wanted_ = window_.findChild<QLineEdit*>();
  QListWidget* list_ = window_.findChild<QListWidget*>();
  QTextBrowser* text_ = window_.findChild<QTextBrowser*>();
};

TEST_F(ReferenceWindowTest, EveryPageOpensUnderItsTitle) {
  ASSERT_EQ(list_->count(),
            QDir(QString::fromStdString(in_source_tree("resources/reference"))).entryList({"*.md"}).size())
      << "resources/ui.qrc names them";
  for (int row = 0; row < list_->count(); ++row) {
    list_->setCurrentRow(row);
    EXPECT_TRUE(shown().startsWith(list_->item(row)->text())) << shown().left(80).toStdString();
  }
}

TEST_F(ReferenceWindowTest, LinksLeadToPages) {
  const QRegularExpression link(R"(\]\(([^)]+)\))");
  for (int row = 0; row < list_->count(); ++row) {
    list_->setCurrentRow(row);
    QFile page(text_->source().toString().mid(3));  // qrc:/… as :/…
    ASSERT_TRUE(page.open(QIODevice::ReadOnly)) << text_->source().toString().toStdString();
    for (auto found = link.globalMatch(QString::fromUtf8(page.readAll())); found.hasNext();) {
      const QString target = found.next().captured(1);
      EXPECT_TRUE(QFile::exists(":/reference/" + target)) << target.toStdString();
    }
  }
}

TEST_F(ReferenceWindowTest, AfterAThemeSwitchThePageShownIsOfTheNewColours) {
  text_->setSource(QUrl("qrc:/reference/threads.md"));
  window_.show();
  const auto picture = [&] {
    QApplication::processEvents();
    return text_->viewport()->grab().toImage();
  };
  apply_theme(*qApp, Theme::kLight);
  const auto switched = picture();
  text_->setSource(QUrl("qrc:/reference/trace.md"));
  text_->setSource(QUrl("qrc:/reference/threads.md"));
  const auto read_anew = picture();
  apply_theme(*qApp, Theme::kDark);
  EXPECT_EQ(switched, read_anew);
}

TEST_F(ReferenceWindowTest, ALinkMovesTheListToo) {
  text_->setSource(QUrl("qrc:/reference/trace.md"));
  EXPECT_EQ(list_->currentItem()->text(), "Traces");
}

TEST_F(ReferenceWindowTest, TheSearchLeavesThePagesThatHoldItAndGoesOn) {
  QTest::keyClicks(wanted_, "queue_packets_max");
  EXPECT_EQ(window_.titles(), QStringList{"Traces"});
  EXPECT_EQ(text_->textCursor().selectedText(), "queue_packets_max");
  wanted_->setText("optimum");
  const QStringList holders = window_.titles();
  ASSERT_GT(holders.size(), 1);
  list_->setCurrentRow(0);
  for (int i = 0; i < 100 && list_->currentRow() == 0; ++i) QTest::keyClick(wanted_, Qt::Key_Return);
  EXPECT_EQ(list_->currentRow(), 1);
  EXPECT_EQ(text_->textCursor().selectedText().toLower(), "optimum");
}

TEST_F(ReferenceWindowTest, ReturnVisitsEveryPageThatHoldsATerm) {
  for (const QString term : {"distance", "PCT", "ε", "not played", "packet loss", "one-way delay", "compensation"}) {
    wanted_->setText(term);
    ASSERT_FALSE(window_.titles().isEmpty()) << term.toStdString();
    EXPECT_EQ(text_->textCursor().selectedText().toLower(), term.toLower()) << "the first hit is shown at once";
    QStringList visited;
    for (int i = 0; i < 400 && visited.size() < list_->count(); ++i) {
      if (const auto page = list_->currentItem()->text(); !visited.contains(page)) visited << page;
      QTest::keyClick(wanted_, Qt::Key_Return);
      EXPECT_EQ(text_->textCursor().selectedText().toLower(), term.toLower()) << term.toStdString() << i;
    }
    EXPECT_EQ(visited.size(), list_->count()) << term.toStdString();
  }
}

TEST_F(ReferenceWindowTest, TheSearchIsOfWhatIsShown) {
  wanted_->setText("The optimum is the corner");  // one word of it is bold
  EXPECT_EQ(window_.titles(), QStringList{"Playout, the compensation curve and the quality space"});
  EXPECT_EQ(text_->textCursor().selectedText(), wanted_->text());
}

TEST_F(ReferenceWindowTest, ALinkOutOfWhatTheSearchLeftMarksNoPage) {
  wanted_->setText("moodycamel");
  ASSERT_EQ(window_.titles(), QStringList{"Decisions"});
  text_->setSource(QUrl("qrc:/reference/threads.md"));
  EXPECT_EQ(list_->currentRow(), -1);
  list_->setCurrentRow(0);
  EXPECT_TRUE(shown().startsWith("Decisions"));
}

TEST_F(ReferenceWindowTest, WhatStandsNowhereIsSaid) {
  wanted_->setText("no such words");
  EXPECT_TRUE(window_.titles().isEmpty());
  EXPECT_EQ(shown(), "No page holds “no such words”.");
  QTest::keyClick(wanted_, Qt::Key_Return);
  wanted_->setText("");
  EXPECT_GE(list_->count(), 10);
  EXPECT_TRUE(shown().startsWith(list_->currentItem()->text()));
}

}  // namespace
}  // namespace jitterscope::reference_window_test
