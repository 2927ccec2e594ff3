#pragma once
// The relay as a child process: commands to its standard input, answers and reports from its standard output. One
// thread at a time.
#include <sys/types.h>

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/files/owned_descriptor.h"
#include "core/call/path/conditions_host.h"
#include "core/events/event.h"

namespace jitterscope {

class RelayProcess {
 public:
  /// `bind`: as of `jitterscope relay --bind`; empty: every address.
  explicit RelayProcess(std::string program = "/proc/self/exe", std::string bind = {})
      : program_(std::move(program)), bind_(std::move(bind)) {}
  ~RelayProcess() { stop(); }
  RelayProcess(const RelayProcess&) = delete;
  RelayProcess& operator=(const RelayProcess&) = delete;

  /// Starts `jitterscope relay` of this program unless it runs. It ends with this object, with the thread that called
  /// start() first, and with the program, even when that is killed. False: `error` says why.
  bool start(std::string& error);
  /// Drops what is on the link, of which no report tells unless end_link() came before. It waits some milliseconds for
  /// the end of the process; after a second it kills it.
  void stop();
  /// False too when it ended by itself; take_events says so once.
  bool running();

  // Each waits at most two seconds for the answer; a refusal or silence gives nullopt or false and `error`.
  std::optional<RelayPath> set_route(const RelayRoute& route, std::string& error);
  bool set_link(const LinkSettings& link, std::string& error);
  bool set_seed(std::uint32_t seed, std::string& error);
  bool set_background(const BackgroundSetting& background, std::string& error);
  /// What is on the link is dropped; take_events() then gives the last report, which counts it.
  bool end_link(std::string& error);
  std::optional<std::uint16_t> set_control(const SocketAddress& target, bool called_by_remote, std::string& error);

  /// LinkReports and Notices since the last call.
  std::vector<Event> take_events();

 private:
  std::optional<nlohmann::json> ask(const nlohmann::json& command, std::string& error);
  void read_waiting();
  void take_line(std::string_view line);

  const std::string program_, bind_;
  pid_t pid_ = -1;
  OwnedDescriptor channel_;            // to its standard input and from its standard output
  std::string received_;               // the beginning of a line
  std::optional<std::string> answer_;  // a line
  int late_answers_ = 0;               // still to come, of commands that were given up
  std::vector<Event> events_;
};

}  // namespace jitterscope
