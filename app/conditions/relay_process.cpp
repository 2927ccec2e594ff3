#include "app/conditions/relay_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "app/conditions/child_keeper.h"
#include "app/relay/relay_messages.h"
#include "core/base/realtime/clock.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

using nlohmann::json;

constexpr Duration kLongestAnswer = Duration::seconds(2);
constexpr Duration kLongestEnd = Duration::seconds(1);
constexpr std::size_t kMostEvents = 2000;  // a session takes them ten times a second
constexpr std::size_t kLongestLine = 64 * 1024;

Notice warning(const std::string& text) {
  return {1, ShortText<160>(text), monotonic_now()};
}

std::string status_words(int status) {
  if (WIFSIGNALED(status)) return fmt::format("killed by signal {}", WTERMSIG(status));
  return fmt::format("status {}", WEXITSTATUS(status));
}

}  // namespace

bool RelayProcess::start(std::string& error) {
  if (running()) return true;
  received_.clear();
  answer_.reset();
  late_answers_ = 0;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    error = fmt::format("The relay cannot be started ({}).", std::strerror(errno));
    return false;
  }
  // "tied": it dies with us (app/commands/counter.h).
  std::vector<std::string> words{"tied", std::to_string(getpid()), "relay"};
  if (!bind_.empty()) words.insert(words.end(), {"--bind", bind_});
  const int failure = start_child(program_, words, {ends[1], ends[1], STDERR_FILENO}, pid_);
  close(ends[1]);
  channel_ = OwnedDescriptor(ends[0]);
  if (failure == 0) return true;
  pid_ = -1;
  stop();
  error = fmt::format("The relay cannot be started ({}).", std::strerror(failure));
  return false;
}

void RelayProcess::stop() {
  channel_ = OwnedDescriptor();
  if (pid_ < 0) return;
  const Timestamp end = monotonic_now() + kLongestEnd;
  pid_t ended = 0;
  while ((ended = waitpid(pid_, nullptr, WNOHANG)) == 0 && monotonic_now() < end)
    sleep_until(monotonic_now() + Duration::ms(1));
  if (ended == 0) {
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {}
  }
  pid_ = -1;
}

bool RelayProcess::running() {
  int status = 0;
  if (pid_ >= 0 && waitpid(pid_, &status, WNOHANG) == pid_) {
    read_waiting();
    pid_ = -1;
    events_.push_back(warning("The relay of the emulated link ended unexpectedly (" + status_words(status) +
                              "). Set the link again to start another."));
    stop();
  }
  return pid_ >= 0;
}

std::optional<json> RelayProcess::ask(const json& command, std::string& error) {
  if (!running()) {
    error = "The relay of the emulated link does not run.";
    return std::nullopt;
  }
  answer_.reset();
  const std::string line = command.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
  const Timestamp end = monotonic_now() + kLongestAnswer;
  const bool sent =
      send(channel_.fd(), line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT) == static_cast<ssize_t>(line.size());
  while (sent && !answer_ && monotonic_now() < end && running()) {
    pollfd waiting{channel_.fd(), POLLIN, 0};
    poll(&waiting, 1, static_cast<int>(std::clamp((end - monotonic_now()).ms(), 0.0, 100.0)) + 1);
    read_waiting();
  }
  if (!answer_) {
    if (sent) ++late_answers_;
    error = running() ? "The relay of the emulated link does not answer. Switch the link off and on again."
                      : "The relay of the emulated link ended unexpectedly.";
    return std::nullopt;
  }
  return read_answer(*answer_, error);
}

void RelayProcess::read_waiting() {
  std::array<char, 16 * 1024> bytes{};
  ssize_t size = 0;
  while (channel_ && (size = recv(channel_.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT)) > 0) {
    received_.append(bytes.data(), static_cast<std::size_t>(size));
    std::size_t begin = 0;
    for (auto end = received_.find('\n'); end != std::string::npos; end = received_.find('\n', begin)) {
      take_line(std::string_view(received_).substr(begin, end - begin));
      begin = end + 1;
    }
    received_.erase(0, begin);
    if (received_.size() > kLongestLine) received_.clear();
  }
}

void RelayProcess::take_line(std::string_view line) {
  const RelayLine read = read_relay_line(line);
  if (read.is_answer) {
    if (late_answers_ > 0)
      --late_answers_;
    else
      answer_ = line;
    return;
  }
  if (events_.size() >= kMostEvents) events_.erase(events_.begin(), events_.begin() + kMostEvents / 2);
  if (read.report) events_.emplace_back(*read.report);
  if (read.notice) events_.emplace_back(warning(*read.notice));
}

std::optional<RelayPath> RelayProcess::set_route(const RelayRoute& route, std::string& error) {
  const auto answer = ask({{"route", write_route(route)}}, error);
  if (!answer) return std::nullopt;
  const auto path = read_path(*answer);
  if (!path) error = "The relay of the emulated link gave an answer that cannot be read.";
  return path;
}

bool RelayProcess::set_link(const LinkSettings& link, std::string& error) {
  return ask({{"link", link.to_string()}}, error).has_value();
}

bool RelayProcess::set_seed(std::uint32_t seed, std::string& error) {
  return ask({{"seed", seed}}, error).has_value();
}

bool RelayProcess::set_background(const BackgroundSetting& background, std::string& error) {
  return ask({{"background", background.to_string()}}, error).has_value();
}

bool RelayProcess::end_link(std::string& error) {
  return ask({{"end", true}}, error).has_value();
}

std::optional<std::uint16_t> RelayProcess::set_control(const SocketAddress& target, bool called_by_remote,
                                                       std::string& error) {
  const auto answer = ask({{"control", {{"to", target.to_string()}, {"called_by_remote", called_by_remote}}}}, error);
  if (answer && answer->is_number_unsigned()) return answer->get<std::uint16_t>();
  return std::nullopt;
}

std::vector<Event> RelayProcess::take_events() {
  running();  // notices its end
  read_waiting();
  return std::exchange(events_, {});
}

}  // namespace jitterscope
