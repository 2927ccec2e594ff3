#include "core/lab/engine/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/priority_class.h"
#include "core/base/realtime/processors.h"

namespace jitterscope {
namespace {

constexpr Duration kReadyWithin = Duration::seconds(10);
constexpr std::size_t kLongestAnswer = 16 << 20;  // bytes
constexpr int kAboveTheirs = 64;  // descriptors from here on cannot be in the way of the child's 3, 4, …
constexpr double kLongestLife_s = 1e7;
constexpr rlim_t kLongestRealtime_us = 1'000'000;  // without a sleep: a runaway is ended

/// `descriptors` become 0, 1, 3, 4, … of the child.
int spawn_self(std::vector<std::string> words, const std::vector<OwnedDescriptor>& descriptors, pid_t& child) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  int fault = 0;
  for (int i = 0; i < static_cast<int>(descriptors.size()); ++i)
    fault |=
        posix_spawn_file_actions_adddup2(&actions, descriptors[static_cast<std::size_t>(i)].fd(), i < 2 ? i : i + 1);
  if (fault == 0) fault = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return fault;
}

}  // namespace

std::optional<WorkerProcess> WorkerProcess::start(const nlohmann::json& task, std::span<const int> descriptors,
                                                  std::string& error) {
  int input[2] = {-1, -1}, output[2] = {-1, -1};
  int fault = pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0 ? errno : 0;
  OwnedDescriptor to_child(input[1]), from_child(output[0]);
  std::vector<OwnedDescriptor> theirs;
  for (const int fd : {input[0], output[1]}) theirs.emplace_back(fd);
  for (const int fd : descriptors) theirs.emplace_back(fcntl(fd, F_DUPFD_CLOEXEC, kAboveTheirs));
  pid_t child = -1;
  if (fault == 0)
    fault = spawn_self({"jitterscope", "tied", std::to_string(getpid()), "lab-process", task.dump()}, theirs, child);
  theirs.clear();  // were one still open here, the end of the child would not be seen
  if (fault != 0) {
    error = fmt::format("The program could not start itself: {}.", std::strerror(fault));
    return std::nullopt;
  }
  WorkerProcess told(child, std::move(to_child), std::move(from_child));
  const auto line = told.read_line(monotonic_now() + kReadyWithin);
  if (!line) {
    error = "A process of the experiment did not get ready.";
    return std::nullopt;
  }
  const auto ready = nlohmann::json::parse(*line, nullptr, false);
  if (ready.is_object()) told.refused_ = ready.value("refused", "");
  return told;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : child_(std::exchange(other.child_, -1)),
      input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      read_(std::move(other.read_)),
      refused_(std::move(other.refused_)) {}

WorkerProcess::~WorkerProcess() {
  if (child_ <= 0) return;
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

std::optional<std::string> WorkerProcess::read_line(Timestamp until) {
  while (true) {
    const auto end = read_.find('\n');
    if (end != std::string::npos) {
      std::string line = read_.substr(0, end);
      read_.erase(0, end + 1);
      return line;
    }
    const Duration left = until - monotonic_now();
    pollfd wait{output_.fd(), POLLIN, 0};
    if (left.ns() <= 0 || read_.size() > kLongestAnswer) return std::nullopt;
    const int ready = poll(&wait, 1, static_cast<int>(left.ms()) + 1);
    if (ready < 0 && errno != EINTR) return std::nullopt;
    if (ready <= 0) continue;
    char bytes[65536];
    const ssize_t count = read(output_.fd(), bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    read_.append(bytes, static_cast<std::size_t>(count));
  }
}

std::optional<nlohmann::json> WorkerProcess::result(Duration limit, std::string& error) {
  const auto line = read_line(monotonic_now() + limit);
  auto result = nlohmann::json::parse(line.value_or(""), nullptr, false);
  if (line && result.is_object()) return result;
  error = line ? "A process of the experiment gave no result."
               : fmt::format("A process of the experiment ended early or not within {:.0f} s.", limit.seconds());
  return std::nullopt;
}

nlohmann::json to_json(const ProcessConditions& conditions) {
  return {{"life_s", conditions.life.seconds()},
          {"realtime", conditions.realtime},
          {"level", conditions.level},
          {"processor", conditions.processor},
          {"own_session", conditions.own_session}};
}

void take_conditions(const nlohmann::json& task) {
  const nlohmann::json& how = task.at("conditions");
  alarm(static_cast<unsigned>(std::clamp(how.at("life_s").get<double>(), 1.0, kLongestLife_s)));
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_NAME, ("js-" + task.value("role", "lab")).c_str());
  if (how.value("own_session", false)) setsid();
  if (const int processor = how.value("processor", -1); processor >= 0) run_on(0, processor);
  set_finest_timer_slack();
  const rlimit limit{kLongestRealtime_us, kLongestRealtime_us};
  setrlimit(RLIMIT_RTTIME, &limit);
  PrioritySetting wanted;
  if (how.value("realtime", false)) wanted = {PrioritySetting::Kind::kRealtime, how.value("level", 1)};
  const PriorityResult result = apply_priority(wanted, ThreadRole::kVideoSend, 0);
  write_line({{"effective", result.effective ? result.effective->to_string() : ""}, {"refused", result.reason}});
}

bool told_to_end() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, 0) > 0;
}

void write_line(const nlohmann::json& result) {
  std::fputs((result.dump() + "\n").c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace jitterscope
