// What app/devices sees of the machine's devices, printed for devices_test.py:
//   device_probe list               the lists, once all that are expected are there
//   device_probe play FILE          the sound of the first stream of a capture; prints how much was heard, and how it
//   ended device_probe watch SECONDS      opens all, the microphone echoed to the speaker; prints each notice
#include <QCoreApplication>
#include <QTimer>
#include <cstdio>

#include "app/devices/audio_device.h"
#include "app/devices/camera_source.h"
#include "app/devices/device_list.h"
#include "app/devices/sound_player.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/record/open/stream_file.h"
#include "core/record/sound/stream_sound.h"

namespace {

using namespace jitterscope;

class NoFrames : public FrameSink {
 public:
  VideoFrame* borrow() override { return nullptr; }
  void deliver(VideoFrame*) override {}
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

int watch(QCoreApplication& program, double seconds) {
  NoFrames frames;
  AudioRing microphone("microphone", 100), speaker("speaker", 100);
  CameraSource camera(notice);
  AudioDevice audio(microphone, speaker, [](const DeviceNotice& told) { notice(told.sentence); });
  camera.start({"", 640, 480, 15}, frames);
  audio.open_microphone("");
  audio.open_speaker("");
  QTimer echo;
  QObject::connect(&echo, &QTimer::timeout, [&] {
    for (AudioChunk chunk; microphone.pop(chunk);) speaker.push(chunk);
  });
  echo.start(5);
  QTimer::singleShot(static_cast<int>(seconds * 1000), &program, &QCoreApplication::quit);
  program.exec();
  camera.stop();
  return 0;
}

int play(QCoreApplication& program, const std::string& path) {
  std::string error, note;
  const auto input = read_stream_file(path, {}, error, note);
  auto sound = input ? read_sound(path, input->streams.front(), *began_of(*input), {}, error, {}) : std::nullopt;
  if (!sound) return notice(error), 1;
  SoundPlayer player;
  std::string why;
  double heard_s = 0;
  QTimer asks;
  QObject::connect(&asks, &QTimer::timeout, [&] { heard_s = player.heard_s().value_or(heard_s); });
  asks.start(10);
  player.play("", {sound->rate_hz, std::move(sound->samples)}, [&](const std::string& sentence) {
    why = sentence;
    QMetaObject::invokeMethod(&program, &QCoreApplication::quit, Qt::QueuedConnection);
  });
  program.exec();
  std::printf("heard %.2f\n", heard_s);
  if (!why.empty()) notice(why);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  QCoreApplication program(count, arguments);
  const std::string what = count > 1 ? arguments[1] : "";
  int status = 2;
  if (what == "list") status = list(program);
  if (what == "play" && count == 3) status = play(program, arguments[2]);
  if (what == "watch" && count == 3) status = watch(program, std::stod(arguments[2]));
  leave_if_stuck(status);
  return status;
}
