// Pictures are painted where they lie: what the window holds may not outlive the one it was taken from.
#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QImage>
#include <QTest>

#include "app/window/window_session.h"

namespace jitterscope::taken_picture_test {
namespace {

class TakenPicture : public testing::Test {
 protected:
  void publish(PixelFormat format, int width, int height) {
    VideoFrame& frame = session.remote_picture().back();
    frame.prepare(format, width, height);
    frame.number = ++number;
    session.remote_picture().publish();
  }

  Endpoint session{{}, nullptr};
  DeviceList devices;
  WindowSession port{session, devices};
  std::int64_t number = 0;
};

TEST_F(TakenPicture, IsTheOneThatWasPublished) {
  QImage picture;
  EXPECT_EQ(port.take_remote_picture(picture), std::nullopt);
  publish(PixelFormat::kBgrx, 64, 48);
  EXPECT_EQ(port.take_remote_picture(picture), 1);
  EXPECT_EQ(picture.size(), QSize(64, 48));
  EXPECT_EQ(port.take_remote_picture(picture), std::nullopt);
}

TEST_F(TakenPicture, OneThatCannotBeShownTakesThePlaceOfTheOneBefore) {
  QImage picture;
  publish(PixelFormat::kBgrx, 64, 48);
  ASSERT_EQ(port.take_remote_picture(picture), 1);
  publish(PixelFormat::kI420, 1, 1);
  EXPECT_EQ(port.take_remote_picture(picture), 2) << "the memory of the first is the writer's again";
  EXPECT_TRUE(picture.isNull());
}

TEST_F(TakenPicture, IsAskedForNoMoreOftenThanAScreenShowsOne) {
  int come = 0;
  std::optional<std::int64_t> newest;
  port.when_pictures_come([&] {
    ++come;
    QImage picture;
    newest = port.take_remote_picture(picture);
  });
  QElapsedTimer passed;
  passed.start();
  for (int i = 0; i < 300; ++i) {
    publish(PixelFormat::kBgrx, 8, 8);
    QCoreApplication::processEvents();
  }
  EXPECT_LE(come, passed.elapsed() / 8 + 2);
  EXPECT_TRUE(QTest::qWaitFor([&] { return newest == 300; }, 5000)) << "the last one is not forgotten";
  port.when_pictures_come({});
}

}  // namespace
}  // namespace jitterscope::taken_picture_test
