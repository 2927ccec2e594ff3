#include "core/lab/engine/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

namespace jitterscope {
namespace {

constexpr auto kChildLook = std::chrono::milliseconds(50);
constexpr std::size_t kLongestReason = 500;  // bytes
constexpr Duration kGrace = Duration::seconds(5);

/// waitpid's status, or nullopt when the child still runs after `limit`.
std::optional<int> wait_for(pid_t child, Duration limit) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(limit.ns());
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() >= end) return std::nullopt;
    std::this_thread::sleep_for(kChildLook);
  }
  return status;
}

}  // namespace

std::optional<pid_t> start_program(const ChildProgram& program, const std::vector<std::string>& arguments,
                                   const std::string& log, std::string& error) {
  std::vector<char*> words{const_cast<char*>(program.name)};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int fault = posix_spawnp(&child, program.file, &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (fault == 0) return child;
  error = fmt::format("The program {} could not be started: {}.", program.name, std::strerror(fault));
  if (fault == ENOENT && program.package) error += fmt::format(" It is in the package {}.", program.package);
  return std::nullopt;
}

std::optional<int> run_program(const ChildProgram& program, const std::vector<std::string>& arguments,
                               const std::string& log, Duration limit, std::string& error) {
  const auto child = start_program(program, arguments, log, error);
  if (!child) return std::nullopt;
  auto status = wait_for(*child, limit);
  if (!status) {
    kill(*child, SIGTERM);
    if (!wait_for(*child, kGrace)) {
      kill(*child, SIGKILL);
      waitpid(*child, nullptr, 0);
    }
    error = fmt::format("A run of {} did not end within {:.0f} s.", program.name, limit.seconds());
    return std::nullopt;
  }
  if (WIFEXITED(*status)) return WEXITSTATUS(*status);
  error = fmt::format("A run of {} was ended by signal {}.", program.name, WTERMSIG(*status));
  return std::nullopt;
}

std::string last_words_in(const std::string& log) {
  std::ifstream in(log);
  std::string last;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line.front() != '{') last = line;
  return last.substr(0, kLongestReason);
}

}  // namespace jitterscope
