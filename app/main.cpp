// The command line: one program, the window and its commands (resources/reference/command_line.md).
#include <malloc.h>

#include <QCoreApplication>
#include <exception>
#include <functional>
#include <new>
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

int run_program(int count, char** arguments) {
  jitterscope::lay_down_file_rights();
  jitterscope::become_child_if_told(count, arguments);
  if (count == 3 && std::string_view(arguments[1]) == "lab-process") return jitterscope::run_lab_process(arguments[2]);
  keep_memory_flat();
  QCoreApplication::setApplicationName("jitterscope");  // of the folder of its traces, too
  jitterscope::CommandLine line(
      "Jitterscope: a videoconference that shows its own inside.\nWithout a command it opens its window.",
      "jitterscope", JITTERSCOPE_VERSION);
  const jitterscope::OptionList program = line.options();
  program.needs_command(0);
  program.footer(std::string(jitterscope::kNothingIsEncrypted));
  jitterscope::Run run;
  jitterscope::add_window(program, run);
  const std::vector<std::string> words(arguments + 1, arguments + count);
  jitterscope::add_demo(program, run, words);
  jitterscope::add_listen(program, run);
  jitterscope::add_call(program, run);
  jitterscope::add_analyze(program, run);
  jitterscope::add_compare(program, run);
  jitterscope::add_export(program, run);
  jitterscope::add_report(program, run);
  jitterscope::add_relay(program, run);
  jitterscope::add_lab(program, run);
  jitterscope::add_doctor(program, run);
  if (const auto explained = line.parse(words)) return *explained;
  const int status = run_and_say(run);
  jitterscope::leave_if_stuck(status);
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  return run_and_say([&] { return run_program(count, arguments); });
}
