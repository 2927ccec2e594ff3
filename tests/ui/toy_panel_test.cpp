// A toy: a panel is one file. It has a tab, an action in the menu and the palette, draws and exports.
#include <QFile>
#include <QLabel>
#include <QTabWidget>
#include <QTemporaryDir>

#include "tests/ui/window_fixture.h"

namespace jitterscope::toy_panel_test {
namespace {

class ToyPanelTest : public WindowFixture {};

TEST_F(ToyPanelTest, IsInTheWindowByItsFileAlone) {
  open(false);
  auto* toy = panel("Toy");
  ASSERT_NE(toy, nullptr);
  auto* tabs = window->findChild<QTabWidget*>();
  ASSERT_GE(tabs->indexOf(toy), 0);
  EXPECT_EQ(tabs->tabText(tabs->indexOf(toy)), "Toy");
  auto* shows = action("Show “Toy”");
  ASSERT_NE(shows, nullptr) << "menu and palette are made of the window's actions";
  shows->trigger();
  EXPECT_EQ(tabs->currentWidget(), toy);
  ticks(6);
  EXPECT_TRUE(toy->empty_sentence().contains("Once a call is up"));
}

TEST_F(ToyPanelTest, DrawsAndExports) {
  open(true);
  action("Show “Toy”")->trigger();
  publish([](CallSnapshot& now) { now.received(Medium::kVideo).figures.packets = 12345; });
  auto* toy = panel("Toy");
  ASSERT_NE(toy, nullptr);
  EXPECT_TRUE(toy->isVisibleTo(window.get()));
  EXPECT_TRUE(toy->empty_sentence().isEmpty());
  EXPECT_TRUE(toy->reading().contains("12\u202f345")) << toy->reading().toStdString();
  const QTemporaryDir folder;
  const QString path = folder.filePath("toy.csv");
  ASSERT_TRUE(toy->export_to(path));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QString csv = QString::fromUtf8(file.readAll());
  EXPECT_TRUE(csv.contains("medium,packets") && csv.contains("video,12345")) << csv.toStdString();
}

}  // namespace
}  // namespace jitterscope::toy_panel_test
