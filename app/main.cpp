// The command line: one program, the window and its commands (resources/reference/command_line.md).
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <exception>
#include <functional>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "app/command_line/call_options.h"
#include "app/command_line/file_rights.h"
#include "app/command_line/output.h"
#include "app/commands/commands.h"
#include "app/commands/counter.h"
#include "app/devices/device_thread.h"
#include "core/lab/nahrstedt94/roles.h"

namespace {

/// Snapshots come and go many times a second for hours: few arenas, and what is large goes back to the system, so that
/// memory stays flat.
void keep_memory_flat() {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 64 * 1024);
  mallopt(M_TRIM_THRESHOLD, 256 * 1024);
}

int run_and_say(const std::function<int()>& run) {
  try {
    return run();
  } catch (const std::bad_alloc&) {
    jitterscope::say("This machine has not enough memory for it.");
  } catch (const std::exception& error) { jitterscope::say(error.what()); }
  return 1;
}

/// Help, or why the command line cannot be.
int explain(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out, err;
  const bool asked = app.exit(error, out, err) == 0;
  if (!err.str().empty()) jitterscope::say(std::string_view(err.str()).substr(0, err.str().find_last_not_of('\n') + 1));
  return run_and_say([&] { return jitterscope::print_text(out.str()), asked ? 0 : 2; });
}

int run_program(int count, char** arguments) {
  jitterscope::lay_down_file_rights();
  jitterscope::become_child_if_told(count, arguments);
  if (count == 3 && std::string_view(arguments[1]) == "lab-process") return jitterscope::run_lab_process(arguments[2]);
  keep_memory_flat();
  QCoreApplication::setApplicationName("jitterscope");  // of the folder of its traces, too
  CLI::App app{"Jitterscope: a videoconference that shows its own inside.\nWithout a command it opens its window.",
               "jitterscope"};
  app.set_version_flag("--version", JITTERSCOPE_VERSION);
  app.require_subcommand(0, 1);
  app.footer(std::string(jitterscope::kNothingIsEncrypted));
  jitterscope::Run run;
  jitterscope::add_window(app, run);
  const std::vector<std::string> words(arguments + 1, arguments + count);
  jitterscope::add_demo(app, run, words);
  jitterscope::add_listen(app, run);
  jitterscope::add_call(app, run);
  jitterscope::add_analyze(app, run);
  jitterscope::add_compare(app, run);
  jitterscope::add_export(app, run);
  jitterscope::add_report(app, run);
  jitterscope::add_relay(app, run);
  jitterscope::add_lab(app, run);
  jitterscope::add_doctor(app, run);
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) { return explain(app, error); }
  const int status = run_and_say(run);
  jitterscope::leave_if_stuck(status);
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  return run_and_say([&] { return run_program(count, arguments); });
}
