#pragma once
// Processes that a lab starts from this program, gives sockets to, and reads results from.
#include <sys/types.h>

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/base/files/owned_descriptor.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// `jitterscope tied PID lab-process TASK` (core/lab/nahrstedt94/roles.h): ends with the thread that started it,
/// and soon after its standard input is closed. It writes a line of JSON when it is ready, and one when it is done.
class WorkerProcess {
 public:
  /// `descriptors` become 3, 4, … of the child. Returns when it is ready (at most 10 s).
  /// nullopt: `error` says why.
  static std::optional<WorkerProcess> start(const nlohmann::json& task, std::span<const int> descriptors,
                                            std::string& error);
  WorkerProcess(WorkerProcess&&) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) = delete;
  ~WorkerProcess();  // ends it for good

  /// Why it did not get its class; empty: it did.
  const std::string& refused() const { return refused_; }
  void tell_to_end() { input_ = OwnedDescriptor(); }
  /// Waits at most `limit` until it is done: its last line, an object. nullopt: `error` says why. Once.
  std::optional<nlohmann::json> result(Duration limit, std::string& error);

 private:
  WorkerProcess(pid_t child, OwnedDescriptor input, OwnedDescriptor output)
      : child_(child), input_(std::move(input)), output_(std::move(output)) {}
  std::optional<std::string> read_line(Timestamp until);

  pid_t child_ = -1;
  OwnedDescriptor input_, output_;
  std::string read_, refused_;
};

/// How a child runs; as "conditions" of its task.
struct ProcessConditions {
  Duration life = Duration::seconds(60);  // after that the kernel ends it, whatever became of the others
  bool realtime = false;
  int level = 0;             // of the real-time class
  int processor = -1;        // to stay on; -1: any
  bool own_session = false;  // another user's: a group of its own for the scheduler (autogroup)
};
nlohmann::json to_json(const ProcessConditions&);
/// In the child: takes what `task` says, within a bounded life, and writes the line that it is ready:
/// {"effective": "realtime 10", "refused": "" or why}.
void take_conditions(const nlohmann::json& task);
/// In the child: standard input was closed.
bool told_to_end();
void write_line(const nlohmann::json& result);

}  // namespace jitterscope
