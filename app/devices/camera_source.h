#pragma once
// Pictures of a camera by QCamera, on a thread of its own ("video-capture"). Copies of a frame: one by Qt when it turns
// the camera's format (mostly JPEG) into a QImage, and one from there, row by row, into the sink's BGRX frame.
#include <functional>
#include <memory>
#include <string>

#include "app/devices/device_thread.h"
#include "core/media/frame_sink.h"

namespace jitterscope {

struct CameraRequest {
  std::string id;  // of DeviceLists; empty = the first camera
  int width = 640, height = 480;
  double frames_per_second = 15;
};

class CameraSource {
 public:
  /// A sentence for the user. Called on the video-capture thread.
  using Notice = std::function<void(std::string)>;

  /// `sink` is called on the video-capture thread and must live until this is destroyed. Returns at once.
  CameraSource(FrameSink& sink, Notice notice);
  /// After it returns neither sink nor notice is called again.
  ~CameraSource();

  /// Opens the camera in the format nearest to the request (larger before smaller; frames above the wanted rate are
  /// left out), scaled by nobody: a frame has the camera's size. Replaces a running one. When there is no such camera,
  /// or it goes away, `notice` says so and nothing else happens. Any thread, returns at once.
  void start(const CameraRequest& request);
  /// Any thread, returns at once.
  void stop();

 private:
  class Worker;
  std::shared_ptr<Worker> worker_;
  DeviceThread thread_;
};

}  // namespace jitterscope
