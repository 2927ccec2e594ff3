#pragma once
// How far a lab is, on standard error: at most four times a second on a terminal, else each tenth of the way.
#include <chrono>
#include <string>

namespace jitterscope {

class ProgressLine {
 public:
  void show(double share, const std::string& what, double seconds_left);
  void clear();

 private:
  bool due(double share);
  bool terminal_ = is_terminal();
  static bool is_terminal();
  std::chrono::steady_clock::time_point shown_;
  double tenth_ = -1;
};

/// "40 s", "3 min", "1 h 20 min".
std::string about_seconds(double seconds);

}  // namespace jitterscope
