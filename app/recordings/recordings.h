#pragma once
// The remote's sound and pictures in files.
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <thread>

#include "core/call/capture/device_host.h"
#include "core/record/disk/private_file.h"

namespace jitterscope {

/// Keeps the first pictures received in a folder (--remote-frames): a recording of the remote, which this user alone
/// can read. It is made on the main thread and fed by another.
class FrameSaver {
 public:
  /// Makes the folder. Throws std::runtime_error with a sentence: it cannot be made, holds pictures already, or others
  /// may change it.
  explicit FrameSaver(std::string folder);

  /// Writes FOLDER/frame-NNNNNN.jpg, a new file (0600): 100 of them, and none after the first that cannot be written.
  /// One thread calls it and is blocked while the file is written.
  void save(std::int64_t frame, std::span<const std::uint8_t> jpeg);
  /// Says in a sentence why a picture could not be kept; empty: all were. Any thread.
  std::string trouble() const;

 private:
  std::string folder_;
  int saved_ = 0;
  mutable std::mutex mutex_;
  std::string trouble_;
};

/// Saves what was played as a WAV file (8 kHz, mono, 16 bit), as it goes: what a kill or a full disk leaves can be
/// played.
class WavTap {
 public:
  /// Creates the file, of this user alone; throws std::runtime_error with a sentence when it cannot be, or is there
  /// already.
  explicit WavTap(std::string path);
  ~WavTap() { finish(); }
  /// No more is written; trouble() is the last word then.
  void finish();
  /// To be filled by the audio-receive thread.
  AudioRing& ring() { return ring_; }
  /// Why the file is incomplete; empty: it is not. Any thread.
  std::string trouble() const;

 private:
  void run(std::stop_token stop);
  void drain();
  void write_header();

  const std::string path_;
  AudioRing ring_;
  PrivateFile file_;
  std::uint32_t bytes_ = 0;  // of sound, in the file
  bool failed_ = false;
  mutable std::mutex mutex_;  // guards trouble_
  std::string trouble_;
  std::jthread thread_;
};

}  // namespace jitterscope
