// Lists of very many rows are copied and saved without the window standing still.
#include <gmock/gmock.h>

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/measures/views/file/file_streams.h"
#include "core/measures/views/file/packet_row.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/widgets/row_table.h"

namespace jitterscope::long_list_test {
namespace {

class LongList : public WindowFixture {
 protected:
  static constexpr int kRows = 60'000;

  void list(int rows, std::int64_t first_number = 0) {
    StreamPackets packets;
    for (int i = 0; i < rows; ++i)
      packets.rows.push_back({0.02 * i, first_number + i, 1, 0, 20, 0.5F, 0, 172, PacketFate::kCame, i % 2 == 0});
    session.packets = std::make_shared<const StreamPackets>(std::move(packets));
  }
  RowTable& open_list(int rows) {
    open(false);
    FileStreams file;
    file.streams.resize(1);
    file.complete = true;
    session.listed = std::make_shared<const FileStreams>(file);
    session.streams = {{"audio 0x00000001", true, true}};
    list(rows);
    window->open_file("/tmp/call.pcap");
    deliver(make_snapshot(42.5), 3);
    show(panel("Packet list"));
    return *panel("Packet list")->findChild<RowTable*>();
  }
  static QStringList lines_of(const QString& path) {
    QFile in(path);
    return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()).trimmed().split('\n') : QStringList();
  }
  static void copy(RowTable& table) {
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
  }

  QTemporaryDir folder;
};

TEST_F(LongList, TooManyRowsAreNotCopiedAndTheUserIsToldWhatToDo) {
  auto& table = open_list(kRows);
  QApplication::clipboard()->setText("as it was");
  table.selectAll();
  copy(table);
  EXPECT_EQ(QApplication::clipboard()->text(), "as it was");
  EXPECT_TRUE(said("too many to copy")) << "with the way out";
  table.clearSelection();
  for (const int row : {40'000, 3, 4})
    table.selectionModel()->select(table.model()->index(row, 0),
                                   QItemSelectionModel::Select | QItemSelectionModel::Rows);
  copy(table);
  const auto lines = QApplication::clipboard()->text().trimmed().split('\n');
  ASSERT_EQ(lines.size(), 4) << "the heading and the chosen rows, as they stand in the list";
  EXPECT_TRUE(lines[1].startsWith("4\t"));
  EXPECT_TRUE(lines[2].startsWith("5\t"));
  EXPECT_TRUE(lines[3].startsWith("40001\t"));
}

TEST_F(LongList, IsSavedLittleByLittleAsItWasWhenItWasAskedFor) {
  session.made = "{}";
  auto& table = open_list(kRows);
  table.sortByColumn(0, Qt::DescendingOrder);
  const auto path = folder.filePath("saved.csv");
  EXPECT_TRUE(panel("Packet list")->export_to(path));
  EXPECT_FALSE(QFile::exists(path)) << "the window goes on first";
  EXPECT_TRUE(said("Saving"));
  list(10, 100);  // other packets come meanwhile
  ticks(3);
  ASSERT_TRUE(QTest::qWaitFor([&] { return said("Saved as " + path); }, 20'000));
  const auto lines = lines_of(path);
  ASSERT_EQ(lines.size(), kRows + 1);
  EXPECT_TRUE(lines[1].startsWith("60000,")) << lines[1].toStdString();
  EXPECT_TRUE(lines.last().startsWith("1,")) << lines.last().toStdString();
  EXPECT_EQ(lines_of(path + ".provenance.json"), QStringList{"{}"});
}

TEST_F(LongList, IsNotWrittenInPartWhereTheWindowIsClosedMeanwhile) {
  open_list(kRows);
  const auto path = folder.filePath("saved.csv");
  panel("Packet list")->export_to(path);
  ticks(1);
  window.reset();
  EXPECT_FALSE(QFile::exists(path));
}

TEST_F(LongList, ThatCannotBeSavedIsSaid) {
  open_list(kRows);
  panel("Packet list")->export_to(folder.filePath("none/saved.csv"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return said("Could not write"); }, 20'000));
}

}  // namespace
}  // namespace jitterscope::long_list_test
