#include "app/recordings/wav_tap.h"

#include <chrono>
#include <stdexcept>

#include "core/record/disk/private_file.h"

namespace jitterscope {
namespace {

constexpr std::size_t kRingChunks = 200;  // two seconds
constexpr auto kRound = std::chrono::milliseconds(50);
constexpr int kRoundsAHeader = 20;
constexpr std::uint32_t kMostBytes = 2'000'000'000;  // what the header can say, and some players

void put(std::ofstream& file, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) file.put(static_cast<char>(value >> (8 * i)));
}

}  // namespace

WavTap::WavTap(std::string path) : path_(std::move(path)), ring_("played sound", kRingChunks) {
  if (const std::string why = why_not_private(path_); !why.empty()) throw std::runtime_error(why);
  if (!take_empty_file(path_))
    if (const std::string error = create_private_file(path_); !error.empty()) throw std::runtime_error(error);
  file_.open(path_, std::ios::binary);
  write_header();
  thread_ = std::jthread([this](std::stop_token stop) { run(stop); });
}

void WavTap::finish() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
  drain();
  write_header();
}

std::string WavTap::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

void WavTap::run(std::stop_token stop) {
  for (int round = 1; !stop.stop_requested(); ++round) {
    drain();
    if (round % kRoundsAHeader == 0) write_header();
    std::this_thread::sleep_for(kRound);
  }
}

void WavTap::drain() {
  AudioChunk chunk;
  while (ring_.pop(chunk)) {
    const auto bytes = static_cast<std::uint32_t>(chunk.samples.size() * sizeof chunk.samples[0]);
    if (bytes_ > kMostBytes) file_.setstate(std::ios::failbit);  // said as a full disk is
    if (!file_) continue;
    file_.write(reinterpret_cast<const char*>(chunk.samples.data()), static_cast<std::streamsize>(bytes));
    if (file_.flush()) bytes_ += bytes;
  }
}

/// Over the one that is there, then on at the end.
void WavTap::write_header() {
  if (file_) {
    file_.seekp(0);
    file_.write("RIFF", 4);
    put(file_, 36 + bytes_, 4);
    file_.write("WAVEfmt ", 8);
    put(file_, 16, 4);
    put(file_, 1, 2);  // PCM
    put(file_, 1, 2);  // mono
    put(file_, 8000, 4);
    put(file_, 16000, 4);
    put(file_, 2, 2);
    put(file_, 16, 2);
    file_.write("data", 4);
    put(file_, bytes_, 4);
    file_.seekp(0, std::ios::end).flush();
  }
  if (file_) return;
  const std::lock_guard lock(mutex_);
  trouble_ = "The sound could not be written to " + path_ +
             " to its end: the disk may be full, or the sound longer than a WAV file can be.";
}

}  // namespace jitterscope
