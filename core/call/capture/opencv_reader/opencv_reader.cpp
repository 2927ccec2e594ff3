// The module behind open_video_file: OpenCV's readers need some 240 shared libraries and 110 ms to load, so they stay
// out of the program until a file is opened. Nothing here may throw across the boundary.
#include <cmath>
#include <exception>
#include <string>

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include "core/algorithms/media/picture_convert.h"
#include "core/call/capture/picture_file.h"
#include "core/call/capture/still_source.h"

namespace jitterscope {
namespace {

/// BGR as OpenCV reads it, into BGRX of a sendable size: one pass, two when the size changes.
void hand_over(const cv::Mat& picture, cv::Mat& scaled, VideoFrame& frame) {
  const auto size = sendable_size(picture.cols, picture.rows);
  const cv::Mat* ready = &picture;
  if (size.width != picture.cols || size.height != picture.rows) {
    cv::resize(picture, scaled, cv::Size(size.width, size.height), 0, 0, cv::INTER_AREA);
    ready = &scaled;
  }
  frame.prepare(PixelFormat::kBgrx, size.width, size.height);
  cv::Mat target(size.height, size.width, CV_8UC4, frame.plane(0), static_cast<std::size_t>(frame.stride(0)));
  cv::cvtColor(*ready, target, cv::COLOR_BGR2BGRA);
}

/// FFmpeg only: the other backends look for cameras and leak while they do.
bool open_movie(cv::VideoCapture& capture, const std::string& path) {
  return capture.open(path, cv::CAP_FFMPEG) &&
         capture.get(cv::CAP_PROP_FRAME_WIDTH) * capture.get(cv::CAP_PROP_FRAME_HEIGHT) <=
             static_cast<double>(kMostPixels);
}

class MovieSource : public VideoSource {
 public:
  MovieSource(std::string path, const cv::VideoCapture& capture) : path_(std::move(path)), capture_(capture) {
    const double rate = capture_.get(cv::CAP_PROP_FPS);
    if (std::isfinite(rate) && rate >= 0.1 && rate <= 240) rate_ = rate;
  }
  bool fetch(std::int64_t number, Timestamp, VideoFrame& frame) override {
    try {
      // Opened again at the end: seeking to the start is not to be relied on with every container.
      if (!capture_.read(picture_) && !(open_movie(capture_, path_) && capture_.read(picture_))) {
        error_ = "The video file " + path_ + " cannot be read any more.";
        return false;
      }
      hand_over(picture_, scaled_, frame);
      frame.number = number;
      return true;
    } catch (const std::exception& failure) {
      error_ = "The video file " + path_ + " cannot be read: " + failure.what();
      return false;
    }
  }
  double frames_per_second() const override { return rate_; }
  std::string error() const override { return error_; }

 private:
  std::string path_, error_;
  cv::VideoCapture capture_;
  cv::Mat picture_, scaled_;
  double rate_ = 25;
};

VideoSource* open(const std::string& path, double still_rate) {
  cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);  // every backend that gives up would complain
  if (const cv::Mat picture = cv::imread(path, cv::IMREAD_COLOR); !picture.empty()) {
    cv::Mat scaled;
    VideoFrame still;
    hand_over(picture, scaled, still);
    return StillSource::make(still, still_rate).release();
  }
  cv::VideoCapture capture;
  cv::Mat first;
  if (!open_movie(capture, path) || !capture.read(first) || !open_movie(capture, path)) return nullptr;
  return new MovieSource(path, capture);
}

}  // namespace
}  // namespace jitterscope

/// The caller owns the source; nullptr when OpenCV cannot read the file.
extern "C" __attribute__((visibility("default"))) jitterscope::VideoSource* jitterscope_open_video_file(
    const char* path, double still_frames_per_second) {
  try {
    return jitterscope::open(path, still_frames_per_second);
  } catch (const std::exception&) { return nullptr; }
}
