#pragma once
// Pictures of a camera by QCamera, on a thread of its own ("camera"). One copy of a frame: from Qt's memory into the
// sink's frame, I420 where the camera (or Qt, decoding its JPEG) gives YUV, else BGRX.
#include <functional>
#include <string>

#include "app/devices/device_thread.h"
#include "core/algorithms/media/sources.h"

namespace jitterscope {

struct CameraRequest {
  std::string id;  // of DeviceLists; empty = the first camera
  int width = 640, height = 480;
  double frames_per_second = 15;
};

class CameraSource {
 public:
  /// A sentence for the user. Called on the camera thread.
  using Notice = std::function<void(std::string)>;

  explicit CameraSource(Notice notice);
  /// Stops. After it returns notice is not called again.
  ~CameraSource();

  /// Opens the camera in its format nearest to the request and leaves out pictures above the wanted rate; a frame has
  /// the camera's size. Replaces a running one. No such camera, or one that goes away or falls silent: `notice` says
  /// so, and no more frames come. `sink` is called on the camera thread until stop() returns. Any thread,
  /// returns at once. A frame's fetch_begin is when Qt gave it, captured is when it was converted (both monotonic).
  void start(const CameraRequest& request, FrameSink& sink);
  /// Waits at most for the frame in work. Any thread but the camera's.
  void stop();

 private:
  class Worker;
  Worker* worker_;
  DeviceThread thread_;
};

}  // namespace jitterscope
