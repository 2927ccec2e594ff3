// What app/devices sees of the machine's devices, printed for devices_test.py:
//   device_probe list                                       the lists, once all that are expected are there
//   device_probe capture PICTURE.png SOUND.raw SECONDS      camera and microphone into files; microphone echoed to the
//   speaker device_probe watch SECONDS                              opens all, prints each notice
#include <QCoreApplication>
#include <QFile>
#include <QImage>
#include <QTimer>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>

#include "app/devices/audio_device.h"
#include "app/devices/camera_source.h"
#include "app/devices/device_list.h"
#include "core/algorithms/media/picture_convert.h"

namespace {

using namespace jitterscope;

// Keeps the last frame and counts all.
class LastFrame : public FrameSink {
 public:
  VideoFrame* borrow() override { return &frame_; }
  void deliver(VideoFrame*) override {
    const std::scoped_lock lock(mutex_);
    last_ = frame_;
    ++count_;
  }
  VideoFrame last() const {
    const std::scoped_lock lock(mutex_);
    return last_;
  }
  int count() const {
    const std::scoped_lock lock(mutex_);
    return count_;
  }

 private:
  VideoFrame frame_;
  mutable std::mutex mutex_;
  VideoFrame last_;
  int count_ = 0;
};

void notice(const std::string& sentence) {
  std::printf("notice %s\n", sentence.c_str());
  std::fflush(stdout);
}

int list(QCoreApplication& program) {
  DeviceList devices;
  QTimer::singleShot(3000, &program, &QCoreApplication::quit);
  program.exec();
  const DeviceLists found = devices.current();
  std::printf("version %llu\n", static_cast<unsigned long long>(found.version));
  const auto print = [](const char* kind, const std::vector<Device>& all) {
    for (const Device& device : all) std::printf("%s %s | %s\n", kind, device.id.c_str(), device.label.c_str());
  };
  print("camera", found.cameras);
  print("microphone", found.microphones);
  print("speaker", found.speakers);
  return 0;
}

int use(QCoreApplication& program, double seconds, const char* picture, const char* sound) {
  LastFrame frames;
  AudioRing microphone("microphone", 100), speaker("speaker", 100);
  CameraSource camera(notice);
  AudioDevice audio(microphone, speaker, [](const DeviceNotice& told) { notice(told.sentence); });
  camera.start({"", 640, 480, 15}, frames);
  audio.open_microphone("");
  audio.open_speaker("");

  QByteArray heard;
  QTimer echo;
  QObject::connect(&echo, &QTimer::timeout, [&] {
    for (AudioChunk chunk; microphone.pop(chunk);) {
      heard.append(reinterpret_cast<const char*>(chunk.samples.data()), sizeof chunk.samples);
      speaker.push(chunk);
    }
  });
  echo.start(5);
  QTimer::singleShot(static_cast<int>(seconds * 1000), &program, &QCoreApplication::quit);
  program.exec();
  camera.stop();
  std::printf("frames %d\nsamples %lld\ndropped %lld\nskipped %lld\n", frames.count(),
              static_cast<long long>(heard.size() / 2),
              static_cast<long long>(microphone.dropped() + speaker.dropped()),
              static_cast<long long>(audio.speaker_skipped()));
  if (picture && frames.count() > 0) {
    PictureConverter converter;
    VideoFrame shown;
    const VideoFrame last = frames.last();
    converter.convert(last, PixelFormat::kBgrx, last.width(), last.height(), shown);
    QImage(shown.plane(0), shown.width(), shown.height(), shown.stride(0), QImage::Format_RGB32).save(picture);
  }
  if (!sound) return 0;
  QFile file(sound);
  return file.open(QIODevice::WriteOnly) && file.write(heard) == heard.size() ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  QCoreApplication program(count, arguments);
  const std::string what = count > 1 ? arguments[1] : "";
  int status = 2;
  if (what == "list") status = list(program);
  if (what == "capture" && count == 5) status = use(program, std::stod(arguments[4]), arguments[2], arguments[3]);
  if (what == "watch" && count == 3) status = use(program, std::stod(arguments[2]), nullptr, nullptr);
  leave_if_stuck(status);
  return status;
}
