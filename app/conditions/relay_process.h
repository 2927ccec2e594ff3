#pragma once
// The relay as a child process: commands to its standard input, answers and reports from its standard output. All
// functions are called on one thread.
#include <sys/types.h>

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/call/conditions_host.h"
#include "core/events/events.h"

namespace jitterscope {

class RelayProcess {
 public:
  RelayProcess() = default;
  ~RelayProcess();  // stop()
  RelayProcess(const RelayProcess&) = delete;
  RelayProcess& operator=(const RelayProcess&) = delete;

  /// Starts `jitterscope relay` of this program unless it runs. False: `error` says why.
  bool start(std::string& error);
  /// Closes its standard input, then ends it; waits at most a second.
  void stop();
  /// False too when it ended by itself; take_events says so once.
  bool running();

  // Each waits at most a second for the answer; a refusal or silence gives nullopt or false and `error`.
  std::optional<RelayPath> set_route(const RelayRoute& route, std::string& error);
  bool set_link(const LinkSettings& link, std::string& error);
  bool set_background(const BackgroundSetting& background, std::string& error);
  std::optional<std::uint16_t> set_control(const SocketAddress& target, std::string& error);

  /// LinkReports and Notices since the last call.
  std::vector<Event> take_events();

 private:
  bool ask(const nlohmann::json& command, nlohmann::json& answer, std::string& error);
  bool read_some();
  void take_line(std::string_view line);
  void reap(bool expected);

  pid_t pid_ = -1;
  int to_relay_ = -1, from_relay_ = -1;
  std::string received_;             // the beginning of a line
  std::optional<std::string> answer_;
  std::vector<Event> events_;
};

}  // namespace jitterscope
