#pragma once
// nahrstedt94's second video application: further calls of this program with itself, over loopback, without a window.
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// One thread at a time. Each application is two processes (a listener and a caller) in the normal class; they end with
/// this object and with this program, even when it is killed.
class VideoLoad {
 public:
  static constexpr int kMost = 16;
  explicit VideoLoad(std::string program = "/proc/self/exe");
  ~VideoLoad();

  /// That many from now on, 0 … kMost; returns at once, their calls stand within a second or so. False: `error` says
  /// why.
  bool set(int applications, std::string& error);
  /// Whose both processes are alive and whose call has been placed.
  int running();
  /// A sentence for each application that ended without being asked to, since the last call.
  std::vector<std::string> take_complaints();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace jitterscope
