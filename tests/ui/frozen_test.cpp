// A picture that stands still, or never came, is seen as such: words over it and a verdict outside.
#include <gmock/gmock.h>

#include <QLabel>
#include <QPainter>

#include "core/measures/views/quality_view.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/quality_verdict.h"
#include "ui/panels/packets_panel.h"
#include "ui/widgets/video_view.h"

namespace jitterscope::frozen_test {
namespace {

class FrozenTest : public WindowFixture {
 protected:
  VideoView* picture() { return first_in<VideoView>(*window); }
  QString still() { return picture() ? picture()->still() : "no view"; }
  QualityVerdictLine* line() { return first_in<QualityVerdictLine>(*window); }
  QString verdict() { return line()->text().section('\n', 1, 1); }
  /// The sign before the picture's verdict, as painted.
  QImage sign() {
    const int high = line()->height() / 2;
    return line()->grab(QRect(0, high, 16, high)).toImage();
  }
  /// Some of it is painted in the colour of limits.
  static bool warns(const QImage& image) {
    const QColor limit = colours()[Hue::kLimit];
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (const QColor at = image.pixelColor(x, y); std::abs(at.red() - limit.red()) < 40 &&
                                                      std::abs(at.green() - limit.green()) < 40 &&
                                                      std::abs(at.blue() - limit.blue()) < 40)
          return true;
    return false;
  }
  void show_picture() {
    session.remote_pictures = 1;
    window->take_pictures();
  }
};

QualityPoint picture_point(double loss_ratio) {
  return {.latency_ms = 80, .jitter_ms = 6, .loss_ratio = loss_ratio, .due_per_second = 30};
}

TEST_F(FrozenTest, ThePictureSaysHowLongItStands) {
  open();
  show_picture();
  EXPECT_EQ(still(), "");
  publish([](CallSnapshot& now) { now.received(Medium::kVideo).figures.since_picture_s = 1.2; });
  EXPECT_EQ(still(), "");
  publish([](CallSnapshot& now) { now.received(Medium::kVideo).figures.since_picture_s = 12.7; });
  EXPECT_EQ(still(), "no new picture for 12 s");
  publish([](CallSnapshot& now) { now.received(Medium::kVideo).figures.since_picture_s = 185; });
  EXPECT_EQ(still(), "no new picture for 3 min");
  publish([](CallSnapshot& now) { now.received(Medium::kVideo).figures.since_picture_s = 0.1; });
  EXPECT_EQ(still(), "");
}

TEST_F(FrozenTest, ASlowPictureIsMissedWhenTheNextIsLate) {
  open();
  show_picture();
  const auto since = [this](double seconds) {
    publish([seconds](CallSnapshot& now) {
      now.received(Medium::kVideo).figures.dvt_ms = 3750;  // 0.4 pictures a second
      now.received(Medium::kVideo).figures.since_picture_s = seconds;
      now.received(Medium::kVideo).quality->now = picture_point(0.02);
    });
  };
  since(2.4);
  EXPECT_EQ(still(), "");
  EXPECT_TRUE(verdict().startsWith("Video inside")) << verdict().toStdString();
  since(3.8);
  EXPECT_EQ(still(), "no new picture for 3 s");
}

/// A loss is above the video's limit, 90 % of 30 frames a second, only when nearly all of the last 10 s is lost.
TEST_F(FrozenTest, APictureThatStandsStillIsOutsideAtOnce) {
  open();
  show_picture();
  publish([](CallSnapshot& now) {
    now.received(Medium::kVideo).figures.since_picture_s = 4.2;
    now.received(Medium::kVideo).quality->now = picture_point(0.42);
  });
  EXPECT_EQ(verdict(), "Video outside: no new picture for 4 s");
  EXPECT_TRUE(has(panel("Region")->reading(), "Video outside: no new picture for 4 s"));
  const QualitySettings settings;
  EXPECT_EQ(
      verdict_words(settings, Medium::kVideo, picture_point(0.42), &session.latest->received(Medium::kVideo).figures)
          .inside,
      false);
  const auto outside = sign();
  EXPECT_TRUE(warns(outside)) << "a cross in the colour of limits";
  publish([](CallSnapshot& now) {
    now.received(Medium::kVideo).figures.since_picture_s = 0.1;
    now.received(Medium::kVideo).quality->now = picture_point(0.02);
  });
  EXPECT_TRUE(verdict().startsWith("Video inside")) << verdict().toStdString();
  EXPECT_EQ(
      verdict_words(settings, Medium::kVideo, picture_point(0.02), &session.latest->received(Medium::kVideo).figures)
          .inside,
      true);
  EXPECT_FALSE(warns(sign()));
  EXPECT_NE(sign(), outside);
}

TEST_F(FrozenTest, APictureThatNeverCameWhole) {
  session.start_call(120);
  session.remote_pictures = 0;
  open(false);
  publish([](CallSnapshot& now) {
    now.received(Medium::kVideo).figures.since_picture_s = 30;
    now.received(Medium::kVideo).figures.frames_complete = 0;
    now.received(Medium::kVideo).figures.frames_lost = 452;
    now.received(Medium::kVideo).quality->now = {};
    now.received(Medium::kVideo).quality->now.loss_ratio = 1;
  });
  EXPECT_EQ(still(), "no picture for 30 s: none of 452 frames came whole");
  EXPECT_EQ(verdict(), "Video outside: no picture for 30 s: none of 452 frames came whole");
}

TEST_F(FrozenTest, OneStoppedOnPurposeIsNotMissed) {
  open();
  show_picture();
  publish([](CallSnapshot& now) {
    now.received(Medium::kVideo).figures.ended = true;
    now.received(Medium::kVideo).figures.since_picture_s.reset();
  });
  EXPECT_EQ(still(), "the picture has been stopped");
  EXPECT_TRUE(verdict().startsWith("Video – stopped")) << verdict().toStdString();
}

TEST_F(FrozenTest, TheVerdictSaysItsSpanAndWhatItLacks) {
  open();
  publish([](CallSnapshot& now) {
    now.received(Medium::kVideo).quality->now = {};
    now.received(Medium::kVideo).quality->now.loss_ratio = 0;
  });
  EXPECT_TRUE(verdict().startsWith("Video – latency")) << verdict().toStdString();
  publish([](CallSnapshot& now) { now.received(Medium::kVideo).quality.reset(); });
  EXPECT_EQ(verdict(), "Video – nothing received yet");
  EXPECT_TRUE(line()->text().endsWith("last 10 s"));
  EXPECT_TRUE(has(panel("Region")->span(), "last 10 s"));
}

TEST_F(FrozenTest, AStrategyShowsTheSideThatReceivesIt) {
  open();
  EXPECT_EQ(window->view().side(), Side::kLocal);
  key(Qt::Key_3);
  EXPECT_EQ(window->view().side(), Side::kRemote) << "local sending is received by the remote";
  button("Whose shaping: remote")->click();
  key(Qt::Key_1);
  EXPECT_EQ(window->view().side(), Side::kLocal);
}

TEST_F(FrozenTest, TwoKeysTurnThePanelsToTheOtherSide) {
  open();
  auto* packets = panel<PacketsPanel>();
  show(packets);
  key(Qt::Key_2, Qt::ControlModifier);
  EXPECT_EQ(window->view().side(), Side::kRemote);
  EXPECT_EQ(packets->arrivals().title(), "Arrivals, remote");
  EXPECT_EQ(packets->departures().title(), "Departures, local");
  key(Qt::Key_1, Qt::ControlModifier);
  EXPECT_EQ(window->view().side(), Side::kLocal);
  EXPECT_EQ(packets->arrivals().title(), "Arrivals, local");
}

TEST_F(FrozenTest, LostFramesAreTicksOverThePictureWhileThereAreSome) {
  open();
  show_picture();
  auto* view = picture();
  ASSERT_TRUE(view);
  publish([](CallSnapshot& now) { now.received(Medium::kVideo).figures.lost_frames_ago_s = {8.5, 3}; });
  EXPECT_THAT(view->lost_frames(), testing::ElementsAre(8.5, 3));
  const auto ticked = view->grab().toImage();
  publish([](CallSnapshot& now) { now.received(Medium::kVideo).figures.lost_frames_ago_s = {}; });
  EXPECT_TRUE(view->lost_frames().empty());
  EXPECT_NE(view->grab().toImage(), ticked);
  const int mark = view->height() / 24;  // what programs read
  const QRect below(0, ticked.height() - mark + 2, ticked.width(), mark - 2);
  EXPECT_EQ(view->grab().toImage().copy(below), ticked.copy(below)) << "the mark at the lower edge stays free";
}

/// Where it was asked to paint.
class WatchedView : public VideoView {
 public:
  QRect take_painted() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return !painted_.isEmpty(); }, 5000));
    return std::exchange(painted_, {});
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    painted_ |= event->region().boundingRect();
    VideoView::paintEvent(event);
  }

 private:
  QRect painted_;
};

