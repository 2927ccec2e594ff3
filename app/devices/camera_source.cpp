#include "app/devices/camera_source.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <QCamera>
#include <QMediaCaptureSession>
#include <QMediaDevices>
#include <QTimer>
#include <QVideoFrame>
#include <QVideoSink>

#include "app/devices/frame_copy.h"
#include "app/devices/late_pictures.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr int kCameraCheckMs = 500;
constexpr Duration kLongestSilence = Duration::seconds(5);
// GStreamer's pipeline sometimes stays paused behind the picture that it begins with (Qt 6.4.2): opened once more it
// runs.
constexpr Duration kStuck = Duration::ms(1500);
constexpr int kMostReopened = 3;
constexpr int kLargestSide = 2040;  // RFC 2435 §3.1.5: sizes in steps of 8 up to 2040

/// Takes pictures at a wanted rate out of a faster stream.
class FrameThinner {
 public:
  explicit FrameThinner(Duration period) : period_(period) {}

  /// Whether the picture of time `now` is to be taken. A camera's own unevenness (a quarter of the period) is allowed
  /// for, so that a camera of just the wanted rate loses nothing.
  bool take(Timestamp now) {
    if (begun_ && now + period_ / 4 < due_) return false;
    due_ = (begun_ ? std::max(due_, now - period_) : now) + period_;
    begun_ = true;
    return true;
  }

 private:
  Duration period_;
  Timestamp due_;
  bool begun_ = false;
};

QCameraDevice find_camera(const std::string& id) {
  for (const QCameraDevice& device : QMediaDevices::videoInputs())
    if (id.empty() || device.id().toStdString() == id) return device;
  return {};
}

// How far a format is from the request; lower is better. Raw formats cost a little: Qt 6.4's GStreamer backend is at
// ease with JPEG only.
double distance(const QCameraFormat& format, const CameraRequest& request) {
  const QSize size = format.resolution();
  double cost = std::abs(std::log(static_cast<double>(size.width()) / request.width)) +
                std::abs(std::log(static_cast<double>(size.height()) / request.height));
  if (size.width() > kLargestSide || size.height() > kLargestSide) cost += 100;
  const double fastest = static_cast<double>(format.maxFrameRate());
  if (fastest > 0 && fastest < request.frames_per_second) cost += std::log(request.frames_per_second / fastest);
  if (format.pixelFormat() != QVideoFrameFormat::Format_Jpeg) cost += 0.05;
  return cost;
}

std::optional<QCameraFormat> nearest_format(const QCameraDevice& device, const CameraRequest& request) {
  std::optional<QCameraFormat> best;
  for (const QCameraFormat& format : device.videoFormats()) {
    if (format.resolution().isEmpty()) continue;
    if (!best || distance(format, request) < distance(*best, request)) best = format;
  }
  return best;
}

}  // namespace

class CameraSource::Worker : public QObject {
 public:
  explicit Worker(Notice notice) : notice_(std::move(notice)) {}

  // Any thread. Closes the gate to the sink at once; the camera follows in its own time. The ticket opens it again.
  std::uint64_t shut_gate() {
    const std::scoped_lock lock(gate_);
    sink_ = nullptr;
    return ++ticket_;
  }
  void silence() {
    shut_gate();
    const std::scoped_lock lock(gate_);
    notice_ = nullptr;
  }

  void open_gate(FrameSink& sink, std::uint64_t ticket) {
    const std::scoped_lock lock(gate_);
    if (ticket == ticket_) sink_ = &sink;
  }

  void open(const CameraRequest& request) {
    reopened_ = 0;
    open_again(request);
  }

  void close() { opened_.reset(); }

