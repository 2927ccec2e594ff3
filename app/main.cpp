// The command line: one program, the window and the commands of interface.md.
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "app/commands/analyze.h"
#include "app/commands/call.h"
#include "app/commands/counter.h"
#include "app/commands/demo.h"
#include "app/commands/doctor.h"
#include "app/commands/export.h"
#include "app/commands/lab.h"
#include "app/commands/lab_process.h"
#include "app/commands/relay.h"
#include "app/devices/device_thread.h"

namespace {

/// Snapshots come and go many times a second for hours: few arenas, and what is large goes back to the system, so that
/// memory stays flat.
void keep_memory_flat() {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 64 * 1024);
  mallopt(M_TRIM_THRESHOLD, 256 * 1024);
}

}  // namespace

int main(int count, char** arguments) {
  jitterscope::become_child_if_told(count, arguments);
  if (const auto status = jitterscope::run_lab_process_if_told(count, arguments)) return *status;
  keep_memory_flat();
  CLI::App app{"Jitterscope: a videoconference that shows its own inside.\nWithout a command it opens its window.", "jitterscope"};
  app.set_version_flag("--version", JITTERSCOPE_VERSION);
  app.require_subcommand(0, 1);
  std::function<int()> run = jitterscope::run_window;
  const std::vector<std::string> words(arguments + 1, arguments + count);
  jitterscope::add_demo(app, run, words);
  jitterscope::add_listen(app, run);
  jitterscope::add_call(app, run);
  jitterscope::add_analyze(app, run);
  jitterscope::add_export(app, run);
  jitterscope::add_relay(app, run);
  jitterscope::add_lab(app, run);
  jitterscope::add_doctor(app, run);
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const int status = run();
  jitterscope::leave_if_stuck(status);
  return status;
}