TEST(OwnPicture, ANewOnePaintsItsOwnPlaceAlone) {
  WatchedView view;
  view.resize(400, 300);
  QImage picture(64, 48, QImage::Format_RGB32);
  picture.fill(Qt::red);
  view.set_remote(picture);
  view.set_local(picture);
  view.show();
  EXPECT_EQ(view.take_painted(), view.rect());
  view.set_local(picture);
  const QRect own = view.take_painted();
  EXPECT_FALSE(own.isEmpty());
  EXPECT_LT(own.width() * own.height(), 400 * 300 / 6);
  EXPECT_GT(own.left(), 200);
  EXPECT_GT(own.top(), 150);
  view.set_local({});
  EXPECT_EQ(view.take_painted(), view.rect());
  view.set_remote(picture);
  EXPECT_EQ(view.take_painted(), view.rect());
}

/// It is painted in bands.
/// Nor where a pixel of the window is no whole number of the screen's, at whatever height it begins.
TEST(RemotePicture, HasNoSeams) {
  QImage picture(160, 120, QImage::Format_RGB32);
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) picture.setPixel(x, y, qRgb(x, 2 * y, (7 * x * y) % 256));
  VideoView view;
  view.set_remote(picture);
  for (const double ratio : {1.0, 1.05, 1.1, 1.3, 1.5, 1.8, 2.0})
    for (int top = 0; top < 40; top += 3) {
      view.resize(480, 360 + 2 * top);
      const QSizeF pixels = QSizeF(view.size()) * ratio;
      if (pixels != pixels.toSize()) continue;  // a widget's last row may be part of a pixel
      QImage whole(pixels.toSize(), QImage::Format_RGB32);
      whole.setDevicePixelRatio(ratio);
      whole.fill(QColor("#0b0d0f"));
      QImage shown = whole;
      QPainter painter(&whole);
      painter.setRenderHint(QPainter::SmoothPixmapTransform);
      painter.drawImage(QRect(0, top, 480, 360), picture);
      painter.end();
      view.render(&shown);
      EXPECT_EQ(shown, whole) << ratio << ", " << top;
    }
}

TEST(QualityVerdict, WhatIsInsideThoughMuchIsMissingNamesTheLimit) {
  const QualitySettings settings;
  auto much = verdict_words(settings, Medium::kVideo, picture_point(0.42));
  const auto little = verdict_words(settings, Medium::kVideo, picture_point(0.02));
  EXPECT_TRUE(much.inside.value_or(false));
  EXPECT_TRUE(much.words.replace(QChar::Nbsp, ' ').endsWith("; 42.0 % not played, the limit is 90 %, 3 of 30 frames/s"))
      << much.words.toStdString();
  EXPECT_FALSE(little.words.contains("limit"));
}

}  // namespace
}  // namespace jitterscope::frozen_test