 private:
  void open_again(const CameraRequest& request) {
    close();
    request_ = request;
    pictures_ = 0;
    const QCameraDevice device = find_camera(request.id);
    if (device.isNull()) {
      say(request.id.empty() ? "There is no camera: plug one in or choose another picture source."
                             : "The camera \"" + request.id + "\" is not there: choose another one.");
      return;
    }
    label_ = device.description().toStdString();
    id_ = device.id().toStdString();
    thinner_.emplace(Duration::from_seconds(1.0 / request.frames_per_second));
    last_frame_ = monotonic_now();
    silent_ = false;
    keep_late_pictures();
    opened_ = std::make_unique<Opened>(device);
    if (const auto format = nearest_format(device, request)) opened_->camera.setCameraFormat(*format);
    opened_->session.setCamera(&opened_->camera);
    opened_->session.setVideoSink(&opened_->sink);
    connect(&opened_->sink, &QVideoSink::videoFrameChanged, this, [this](const QVideoFrame& frame) { take(frame); });
    connect(
        &opened_->camera, &QCamera::errorOccurred, this,
        [this](QCamera::Error error, const QString& text) {
          if (error != QCamera::NoError) fail("The camera \"" + label_ + "\" failed (" + text.toStdString() + ").");
        },
        Qt::QueuedConnection);
    connect(&opened_->check, &QTimer::timeout, this, [this] { check(); });
    opened_->check.start(kCameraCheckMs);
    opened_->camera.start();
  }

  struct Opened {
    explicit Opened(const QCameraDevice& device) : camera(device) {}
    ~Opened() {
      sink.disconnect();
      camera.disconnect();
      camera.stop();
    }
    QVideoSink sink;
    QCamera camera;
    QMediaCaptureSession session;
    QTimer check;
  };

  void take(const QVideoFrame& given) {
    const Timestamp begin = monotonic_now();
    last_frame_ = begin;
    silent_ = false;
    ++pictures_;
    if (!thinner_->take(begin)) return;
    QVideoFrame mapped = given;  // shares the pixels
    const std::scoped_lock lock(gate_);
    VideoFrame* frame = copy_frame(mapped, [this] { return sink_ ? sink_->borrow() : nullptr; });
    if (!frame) return;
    frame->fetch_begin = begin;
    frame->captured = monotonic_now();
    sink_->deliver(frame);
  }

  void check() {
    if (find_camera(id_).isNull()) {
      fail("The camera \"" + label_ + "\" was unplugged.");
    } else if (pictures_ == 1 && reopened_ < kMostReopened && monotonic_now() - last_frame_ > kStuck) {
      ++reopened_;
      QTimer::singleShot(0, this, [this] {  // not from within its own timer
        if (opened_) open_again(request_);
      });
    } else if (!silent_ && monotonic_now() - last_frame_ > kLongestSilence) {
      silent_ = true;
      say("The camera \"" + label_ + "\" gives no pictures: another program may be using it.");
    }
  }

  void fail(const std::string& what) {
    if (!opened_) return;
    // Not from within a signal of the camera itself.
    QTimer::singleShot(0, this, [this] { close(); });
    say(what + " The call goes on without it; choose another picture source.");
  }

  void say(std::string sentence) {
    const std::scoped_lock lock(gate_);
    if (notice_) notice_(std::move(sentence));
  }

  std::mutex gate_;
  FrameSink* sink_ = nullptr;
  std::uint64_t ticket_ = 0;
  Notice notice_;

  std::unique_ptr<Opened> opened_;
  std::optional<FrameThinner> thinner_;
  CameraRequest request_;
  std::int64_t pictures_ = 0;  // since it was opened
  int reopened_ = 0;
  std::string label_, id_;
  Timestamp last_frame_;
  bool silent_ = false;
};

CameraSource::CameraSource(Notice notice) : worker_(new Worker(std::move(notice))), thread_("camera", worker_) {}

CameraSource::~CameraSource() {
  worker_->silence();
}

void CameraSource::start(const CameraRequest& request, FrameSink& sink) {
  const std::uint64_t ticket = worker_->shut_gate();
  thread_.post([worker = worker_, request, ticket, &sink] {
    worker->open(request);
    worker->open_gate(sink, ticket);
  });
}

void CameraSource::stop() {
  worker_->shut_gate();
  thread_.post([worker = worker_] { worker->close(); });
}

}  // namespace jitterscope
