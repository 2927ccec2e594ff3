#include "app/recordings/recordings.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace jitterscope {
namespace {

namespace fs = std::filesystem;
constexpr int kMost = 100;
constexpr const char* kPrefix = "frame-";

constexpr std::size_t kTapRingChunks = 200;  // two seconds
constexpr auto kRound = std::chrono::milliseconds(50);
constexpr int kRoundsAHeader = 20;
constexpr std::int64_t kHeaderBytes = 44;
constexpr std::uint32_t kMostBytes = 2'000'000'000;  // what the header can say, and some players

void put(std::string& header, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) header += static_cast<char>(value >> (8 * i));
}

/// The 44 bytes before so much sound.
std::string header_of(std::uint32_t bytes) {
  std::string header = "RIFF";
  put(header, 36 + bytes, 4);
  header += "WAVEfmt ";
  put(header, 16, 4);
  put(header, 1, 2);  // PCM
  put(header, 1, 2);  // mono
  put(header, 8000, 4);
  put(header, 16000, 4);
  put(header, 2, 2);
  put(header, 16, 2);
  header += "data";
  put(header, bytes, 4);
  return header;
}

}  // namespace

FrameSaver::FrameSaver(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  auto each = fs::directory_iterator(folder_, error);
  if (error)
    throw std::runtime_error(
        fmt::format("{} cannot hold the pictures: {}. Choose another folder.", folder_, error.message()));
  for (; each != fs::directory_iterator(); each.increment(error))
    if (error || each->path().filename().string().starts_with(kPrefix))
      throw std::runtime_error(folder_ + " holds pictures already. Choose another folder, or remove them first.");
  if (const std::string why = why_not_private(folder_ + "/" + kPrefix); !why.empty()) throw std::runtime_error(why);
  if (::access(folder_.c_str(), W_OK | X_OK) != 0)
    throw std::runtime_error(
        fmt::format("{} cannot hold the pictures: {}. Choose another folder.", folder_, std::strerror(errno)));
}

void FrameSaver::save(std::int64_t frame, std::span<const std::uint8_t> jpeg) {
  if (saved_ >= kMost || !trouble().empty()) return;
  ++saved_;
  const std::string path = fmt::format("{}/{}{:06}.jpg", folder_, kPrefix, frame);
  std::string error;
  if (const PrivateFile file = create_private_file(path, error)) {
    if (file.write_at(0, {reinterpret_cast<const char*>(jpeg.data()), jpeg.size()})) return;
    std::error_code ignored;
    fs::remove(path, ignored);
  }
  const std::lock_guard lock(mutex_);
  trouble_ = fmt::format("The picture could not be written to {}, nor were later ones: the disk may be full.", path);
}

std::string FrameSaver::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

WavTap::WavTap(std::string path) : path_(std::move(path)), ring_("played sound", kTapRingChunks) {
  if (const std::string why = why_not_private(path_); !why.empty()) throw std::runtime_error(why);
  std::string error;
  file_ = take_empty_file(path_);
  if (!file_) file_ = create_private_file(path_, error);
  if (!file_) throw std::runtime_error(error);
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
    failed_ = failed_ || bytes_ > kMostBytes ||  // said as a full disk is
              !file_.write_at(kHeaderBytes + bytes_, {reinterpret_cast<const char*>(chunk.samples.data()), bytes});
    if (!failed_) bytes_ += bytes;
  }
}

/// Over the one that is there: a full disk has room for it.
void WavTap::write_header() {
  failed_ = !file_.write_at(0, header_of(bytes_)) || failed_;
  if (!failed_) return;
  const std::lock_guard lock(mutex_);
  trouble_ = "The sound could not be written to " + path_ +
             " to its end: the disk may be full, or the sound longer than a WAV file can be.";
}

}  // namespace jitterscope
