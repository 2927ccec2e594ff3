#include <poll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "core/base/files/owned_descriptor.h"
#include "core/base/realtime/clock.h"
#include "core/lab/engine/worker_process.h"
#include "core/lab/nahrstedt94/frame_stream.h"
#include "core/lab/nahrstedt94/roles.h"
#include "core/lab/nahrstedt94/screen.h"

namespace jitterscope {
namespace nahrstedt94 {
namespace {

constexpr std::size_t kPictures = 4;  // in the file that frames are loaded from
constexpr Duration kSendWithin = Duration::seconds(20);
constexpr Duration kQuietEnd = Duration::ms(150);  // of datagrams, after the display was told to end
constexpr int kCountsBetweenLooks = 10'000;        // at the clock: some 10 µs

/// A file in memory that holds raw frames.
class FrameFile {
 public:
  FrameFile() : file_(memfd_create("frames", MFD_CLOEXEC)) {
    auto& bytes = frame_->bytes;
    for (std::size_t picture = 0; picture < kPictures; ++picture) {
      for (std::size_t i = 0; i < kFrameBytes; ++i)
        bytes[i] = static_cast<std::byte>((i % kWidth + i / kWidth * picture) & 255);
      written_ = pwrite(file_.fd(), bytes.data(), kFrameBytes, place(picture)) == static_cast<ssize_t>(kFrameBytes);
    }
  }
  /// Stamped when it is there; nullptr: it cannot be read.
  const StreamedFrame* load(std::uint64_t number) {
    const ssize_t count = pread(file_.fd(), frame_->bytes.data(), kFrameBytes, place(number % kPictures));
    if (!written_ || count != static_cast<ssize_t>(kFrameBytes)) return nullptr;
    frame_->number = number;
    frame_->loaded = monotonic_now();
    return frame_.get();
  }

