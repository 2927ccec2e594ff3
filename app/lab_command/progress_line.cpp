#include "app/lab_command/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace jitterscope {

bool ProgressLine::is_terminal() {
  return isatty(STDERR_FILENO) == 1;
}

bool ProgressLine::due(double share) {
  const auto now = std::chrono::steady_clock::now();
  const double tenth = std::floor(share * 10);
  if (terminal_ ? now - shown_ < std::chrono::milliseconds(250) : tenth <= tenth_) return false;
  shown_ = now;
  tenth_ = tenth;
  return true;
}

void ProgressLine::show(double share, const std::string& what, double seconds_left) {
  if (!due(share)) return;
  const std::string left = about_seconds(seconds_left) + " left";
  fmt::print(stderr, "{}{:3.0f} %  {}  {}{}", terminal_ ? "\r\033[K" : "", share * 100, left, what,
             terminal_ ? "" : "\n");
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (terminal_) fmt::print(stderr, "\r\033[K");
}

std::string about_seconds(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole < 90) return fmt::format("{} s", whole);
  const long minutes = (whole + 30) / 60;
  return minutes < 60 ? fmt::format("{} min", minutes) : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace jitterscope
