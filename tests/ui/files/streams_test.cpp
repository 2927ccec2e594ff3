// The list of a file's streams and the list of a stream's packets, and how they are linked with what the panels show.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>
#include <QTextStream>
#include <QToolButton>

#include "core/measures/views/file/file_streams.h"
#include "core/measures/views/file/packet_row.h"
#include "tests/ui/files/streams_fixture.h"
#include "ui/files/decode_as_dialog.h"
#include "ui/files/file_view.h"
#include "ui/widgets/row_table.h"

namespace jitterscope::streams_test {
namespace {

TEST_F(Streams, ACaptureOpensWithItsStreamsInFrontBothDirectionsTogether) {
  open_capture();
  EXPECT_TRUE(panel("Streams")->isVisible());
  auto& streams = table("Streams");
  EXPECT_THAT(column(streams, "SSRC"), testing::ElementsAre("0x00000001", "0x00000003", "0x00000002", "0x00000004"));
  EXPECT_EQ(text(streams, 0, "From"), "192.0.2.1:4000");
  EXPECT_EQ(text(streams, 0, "To"), "192.0.2.9:5000");
  EXPECT_EQ(text(streams, 0, "Type"), "PCMU (0)");
  EXPECT_EQ(text(streams, 0, "Lost"), "7 (0.70 %)");
  EXPECT_EQ(text(streams, 3, "Type"), "type 118, unknown");
  EXPECT_EQ(text(streams, 3, "Mean jitter"), "–");
  EXPECT_THAT(column(streams, "●"), testing::ElementsAre("", "", "●", ""));
  action("Close the file")->trigger();
  ticks(3);
  EXPECT_FALSE(panel("Streams")->isVisible());
  EXPECT_FALSE(panel("Packet list")->isVisible());
}

TEST_F(Streams, BothDirectionsStandTogetherHoweverManyThereAre) {
  open_capture();
  FileStreams file;
  constexpr std::uint32_t kMany = 6000;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    const auto own = "192.0.2.1:" + std::to_string(10'000 + i), other = "192.0.2.9:" + std::to_string(10'000 + i);
    file.streams.push_back(listed(own.c_str(), other.c_str(), i + 1, 10, 0));
  }
  file.streams.push_back(listed("192.0.2.9:10001", "192.0.2.1:10001", 0xABC, 10, 0));
  file.streams.push_back(listed("192.0.2.9:10001", "192.0.2.1:10001", 0xABD, 10, 0));
  session.listed = std::make_shared<const FileStreams>(file);
  ticks(3);
  auto& streams = table("Streams");
  ASSERT_EQ(streams.model()->rowCount(), static_cast<int>(kMany) + 2);
  EXPECT_EQ(text(streams, 1, "SSRC"), "0x00000002");
  EXPECT_EQ(text(streams, 2, "SSRC"), "0x00000abc");
  EXPECT_EQ(text(streams, 3, "SSRC"), "0x00000003");
}

TEST_F(Streams, AClickOnAHeadingSortsAndUnknownIsLast) {
  open_capture();
  auto& streams = table("Streams");
  streams.sortByColumn(8, Qt::DescendingOrder);
  EXPECT_EQ(text(streams, 3, "SSRC"), "0x00000004") << "its jitter is not known";
  streams.sortByColumn(6, Qt::DescendingOrder);
  EXPECT_THAT(column(streams, "Lost"), testing::ElementsAre("90 (9.09 %)", "7 (0.70 %)", "1 (0.20 %)", "0 (0 %)"));
}

TEST_F(Streams, AFilterKeepsStreamsWithAllWords) {
  open_capture();
  auto* filter = panel("Streams")->findChild<QLineEdit*>();
  filter->setText("192.0.2.9 pcmu");
  EXPECT_EQ(table("Streams").model()->rowCount(), 3);
  filter->setText("192.0.2.9:5400 pcmu");
  EXPECT_EQ(table("Streams").model()->rowCount(), 1);
  filter->clear();
  EXPECT_EQ(table("Streams").model()->rowCount(), 4);
}

TEST_F(Streams, AClickListsThePacketsOfAStreamAndADoubleClickShowsIt) {
  open_capture();
  click(table("Streams"), 1);
  window->show_panel(panel("Packet list"));
  ticks(2);
  EXPECT_EQ(session.packets_asked, 2u) << "the third of the file";
  EXPECT_FALSE(session.streams[2].shown);
  window->show_panel(panel("Streams"));
  ticks(2);
  click(table("Streams"), 1, true);
  ticks(2);
  EXPECT_TRUE(session.streams[2].shown);
  EXPECT_THAT(column(table("Streams"), "●"), testing::ElementsAre("", "●", "", ""));
}

TEST_F(Streams, WhatAStreamOfUnknownTypeCarriesIsSaidInTheWindow) {
  open_capture();
  click(table("Streams"), 3, true);
  auto* dialog = window->findChild<QDialog*>("decode-as");
  ASSERT_TRUE(dialog);
  dialog->findChild<QComboBox*>()->setCurrentText("AMR");
  QTest::keyClick(dialog, Qt::Key_Return);
  ticks(1);
  ASSERT_EQ(session.decoded.size(), 1u);
  EXPECT_EQ(session.decoded[0].first, "/tmp/call.pcap");
  EXPECT_EQ(session.decoded[0].second.payload, "118=AMR/8000");
  EXPECT_FALSE(session.decoded[0].second.port);
}

TEST_F(Streams, AFileThatCouldNotBeShownCanBeDecodedByItsPort) {
  open(false);
  session.open_answer = {false, "x.pcap holds no RTP stream that could be found."};
  window->open_file("/tmp/x.pcap");
  ticks(2);
  EXPECT_FALSE(window->files().shown());
  action("Decode as")->trigger();
  auto* dialog = window->findChild<QDialog*>("decode-as");
  ASSERT_TRUE(dialog);
  session.open_answer = {true, "It is open."};
  dialog->findChild<QLineEdit*>({}, Qt::FindDirectChildrenOnly)->setText("5004");
  QTest::keyClick(dialog, Qt::Key_Return);
  ticks(1);
  ASSERT_EQ(session.decoded.size(), 1u);
  EXPECT_EQ(session.decoded[0].first, "/tmp/x.pcap");
  EXPECT_EQ(session.decoded[0].second.payload, "");
  EXPECT_EQ(session.decoded[0].second.port, 5004);
}

TEST_F(Streams, ThePlayButtonPlaysTheChosenStreamAndStopsIt) {
  open_capture();
  click(table("Streams"), 0);
  ticks(1);
  auto& button = play_button();
  EXPECT_EQ(button.text(), "play");
  QTest::mouseClick(&button, Qt::LeftButton);
  ticks(1);
  ASSERT_EQ(session.played.size(), 1u);
  EXPECT_EQ(session.played[0], (std::pair<std::size_t, std::optional<double>>(0, std::nullopt)));
  EXPECT_EQ(button.text(), "stop");
  EXPECT_TRUE(panel("Streams")->reading().contains("plays 0x00000001")) << panel("Streams")->reading().toStdString();
  session.playing_at = 7;
  ticks(1);
  EXPECT_EQ(window->view().cursor(Cursor::kA), 7) << "it is seen in all plots what is heard";
  click(table("Streams"), 2);
  ticks(1);
  EXPECT_EQ(button.text(), "play") << "of another stream";
  click(table("Streams"), 0);
  ticks(1);
  QTest::mouseClick(&button, Qt::LeftButton);
  ticks(1);
  EXPECT_FALSE(session.finished_playing);
  EXPECT_EQ(button.text(), "play");
  EXPECT_EQ(window->view().cursor(Cursor::kA), 7);
  QTest::mouseClick(&button, Qt::LeftButton);
  ASSERT_EQ(session.played.size(), 2u);
  EXPECT_EQ(session.played[1].second, 7) << "from where it was stopped";
}

TEST_F(Streams, TheCursorFollowsTheSoundTenTimesASecondAndGoesBackWhenItHasEnded) {
  open_capture();
  window->view().set_cursor(Cursor::kA, 3);
  window->files().play(1);
  EXPECT_EQ(session.played.back(), (std::pair<std::size_t, std::optional<double>>(1, 3)));
  std::vector<double> seen;
  for (int i = 0; i < 25; ++i) {
    session.playing_at = 3 + 0.04 * i;
    ticks(1);
    const double now = *window->view().cursor(Cursor::kA);
    if (seen.empty() || seen.back() != now) seen.push_back(now);
  }
  EXPECT_GE(seen.size(), 8u);
  EXPECT_LE(seen.size(), 11u);
  EXPECT_EQ(session.played.size(), 1u);
  session.playing_at.reset();
  session.finished_playing({true, {}});
  ticks(1);
  EXPECT_EQ(window->view().cursor(Cursor::kA), 3);
  EXPECT_FALSE(window->files().playing());
}

TEST_F(Streams, WhoMovesTheCursorHearsOnFromThere) {
  open_capture();
  window->files().play(1);
  session.playing_at = 4;
  ticks(1);
  window->view().set_cursor(Cursor::kA, 11);
  ticks(1);
  ASSERT_EQ(session.played.size(), 2u);
  EXPECT_EQ(session.played[1], (std::pair<std::size_t, std::optional<double>>(1, 11)));
}

TEST_F(Streams, AStreamThatCannotBePlayedSaysWhyAndARefusalIsANotice) {
  open_capture();
  click(table("Streams"), 3);
  ticks(1);
  EXPECT_FALSE(play_button().isEnabled());
  EXPECT_EQ(play_button().toolTip(), "Nobody says how its payload is encoded.");
  click(table("Streams"), 0);
  ticks(1);
  EXPECT_TRUE(play_button().isEnabled());
  play_button().click();
  session.finished_playing({false, "There is no loudspeaker."});
  ticks(1);
  EXPECT_EQ(play_button().text(), "play");
  EXPECT_TRUE(said("There is no loudspeaker."));
}

TEST_F(Streams, AFileThatIsClosedIsPlayedNoLonger) {
  open_capture();
  window->files().play(0);
  ASSERT_TRUE(session.finished_playing);
  action("Close the file")->trigger();
  ticks(2);
  EXPECT_FALSE(session.finished_playing);
  EXPECT_FALSE(window->files().playing());
}

TEST_F(Streams, AFileThatIsOpenedAgainIsPlayedNoLongerAndListsWhatItShows) {
  open_capture();
  click(table("Streams"), 0);
  window->files().play(0);
  ASSERT_EQ(window->files().chosen(), 0u);
  window->open_file("/tmp/call.pcap");  // its streams may be others by now
  ticks(2);
  EXPECT_FALSE(window->files().playing()) << "the session ends the sound with the file it was read from";
  EXPECT_EQ(window->files().chosen(), 1u);
}

TEST_F(Streams, WhileAListIsReadNothingOfTheOneBeforeCanBePressed) {
  open_capture();
  click(table("Streams"), 1);
  ASSERT_TRUE(worded("decode as …")->isEnabled());
  auto* decode = worded("decode as …");
  session.listed = nullptr;
  session.opened = "/tmp/other.pcap";
  ticks(3);
  EXPECT_NE(panel("Streams")->empty_sentence(), "");
  EXPECT_EQ(table("Streams").model()->rowCount(), 0);
  EXPECT_FALSE(decode->isEnabled());
  decode->click();
  EXPECT_FALSE(window->findChild<QDialog*>("decode-as"));
}

TEST_F(Streams, DecodeAsIsAboutTheFileShownAndBeginsWithWhatIsReadNow) {
  open_capture();
  session.open_answer = {false, "x.pcap holds no RTP stream that could be found."};
  window->open_file("/tmp/x.pcap");
  session.open_answer = {true, "It is open."};
  click(table("Streams"), 0);
  worded("decode as …")->click();
  auto* dialog = window->findChild<QDialog*>("decode-as");
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->findChild<QComboBox*>()->currentText(), "PCMU");
  QTest::keyClick(dialog, Qt::Key_Return);
  ticks(1);
  ASSERT_EQ(session.decoded.size(), 1u);
  EXPECT_EQ(session.decoded[0].first, "/tmp/call.pcap") << "and not the one that could not be shown";
}

