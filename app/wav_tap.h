#pragma once
// Saves what was played as a WAV file (8 kHz, mono, 16 bit).
#include <string>
#include <thread>
#include <vector>

#include "core/call/device_host.h"

namespace jitterscope {

class WavTap {
 public:
  explicit WavTap(std::string path);
  ~WavTap();  // writes the file
  /// To be filled by the audio-receive thread.
  AudioRing& ring() { return ring_; }

 private:
  void drain();
  void write() const;

  std::string path_;
  AudioRing ring_;
  std::vector<std::int16_t> samples_;
  std::jthread thread_;
};

}  // namespace jitterscope
