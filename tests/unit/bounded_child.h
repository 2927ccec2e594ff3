#pragma once
// Work that may never end or want all memory, in a process of its own.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <string>

namespace jitterscope {

/// What `work` says, in a process of its own with 1 GiB and 10 s; "killed" when that was not enough.
template <typename Work>
std::string said_by(Work work) {
  int channel[2];
  if (pipe(channel) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which need more room than that
    const rlimit memory{1 << 30, 1 << 30};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
    ::alarm(10);
    std::string said;
    try {
      said = work();
    } catch (const std::exception& fault) { said = fault.what(); }
    [[maybe_unused]] const auto written = ::write(channel[1], said.data(), said.size());
    ::_exit(0);
  }
  ::close(channel[1]);
  std::string said;
  char bytes[4096];
  for (ssize_t n = 0; (n = ::read(channel[0], bytes, sizeof bytes)) > 0;)
    said.append(bytes, static_cast<std::size_t>(n));
  ::close(channel[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? said : "killed";
}

}  // namespace jitterscope