TEST_F(Streams, AFileWithOneMediumShowsItAndTheCallGoesOnWithItsOwn) {
  open();
  auto video_alone = make_snapshot(42.5);
  video_alone.received(Medium::kAudio).figures.active = false;
  session.call_latest = session.latest;
  session.opened = "/tmp/picture.jscope";
  deliver(video_alone, 3);
  const auto shown = [&](const char* of) {
    for (auto* choice : panel(of)->findChildren<QAbstractButton*>())
      if (choice->isChecked() && (choice->text() == "audio" || choice->text() == "video")) return choice->text();
    return QString();
  };
  EXPECT_EQ(shown("Compensation"), "video");
  EXPECT_EQ(shown("Region"), "video");
  session.opened.clear();
  session.call_latest.reset();
  deliver(make_snapshot(130), 3);
  EXPECT_EQ(shown("Compensation"), "audio");
  EXPECT_EQ(shown("Region"), "audio");
}

TEST_F(Streams, ThePacketListAndThePlotsPointAtTheSameMoment) {
  open_capture();
  window->show_panel(panel("Packet list"));
  ticks(2);
  auto& packets = table("Packet list");
  ASSERT_EQ(packets.model()->rowCount(), 5);
  EXPECT_EQ(text(packets, 2, "Status"), "2 lost, to number 103");
  EXPECT_EQ(text(packets, 2, "Delta"), "–");
  EXPECT_EQ(text(packets, 3, "Skew"), "−1234.500");
  EXPECT_EQ(text(packets, 4, "Status"), "copy");
  click(packets, 3);
  EXPECT_EQ(window->view().cursor(Cursor::kA), 20);
  window->view().set_cursor(Cursor::kA, 14);
  ticks(1);
  EXPECT_EQ(packets.chosen(), 2u) << "the nearest row, without moving the cursor";
  EXPECT_EQ(window->view().cursor(Cursor::kA), 14);
  EXPECT_TRUE(panel("Packet list")->reading().contains("packets 3, lost 2"));
}

