#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <unistd.h>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include "core/algorithms/media/jpeg_encoder.h"
#include "core/algorithms/media/picture_convert.h"
#include "core/call/capture/make_source.h"
#include "tests/unit/algorithms/media/pictures.h"

namespace jitterscope::sources_test {
namespace {

VideoFrame as_bgrx(const VideoFrame& frame) {
  VideoFrame converted;
  PictureConverter().convert(frame, PixelFormat::kBgrx, frame.width(), frame.height(), converted);
  return converted;
}

class Sources : public testing::Test {
 protected:
  Sources() : folder_(std::filesystem::temp_directory_path() / ("jitterscope-media-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Sources() override { std::filesystem::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::string video_error(const std::string& file) const {
    try {
      make_video_source({VideoSourceKind::kFile, file});
    } catch (const std::runtime_error& failure) { return failure.what(); }
    return "";
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(Sources, DevicesAndNoneAreLeftToOthers) {
  EXPECT_FALSE(make_video_source({VideoSourceKind::kCamera, ""}));
  EXPECT_FALSE(make_video_source({VideoSourceKind::kNone, ""}));
  EXPECT_FALSE(make_audio_source({AudioSourceKind::kMicrophone, ""}));
  EXPECT_FALSE(make_audio_source({AudioSourceKind::kNone, ""}));
  EXPECT_TRUE(make_audio_source({AudioSourceKind::kTone, ""}));
  const auto scene = make_video_source({VideoSourceKind::kSynthetic, "", 160, 120, 12.5});
  EXPECT_EQ(scene->frames_per_second(), 12.5);
}

TEST_F(Sources, StillsThatTakeTurnsInABufferAreTheirOwn) {
  for (const auto& [name, grey] : {std::pair("dark.png", 40), std::pair("light.png", 200)})
    ASSERT_TRUE(cv::imwrite(path(name), cv::Mat(64, 96, CV_8UC1, cv::Scalar(grey))));
  const auto dark = make_video_source({VideoSourceKind::kFile, path("dark.png"), 640, 480, 7});
  const auto light = make_video_source({VideoSourceKind::kFile, path("light.png"), 640, 480, 7});
  VideoFrame frame;
  const auto brightness = [&](VideoSource& source, std::int64_t number) {
    EXPECT_TRUE(source.fetch(number, {}, frame));
    EXPECT_EQ(frame.number, number);
    return frame.plane(0)[96 * 32 + 48];
  };
  const int dark_luma = brightness(*dark, 1), light_luma = brightness(*light, 2);
  EXPECT_LT(dark_luma, light_luma);
  frame.plane(0)[96 * 32 + 48] = 7;
  EXPECT_EQ(brightness(*light, 3), 7) << "not copied again";
  EXPECT_EQ(brightness(*dark, 4), dark_luma);
  frame.prepare(PixelFormat::kI420, 96, 64);  // another source takes it
  std::fill_n(frame.plane(0), 96 * 64, std::uint8_t{0});
  EXPECT_EQ(brightness(*dark, 5), dark_luma);
}

TEST_F(Sources, AStillRepeats) {
  const VideoFrame picture = test_picture(PixelFormat::kBgrx, 96, 64);
  const cv::Mat pixels(64, 96, CV_8UC4, const_cast<std::uint8_t*>(picture.plane(0)));
  ASSERT_TRUE(cv::imwrite(path("still.png"), pixels));
  const auto source = make_video_source({VideoSourceKind::kFile, path("still.png"), 640, 480, 7});
  EXPECT_EQ(source->frames_per_second(), 7);
  VideoFrame frame;
  frame.fetch_begin = Timestamp::ns(5);
  for (const int number : {0, 1}) {
    ASSERT_TRUE(source->fetch(number, Timestamp(), frame));
    EXPECT_EQ(frame.number, number);
    EXPECT_EQ(frame.fetch_begin, Timestamp::ns(5));  // the caller's
    EXPECT_GT(psnr(as_bgrx(frame), picture), 35);    // I420 in between
  }
}

TEST_F(Sources, AJpegStillIsReadAsItsPlanes) {
  const VideoFrame picture = test_picture(PixelFormat::kI420, 100, 64);
  JpegEncoder encoder;
  JpegBuffer jpeg;
  ASSERT_TRUE(encoder.encode(picture, 95, Subsampling::k420, jpeg));
  std::ofstream(path("still.JPG"), std::ios::binary)
      .write(reinterpret_cast<const char*>(jpeg.bytes.get()), static_cast<std::streamsize>(jpeg.size));
  const auto source = make_video_source({VideoSourceKind::kFile, path("still.JPG"), 640, 480, 7});
  VideoFrame frame, expected;
  ASSERT_TRUE(source->fetch(3, Timestamp(), frame));
  EXPECT_EQ(frame.number, 3);
  ASSERT_TRUE(PictureConverter().convert(picture, PixelFormat::kI420, 104, 64, expected));
  EXPECT_GT(psnr(frame, expected), 35);
}

TEST_F(Sources, AJpegThatNotesItsOrientationIsTurned) {
  const VideoFrame picture = test_picture(PixelFormat::kI420, 96, 64);
  JpegEncoder encoder;
  JpegBuffer jpeg;
  ASSERT_TRUE(encoder.encode(picture, 95, Subsampling::k420, jpeg));
  const std::string quarter_turn(
      "\xFF\xE1\0\x22"
      "Exif\0\0MM\0\x2A\0\0\0\x08\0\x01"
      "\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"
      "\0\0\0\0",
      36);
  std::string file(reinterpret_cast<const char*>(jpeg.bytes.get()), jpeg.size);
  std::ofstream(path("turned.jpg"), std::ios::binary) << file.insert(2, quarter_turn);
  VideoFrame frame;
  ASSERT_TRUE(make_video_source({VideoSourceKind::kFile, path("turned.jpg")})->fetch(0, Timestamp(), frame));
  EXPECT_EQ(frame.width(), 64);
  EXPECT_EQ(frame.height(), 96);
}

TEST_F(Sources, AVideoStartsAgainAtItsEnd) {
  cv::VideoWriter writer(path("film.avi"), cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 10,
                         cv::Size(100, 64));
  ASSERT_TRUE(writer.isOpened());
  for (const int level : {40, 120, 200}) writer.write(cv::Mat(64, 100, CV_8UC3, cv::Scalar::all(level)));
  writer.release();
  const auto source = make_video_source({VideoSourceKind::kFile, path("film.avi")});
  EXPECT_NEAR(source->frames_per_second(), 10, 0.01);
  VideoFrame frame;
  for (int number = 0; number < 7; ++number) {
    ASSERT_TRUE(source->fetch(number, Timestamp(), frame)) << source->error();
    EXPECT_EQ(frame.width(), 104);  // the nearest multiple of eight
    EXPECT_NEAR(frame.plane(0)[0], 40 + 80 * (number % 3), 6) << number;
  }
}

TEST_F(Sources, AVideoThatGoesAwayIsAnErrorNotACrash) {
  cv::VideoWriter writer(path("film.avi"), cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 10,
                         cv::Size(64, 64));
  writer.write(cv::Mat(64, 64, CV_8UC3, cv::Scalar::all(9)));
  writer.release();
  const auto source = make_video_source({VideoSourceKind::kFile, path("film.avi")});
  std::filesystem::remove(path("film.avi"));
  VideoFrame frame;
  EXPECT_TRUE(source->fetch(0, Timestamp(), frame));
  EXPECT_FALSE(source->fetch(1, Timestamp(), frame));
  EXPECT_NE(source->error().find("film.avi"), std::string::npos);
}

TEST_F(Sources, ErrorsAreSentences) {
  std::ofstream(path("text.png")) << "not a picture";
  EXPECT_NE(video_error(path("text.png")).find("neither a picture nor a video"), std::string::npos);
  EXPECT_NE(video_error(path("missing.mp4")).find("There is no video file"), std::string::npos);
  EXPECT_THROW(make_audio_source({AudioSourceKind::kFile, path("missing.wav")}), std::runtime_error);
}

}  // namespace
}  // namespace jitterscope::sources_test
