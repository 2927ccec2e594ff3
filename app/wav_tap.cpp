#include "app/wav_tap.h"

#include <chrono>
#include <cstring>
#include <fstream>

namespace jitterscope {
namespace {

constexpr std::size_t kRingChunks = 200;  // two seconds

void put(std::ofstream& file, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) file.put(static_cast<char>(value >> (8 * i)));
}

}  // namespace

WavTap::WavTap(std::string path) : path_(std::move(path)), ring_("played sound", kRingChunks) {
  thread_ = std::jthread([this](std::stop_token stop) {
    while (!stop.stop_requested()) {
      drain();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  });
}

WavTap::~WavTap() {
  thread_.request_stop();
  thread_.join();
  drain();
  write();
}

void WavTap::drain() {
  AudioChunk chunk;
  while (ring_.pop(chunk)) samples_.insert(samples_.end(), chunk.samples.begin(), chunk.samples.end());
}

void WavTap::write() const {
  std::ofstream file(path_, std::ios::binary);
  const auto bytes = static_cast<std::uint32_t>(samples_.size() * 2);
  file.write("RIFF", 4);
  put(file, 36 + bytes, 4);
  file.write("WAVEfmt ", 8);
  put(file, 16, 4);
  put(file, 1, 2);       // PCM
  put(file, 1, 2);       // mono
  put(file, 8000, 4);
  put(file, 16000, 4);
  put(file, 2, 2);
  put(file, 16, 2);
  file.write("data", 4);
  put(file, bytes, 4);
  file.write(reinterpret_cast<const char*>(samples_.data()), bytes);
}

}  // namespace jitterscope