 private:
  static off_t place(std::size_t picture) { return static_cast<off_t>(picture * kFrameBytes); }
  OwnedDescriptor file_;
  std::unique_ptr<StreamedFrame> frame_ = std::make_unique<StreamedFrame>();
  bool written_ = false;
};

Duration processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return Duration::seconds(time.tv_sec) + Duration::ns(time.tv_nsec);
}

class Display {
 public:
  explicit Display(const nlohmann::json& task)
      : datagrams_(task.at("transport") == "UDP"), stream_(kFirstSocket), fragments_(kFirstSocket) {
    waits_.push_back({STDIN_FILENO, POLLIN, 0});
    const int others = std::clamp(task.value("others", 0), 0, 16);
    for (int i = 0; i <= others; ++i) waits_.push_back({kFirstSocket + i, POLLIN, 0});
    for (int i = 1; i <= others; ++i) others_.emplace_back(kFirstSocket + i);
    delays_.reserve(100'000);
  }

  nlohmann::json run() {
    while (!ended_) {
      const int ready = ::poll(waits_.data(), waits_.size(), told_ ? static_cast<int>(kQuietEnd.ms()) : -1);
      if (ready < 0) continue;  // a signal
      if (ready == 0) break;
      if (waits_[0].revents) told_ = true, waits_[0].fd = -1;
      if (waits_[1].revents) serve_measured();
      for (std::size_t i = 0; i < others_.size(); ++i)
        if (waits_[i + 2].revents) serve_other(i);
      if (told_ && !waits_[1].revents && datagrams_ && ++idle_ > kMostIdle) break;
    }
    return {{"frames", delays_},
            {"others_frames", others_frames_},
            {"announced_mbps", fragments_.announced().bits_per_second() / 1e6}};
  }

 private:
  static constexpr int kMostIdle = 20;  // rounds with the others' frames alone

  void serve_measured() {
    const FrameArrival arrival = datagrams_ ? fragments_.receive() : stream_.receive();
    if (arrival == FrameArrival::kEnd) ended_ = true;
    if (arrival != FrameArrival::kFrame) return;
    const StreamedFrame& frame = datagrams_ ? fragments_.frame() : stream_.frame();
    screen_.paint(frame.bytes);
    const Timestamp now = monotonic_now();
    if (datagrams_) fragments_.displayed(now);
    delays_.emplace_back(frame.number, (now - frame.loaded).ms());
  }

  void serve_other(std::size_t index) {
    const FrameArrival arrival = others_[index].receive();
    if (arrival == FrameArrival::kFrame) screen_.paint(others_[index].frame().bytes), ++others_frames_;
    if (arrival == FrameArrival::kEnd) waits_[index + 2].fd = -1;
  }

  const bool datagrams_;
  FrameStreamReceiver stream_;
  FrameFragmentReceiver fragments_;
  std::vector<FrameStreamReceiver> others_;
  std::vector<pollfd> waits_;
  Screen screen_;
  std::vector<std::pair<std::uint64_t, double>> delays_;
  std::uint64_t others_frames_ = 0;
  int idle_ = 0;
  bool told_ = false, ended_ = false;
};

}  // namespace

void work_for(Duration time) {
  const Timestamp last = monotonic_now() + time * 1000;  // of a thread that never gets the processor
  volatile unsigned counter = 0;
  for (const Duration end = processor_time() + time; processor_time() < end && monotonic_now() < last;)
    for (int i = 0; i < kCountsBetweenLooks; ++i) counter = counter + 1;
}

nlohmann::json run_display(const nlohmann::json& task) {
  return Display(task).run();
}

nlohmann::json run_source(const nlohmann::json& task) {
  const std::string transport = task.at("transport");
  const auto frames = task.at("frames").get<std::uint64_t>();
  const auto period = Duration::from_ms(task.at("period_ms")), work = Duration::from_ms(task.value("work_ms", 0.0));
  const bool paused = task.contains("pause_ms") && task["pause_ms"].is_number();
  FrameFragmentSender fragments(kFirstSocket,
                                paused ? std::optional(Duration::from_ms(task["pause_ms"])) : std::nullopt);
  std::minstd_rand draw(task.value("seed", 1u));
  std::uniform_real_distribution<double> spread(1 - task.value("dither", 0.0), 1 + task.value("dither", 0.0));
  FrameFile file;
  std::uint64_t sent = 0;
  Timestamp next = monotonic_now();
  for (std::uint64_t frame = 1; frames == 0 || frame <= frames; ++frame) {
    next = std::max(next, monotonic_now() - period);  // one that cannot keep up loads the next one at once
    while (monotonic_now() < next && !told_to_end()) sleep_until(std::min(next, monotonic_now() + kLook));
    if (told_to_end()) break;
    next += Duration::from_ms(period.ms() * spread(draw));
    work_for(work);
    const StreamedFrame* loaded = file.load(frame);
    if (!loaded) break;
    const bool went = transport == "none" ||
                      (transport == "UDP" ? fragments.send(*loaded) : send_frame(kFirstSocket, *loaded, kSendWithin));
    if (!went) break;
    ++sent;
  }
  return {{"sent", sent}};
}

}  // namespace nahrstedt94

namespace {

constexpr std::pair<const char*, nlohmann::json (*)(const nlohmann::json&)> kRoles[] = {
    {"display", nahrstedt94::run_display},
    {"source", nahrstedt94::run_source},
    {"robot", nahrstedt94::run_robot},
    {"video", nahrstedt94::run_video},
    {"sink", nahrstedt94::run_sink}};

}  // namespace

int run_lab_process(const std::string& words) {
  const auto task = nlohmann::json::parse(words, nullptr, false);
  if (!task.is_object()) return 2;
  try {
    take_conditions(task);
    const std::string role = task.at("role");
    for (const auto& [name, run] : kRoles)
      if (role == name) return write_line(run(task)), 0;
  } catch (const nlohmann::json::exception&) {}
  return 2;
}

}  // namespace jitterscope
