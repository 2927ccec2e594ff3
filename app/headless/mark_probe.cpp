#include "app/headless/mark_probe.h"

#include <chrono>

#include "core/algorithms/media/picture_mark.h"
#include "core/algorithms/media/sources.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr std::size_t kProbeRingChunks = 200;  // two seconds
constexpr int kLoud = 8000;                    // a click's peak is twice that
constexpr int kQuiet = kAudioSampleRate / 2;

}  // namespace

MarkProbe::MarkProbe(const std::string& path) : file_(path), ring_("played sound", kProbeRingChunks) {}

MarkProbe::~MarkProbe() = default;

void MarkProbe::begin(Endpoint& session) {
  thread_ = std::jthread([this, &session](std::stop_token stop) {
    while (!stop.stop_requested()) {
      listen();
      look_at_picture(session);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
}

void MarkProbe::look_at_picture(Endpoint& session) {
  if (!session.remote_picture().update()) return;
  const Timestamp seen = monotonic_now();
  const VideoFrame& picture = session.remote_picture().front();
  if (picture.empty()) return;
  if (const auto mark = read_mark(picture))
    file_ << "picture " << mark->number << ' ' << mark->time.ns() << ' ' << seen.ns() << '\n';
}

void MarkProbe::listen() {
  const Timestamp seen = monotonic_now();
  AudioChunk chunk;
  while (ring_.pop(chunk)) {
    for (std::size_t i = 0; i < chunk.samples.size(); ++i, ++quiet_) {
      if (std::abs(int{chunk.samples[i]}) < kLoud) continue;
      const auto into = Duration::ns(static_cast<std::int64_t>(i) * 1'000'000'000 / kAudioSampleRate);
      if (quiet_ >= kQuiet) file_ << "click " << (seen + into).ns() << '\n';
      quiet_ = 0;
    }
  }
}

}  // namespace jitterscope
