// Packets that were to come and did not, in the plots of departures and arrivals and beside them.
#include <gtest/gtest.h>

#include <algorithm>

#include <QImage>
#include <QTextStream>

#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"
#include "tests/ui/fakes/fake_session.h"
#include "tests/ui/fakes/find.h"
#include "ui/panels/packets_panel.h"
#include "ui/theme.h"

namespace jitterscope::lost_packets_test {
namespace {

QString plain(QString words) {
  return words.remove(QChar(0x2009)).remove(QChar(0x202F)).replace(QChar::Nbsp, ' ');
}

/// `every`: of which one comes; frames of 33 packets, a millisecond apart.
void put(std::int64_t frame, int every, std::vector<PacketDot>& came, std::vector<PacketDot>& lost) {
  for (int block = 0; block < 33; ++block)
    (every > 0 && block % every == 0 ? came : lost)
        .push_back({frame, static_cast<std::uint16_t>(block), 0, static_cast<double>(block)});
}

/// Pixels of this colour, or nearly: lines are drawn with antialiasing.
int pixels_of(const QColor& colour, QWidget& widget) {
  const QImage image = widget.grab().toImage();
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor is = image.pixelColor(x, y);
      const int off = std::max({std::abs(is.red() - colour.red()), std::abs(is.green() - colour.green()),
                                std::abs(is.blue() - colour.blue())});
      count += off < 12;
    }
  return count;
}

TEST(PacketPlot, WhatIsLostIsDrawnWhereItWouldHaveCome) {
  PacketPlot plot("Arrivals");
  plot.resize(600, 240);
  plot.set_span(40);
  std::vector<PacketDot> came, lost;
  put(11, 1, came, lost);
  plot.set_packets(came, lost);
  EXPECT_EQ(pixels_of(colours().danger, plot), 0);
  EXPECT_EQ(plain(plot.row_tip(0)), "Frame 11: 33 packets in 32.0 ms");
  put(12, 4, came, lost);
  put(13, 0, came, lost);
  plot.set_packets(came, lost);
  EXPECT_EQ(plot.rows(), 3) << "a frame of which nothing came is a row";
  EXPECT_EQ(plot.came(), 33 + 9);
  EXPECT_EQ(plot.lost(), 24 + 33);
  EXPECT_EQ(plot.largest_offset_ms(), 32);
  EXPECT_EQ(plain(plot.row_tip(1)), "Frame 12: 9 of 33 packets, 24 lost, in 32.0 ms");
  EXPECT_EQ(plain(plot.row_tip(0)), "Frame 13: all of 33 packets lost");
  EXPECT_GT(pixels_of(colours().danger, plot), 57 * 10);
  plot.set_span(400);  // closer than strokes can be told apart
  EXPECT_GT(pixels_of(colours().danger, plot), 100);
  QString csv;
  QTextStream out(&csv);
  plot.write_csv(out);
  EXPECT_EQ(csv.count(",lost\n"), 57);
  EXPECT_EQ(csv.count(",came\n"), 42);
  EXPECT_TRUE(csv.contains("Arrivals,12,1,lost\n")) << csv.toStdString();
}

TEST(PacketPlot, ARowBeginsWithItsFirstPacketLostOrNot) {
  PacketPlot plot("Arrivals");
  plot.set_packets({{5, 2, 0, 0}, {5, 3, 0, 10}}, {{5, 0, 0, -20}, {5, 1, 0, -10}});
  EXPECT_EQ(plot.largest_offset_ms(), 30);
  EXPECT_EQ(plain(plot.row_tip(0)), "Frame 5: 2 of 4 packets, 2 lost, in 10.0 ms");
}

class LostPackets : public testing::Test {
 protected:
  ViewState view_;
  PacketsPanel panel_{view_};
  CallSnapshot now_ = make_snapshot(60);

  QString reading() {
    panel_.draw(std::make_shared<const CallSnapshot>(now_));
    return plain(panel_.reading());
  }
};

TEST_F(LostPackets, AreCountedInTheFramesShownAndSoFar) {
  view_.set_end(60);
  auto& video = now_.received(Medium::kVideo).figures;
  video.last_packets.clear();
  for (std::int64_t frame = 0; frame < 14; ++frame) put(frame, 4, video.last_packets, video.last_lost);
  video.lost = 1712;
  video.expected = 4100;
  EXPECT_TRUE(reading().contains("1712 of 4100 (41.8 %) lost so far, 288 of 396 in these frames"))
      << reading().toStdString();
  EXPECT_EQ(panel_.arrivals().lost(), 288) << "twelve rows";
  video.last_lost.clear();
  EXPECT_TRUE(reading().contains("1712 of 4100 (41.8 %) lost so far")) << reading().toStdString();
  EXPECT_FALSE(reading().contains("these frames"));
  video.lost.reset();
  EXPECT_TRUE(reading().contains("– lost so far")) << reading().toStdString();
}

TEST_F(LostPackets, OfTheOwnVideoAreThoseThatTheRemoteDidNotTellOf) {
  view_.set_end(60);
  view_.set_side(Side::kRemote);
  auto& told = *now_.reported(Medium::kVideo).figures;
  told.packets = 900;
  told.lost = 100;
  const std::int64_t frame = told.last_packets.back().frame;
  told.last_packets.erase(told.last_packets.end() - 2, told.last_packets.end());
  told.last_lost = {{frame, 11, 0, 40}, {frame, 12, 0, 44}, {frame + 1, 0, 0, 0}};
  EXPECT_TRUE(reading().contains("100 of 1000 (10.0 %) lost so far")) << reading().toStdString();
  EXPECT_EQ(panel_.arrivals().lost(), 2) << "of frames whose departures are shown";
  EXPECT_EQ(panel_.departures().lost(), 0) << "they left";
}

}  // namespace
}  // namespace jitterscope::lost_packets_test
