// The picture of a list shows it as it was sorted and filtered.
#include <gmock/gmock.h>

#include <QFile>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "core/measures/views/file/file_streams.h"
#include "core/measures/views/file/packet_row.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/widgets/row_table.h"

namespace jitterscope::saved_list_test {
namespace {

ListedStream listed(std::uint32_t ssrc, std::int64_t packets, const char* payload) {
  ListedStream stream;
  stream.report.sources = {"192.0.2.1:4000"};
  stream.report.destination = "192.0.2.9:5000";
  stream.report.ssrc = ssrc;
  stream.report.payload = PayloadInfo{0, payload, PayloadSource::kAssigned};
  stream.report.packets = packets;
  stream.measured = true;
  return stream;
}

class SavedList : public WindowFixture {
 protected:
  void open_lists() {
    open(false);
    FileStreams file;
    file.streams = {listed(1, 1000, "PCMU"), listed(2, 3000, "PCMU"), listed(3, 2000, "PCMU"), listed(4, 500, "H264")};
    file.complete = true;
    session.listed = std::make_shared<const FileStreams>(file);
    session.streams = {{"audio 0x00000001", true, true}};
    StreamPackets packets;
    packets.rows = {{0, 11100, 1, 0, 0, 0, 0, 172, PacketFate::kCame, false},
                    {1, 11101, 1, 0, 0, 0, 0, -1, PacketFate::kLost, false},
                    {2, 11102, 1, 0, 0, 0, 0, -1, PacketFate::kLost, false},
                    {3, 11103, 1, 0, 0, 0, 0, 172, PacketFate::kCame, false}};
    session.packets = std::make_shared<const StreamPackets>(packets);
    window->open_file("/tmp/call.pcap");
    deliver(make_snapshot(42.5), 3);
  }
  RowTable& table(const char* of) { return *panel(of)->findChild<RowTable*>(); }
  /// Returns the texts of the picture that begin so, from top to bottom.
  std::vector<QString> drawn(const char* of, const QString& begin) {
    const auto path = folder.filePath("saved.svg");
    EXPECT_TRUE(panel(of)->export_to(path));
    QFile in(path);
    EXPECT_TRUE(in.open(QIODevice::ReadOnly));
    static const QRegularExpression kText("<text[^>]*>([^<]*)</text>");
    std::vector<QString> words;
    for (auto each = kText.globalMatch(QString::fromUtf8(in.readAll())); each.hasNext();)
      if (const auto text = each.next().captured(1); text.startsWith(begin)) words.push_back(text);
    return words;
  }

  QTemporaryDir folder;
};

TEST_F(SavedList, OfStreamsIsSortedAndFiltered) {
  open_lists();
  show(panel("Streams"));
  EXPECT_THAT(drawn("Streams", "0x"), testing::ElementsAre("0x00000001", "0x00000002", "0x00000003", "0x00000004"));
  panel("Streams")->findChild<QLineEdit*>()->setText("pcmu");
  int packets = 0;
  while (table("Streams").rows().columns().at(static_cast<std::size_t>(packets)).title != "Packets") ++packets;
  table("Streams").sortByColumn(packets, Qt::DescendingOrder);
  EXPECT_THAT(drawn("Streams", "0x"), testing::ElementsAre("0x00000002", "0x00000003", "0x00000001"));
  EXPECT_TRUE(panel("Streams")->reading().contains("pcmu")) << "the picture says so";
}

TEST_F(SavedList, OfPacketsIsSortedAndOfThoseThatWereChosen) {
  open_lists();
  show(panel("Packet list"));
  worded("lost")->click();
  table("Packet list").sortByColumn(0, Qt::DescendingOrder);
  EXPECT_THAT(drawn("Packet list", "111"), testing::ElementsAre("11102", "11101"));
  EXPECT_TRUE(panel("Packet list")->reading().contains("only lost ones")) << "the picture says so";
}

}  // namespace
}  // namespace jitterscope::saved_list_test
