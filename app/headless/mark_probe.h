#pragma once
// Writes down when each marked picture was handed to the screen and each click was played, as a test of lip-sync sees
// them from outside: lines "picture NUMBER CAPTURED_NS SEEN_NS" and "click SEEN_NS", local monotonic time.
#include <fstream>
#include <string>
#include <thread>

#include "core/call/session/endpoint.h"

namespace jitterscope {

/// In place of a window: it reads the remote picture. A thread of its own looks a thousand times a second.
class MarkProbe {
 public:
  explicit MarkProbe(const std::string& path);
  ~MarkProbe();
  /// To be filled by the audio-receive thread.
  AudioRing& ring() { return ring_; }
  /// The session outlives the probe, or is told to stop first.
  void begin(Endpoint& session);
  void stop() { thread_ = {}; }

 private:
  void look_at_picture(Endpoint& session);
  void listen();

  std::ofstream file_;
  AudioRing ring_;
  int quiet_ = 0;  // samples since the last loud one
  std::jthread thread_;
};

}  // namespace jitterscope
