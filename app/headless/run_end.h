#pragma once
// One end of a call from start to finish: devices, session, window or none, script, summary.
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/call_options.h"
#include "core/base/net/host_port.h"
#include "core/record/open/opened_call.h"

namespace jitterscope {

class KernelPath;
class ProvenanceSource;

struct EndPlan {
  std::optional<std::uint16_t> listen;  // control port
  bool next_free_port = false;
  bool auto_accept = false;
  std::optional<HostPort> call;       // placed at once
  bool one_call = false;              // the program ends with the first call
  bool of_user = false;               // its window begins as its user left the one before, else with the first devices
  bool keeps_name = false;            // the name given is that of later windows too
  bool waits_to_be_asked = false;     // its window opens neither port nor device until its user wants a call
  bool callers_pass_link = false;     // callers of this machine reach this end through its link
  KernelPath* kernel_path = nullptr;  // for path=kernel: the line at whose near side this process is
  const ProvenanceSource* made = nullptr;  // says where what the window writes comes from; outlives the end
  std::vector<std::string> replaced = {};  // files of this end that go once nothing stands against it; see run_end()
  std::string file;                        // opened in the window; empty = none
  OpenOptions open;                        // how files are read
  /// Called when the session listens, with the port that callers of this machine are to call.
  std::function<void(std::uint16_t)> started;
  /// Called when this end's time limit or Ctrl-C ends the call, before the remote hears of it.
  std::function<void()> hanging_up;
  /// Called after the call, while Qt still runs.
  std::function<void()> finished;
};

struct EndResult {
  int status = 0;  // exit status (resources/reference/command_line.md)
  nlohmann::ordered_json summary_json;
  std::string summary_text;
};

/// Blocks until the end is over. Before it begins, and after all that can be checked of it has been, the plan's
/// replaced files are removed, with what the recorder of one that was killed left beside it. Complaints go to standard
/// error, nothing to standard output.
EndResult run_end(const CallOptions& options, const EndPlan& plan);

/// True when a window could be shown.
bool has_display();
/// Where traces go when nobody says otherwise: a file that does not exist yet.
std::string next_trace_path();

}  // namespace jitterscope
