#pragma once
// A window that shows a capture of four streams, one of them of unknown type, and the packets of the second.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include <QTest>
#include <QToolButton>

#include "core/measures/views/file/file_streams.h"
#include "core/measures/views/file/packet_row.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/widgets/row_table.h"

namespace jitterscope::streams_test {

inline constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

inline ListedStream listed(const char* from, const char* to, std::uint32_t ssrc, std::int64_t packets,
                           std::int64_t lost) {
  ListedStream stream;
  stream.report.medium = Medium::kAudio;
  stream.report.sources = {from};
  stream.report.destination = to;
  stream.report.ssrc = ssrc;
  stream.report.payload = PayloadInfo{0, "PCMU", PayloadSource::kAssigned};
  stream.report.packets = packets;
  stream.report.lost = lost;
  stream.report.loss_ratio = static_cast<double>(lost) / static_cast<double>(packets + lost);
  stream.report.interarrival.max = 20.0 + static_cast<double>(ssrc);
  stream.report.jitter_rfc3550 = Rfc3550Report{1, 1.5, 12345.5};
  stream.report.duration_ms = 20'000;
  stream.measured = true;
  stream.from_s = 0;
  return stream;
}

class Streams : public WindowFixture {
 protected:
  void open_capture() {
    open(false);
    FileStreams file;
    file.streams = {listed("192.0.2.1:4000", "192.0.2.9:5000", 1, 1000, 7),
                    listed("192.0.2.3:4400", "192.0.2.9:5400", 2, 3000, 0),
                    listed("192.0.2.9:5000", "192.0.2.1:4000", 3, 900, 90)};
    file.streams.push_back(listed("192.0.2.5:4600", "192.0.2.9:5600", 4, 500, 1));
    auto& unknown = file.streams.back().report;
    unknown.medium_known = false;
    unknown.payload = PayloadInfo{118, {}, {}};
    unknown.jitter_rfc3550.reset();
    file.streams.back().no_sound = "Nobody says how its payload is encoded.";
    file.streams[2].from_s = 5;
    file.complete = true;
    session.listed = std::make_shared<const FileStreams>(file);
    session.streams = {{"audio 0x00000001 (1000 packets)", false, true},
                       {"audio 0x00000002 (3000 packets)", true, true},
                       {"audio 0x00000003 (900 packets)", false, true},
                       {"unknown payload 0x00000004 (500 packets)", false, false}};
    StreamPackets packets;
    packets.stream = 1;
    packets.lost = 2;
    packets.rows = {{0, 100, 1, 0, kUnknown, kUnknown, 0, 172, PacketFate::kCame, true},
                    {10, 101, 1, 0, 10'000, 0.5F, -2, 172, PacketFate::kCame, false},
                    {15, 102, 2, 103, kUnknown, kUnknown, kUnknown, -1, PacketFate::kLost, false},
                    {20, 104, 1, 0, 10'000, 0.4F, -1234.5F, 172, PacketFate::kCame, false},
                    {20.1, 104, 1, 0, 100, kUnknown, kUnknown, 172, PacketFate::kDuplicate, false}};
    session.packets = std::make_shared<const StreamPackets>(packets);
    window->open_file("/tmp/call.pcap");
    deliver(make_snapshot(42.5), 3);
  }
  RowTable& table(const char* of) { return *panel(of)->findChild<RowTable*>(); }
  static QString text(const RowTable& table, int row, const QString& column) {
    for (int i = 0; i < table.model()->columnCount(); ++i)
      if (table.model()->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString().startsWith(column))
        return table.model()->index(row, i).data().toString().replace(QChar::Nbsp, ' ');
    ADD_FAILURE() << "no column " << column.toStdString();
    return {};
  }
  static std::vector<QString> column(const RowTable& table, const QString& name) {
    std::vector<QString> all;
    for (int row = 0; row < table.model()->rowCount(); ++row) all.push_back(text(table, row, name));
    return all;
  }
  QToolButton& play_button() {
    for (auto* button : panel("Streams")->findChildren<QToolButton*>())
      if (button->text() == "play" || button->text() == "stop") return *button;
    throw std::runtime_error("no button that plays");
  }
  static void click(RowTable& table, int row, bool twice = false) {
    const QPoint at = table.visualRect(table.model()->index(row, 1)).center();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, at);
    if (twice) QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, at);
  }
};

}  // namespace jitterscope::streams_test
