#include "core/call/analysis/thread_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace jitterscope {
namespace {

using Contents = std::array<char, 4096>;

int open_file(pid_t tid, const char* name) {
  return open(("/proc/self/task/" + std::to_string(tid) + "/" + name).c_str(), O_RDONLY | O_CLOEXEC);
}

std::string_view read_whole(int file, Contents& contents) {
  const ssize_t bytes = file < 0 ? -1 : pread(file, contents.data(), contents.size(), 0);
  return bytes > 0 ? std::string_view(contents.data(), static_cast<std::size_t>(bytes)) : std::string_view();
}

/// The number at the beginning, past blanks; takes it off.
std::optional<std::int64_t> take_number(std::string_view& text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::optional<std::int64_t> number_after(std::string_view text, std::string_view label) {
  const auto at = text.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + label.size());
  return take_number(text);
}

}  // namespace

int parse_processor(std::string_view stat) {
  const auto name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return -1;
  stat.remove_prefix(name_end);
  for (int field = 3; field <= 39; ++field) {  // one blank before each
    const auto blank = stat.find(' ');
    if (blank == std::string_view::npos) return -1;
    stat.remove_prefix(blank + 1);
  }
  const std::int64_t processor = take_number(stat).value_or(-1);
  return processor >= 0 && std::in_range<int>(processor) ? static_cast<int>(processor) : -1;
}

std::optional<SchedulingCounts> parse_counts(std::string_view schedstat, std::string_view status) {
  const auto ran = take_number(schedstat), waited = take_number(schedstat);
  const auto voluntary = number_after(status, "\nvoluntary_ctxt_switches:");
  const auto involuntary = number_after(status, "\nnonvoluntary_ctxt_switches:");
  if (!ran || !waited || !voluntary || !involuntary) return std::nullopt;
  return SchedulingCounts{Duration::ns(*ran), Duration::ns(*waited), *voluntary, *involuntary};
}

ThreadFiles::ThreadFiles(pid_t tid)
    : stat_(open_file(tid, "stat")), status_(open_file(tid, "status")), schedstat_(open_file(tid, "schedstat")) {}

ThreadFiles::ThreadFiles(ThreadFiles&& other) noexcept
    : stat_(std::exchange(other.stat_, -1)),
      status_(std::exchange(other.status_, -1)),
      schedstat_(std::exchange(other.schedstat_, -1)) {}

ThreadFiles::~ThreadFiles() {
  for (const int file : {stat_, status_, schedstat_})
    if (file >= 0) close(file);
}

int ThreadFiles::processor() const {
  Contents contents;
  return parse_processor(read_whole(stat_, contents));
}

std::optional<SchedulingCounts> ThreadFiles::counts() const {
  Contents schedstat, status;
  return parse_counts(read_whole(schedstat_, schedstat), read_whole(status_, status));
}

}  // namespace jitterscope