TEST_F(Streams, TheLongestDeltaOfASelectedTimeLiesWithinIt) {
  open_capture();
  window->show_panel(panel("Packet list"));
  window->view().select(5, 16);  // one packet came in it, 10 s after the one before
  ticks(2);
  EXPECT_FALSE(panel("Packet list")->reading().contains("longest delta"))
      << panel("Packet list")->reading().toStdString();
  window->view().select(5, 25);
  ticks(2);
  EXPECT_TRUE(panel("Packet list")->reading().contains("until 00:20.000"))
      << panel("Packet list")->reading().toStdString();
}

TEST_F(Streams, AChangeOfThePayloadTypeAndATelephoneEventAreOdd) {
  open_capture();
  StreamPackets packets;
  packets.stream = 1;
  packets.payloads = {{{0, "PCMU"}, 8000, 3}, {{101, "telephone-event"}, 8000, 1, false}, {{97, ""}, {}, 1}};
  for (const int type : {0, 0, 101, 0, 97}) {
    PacketRow row;
    row.at_s = static_cast<double>(packets.rows.size());
    row.payload_type = static_cast<std::int8_t>(type);
    row.timed = type != 101;
    row.type_changed = !packets.rows.empty() && packets.rows.back().payload_type != type;
    packets.rows.push_back(row);
  }
  packets.rows.push_back({5, 106, 1, 0, kUnknown, kUnknown, kUnknown, -1, PacketFate::kLost, false});
  session.packets = std::make_shared<const StreamPackets>(packets);
  window->show_panel(panel("Packet list"));
  ticks(2);
  auto& list = table("Packet list");
  EXPECT_EQ(column(list, "Type"), (std::vector<QString>{"0", "0", "101", "0", "97", "–"}));
  EXPECT_EQ(column(list, "Status"),
            (std::vector<QString>{"", "", "telephone-event", "now PCMU", "now type 97", "lost"}));
  for (auto* button : panel("Packet list")->findChildren<QAbstractButton*>())
    if (button->text() == "odd") button->click();
  ticks(2);
  EXPECT_EQ(column(list, "Type"), (std::vector<QString>{"101", "0", "97", "–"}));
}

TEST_F(Streams, RowsAreCopiedAndSavedAsProgramsReadNumbers) {
  open_capture();
  window->show_panel(panel("Packet list"));
  ticks(2);
  auto& packets = table("Packet list");
  packets.selectAll();
  packets.setFocus();
  QTest::keyClick(&packets, Qt::Key_C, Qt::ControlModifier);
  const auto copied = QApplication::clipboard()->text();
  EXPECT_TRUE(copied.contains("\t-1234.500\t")) << copied.toStdString();
  QString csv;
  QTextStream out(&csv);
  panel("Streams")->write_csv(out);
  out.flush();
  const auto lines = csv.trimmed().split('\n');
  ASSERT_EQ(lines.size(), 5);
  EXPECT_TRUE(lines[1].contains(",1.5,12345.5,")) << lines[1].toStdString();
  for (auto line : lines)
    EXPECT_EQ(line.remove(QRegularExpression("\"[^\"]*\"")).count(','), lines[0].count(',')) << line.toStdString();
}

}  // namespace
}  // namespace jitterscope::streams_test
