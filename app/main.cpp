// The command line: one program, the window and its commands (resources/reference/command_line.md).
#include <malloc.h>

#include <QCoreApplication>
#include <string>
#include <vector>

#include "app/command_line/call_options.h"
#include "app/command_line/file_rights.h"
#include "app/command_line/run_and_say.h"
#include "app/commands/commands.h"
#include "app/commands/counter.h"
#include "app/devices/device_thread.h"
#include "app/provenance/build_facts.h"
#include "app/provenance/provenance_source.h"
#include "core/lab/nahrstedt94/roles.h"

namespace {

/// Snapshots come and go many times a second for hours: few arenas, and what is large goes back to the system, so that
/// memory stays flat.
void keep_memory_flat() {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 64 * 1024);
  mallopt(M_TRIM_THRESHOLD, 256 * 1024);
}

int run_program(int count, char** arguments) {
  jitterscope::lay_down_file_rights();
  jitterscope::become_child_if_told(count, arguments);
  if (count == 3 && std::string_view(arguments[1]) == "lab-process") return jitterscope::run_lab_process(arguments[2]);
  jitterscope::end_with_sentence_without_memory();
  keep_memory_flat();
  QCoreApplication::setApplicationName("jitterscope");  // of the folder of its traces, too
  jitterscope::CommandLine line(
      "Jitterscope: a videoconference that shows its own inside.\nWithout a command it opens its window.",
      "jitterscope", jitterscope::version_text());
  const jitterscope::OptionList program = line.options();
  program.needs_command(0);
  program.footer(std::string(jitterscope::kNothingIsEncrypted));
  jitterscope::Run run;
  const std::vector<std::string> words(arguments + 1, arguments + count);
  const jitterscope::ProvenanceSource made(words);
  jitterscope::add_window(program, run, made);
  jitterscope::add_demo(program, run, words, made);
  jitterscope::add_listen(program, run, made);
  jitterscope::add_call(program, run, made);
  jitterscope::add_analyze(program, run, made);
  jitterscope::add_compare(program, run, made);
  jitterscope::add_export(program, run, made);
  jitterscope::add_report(program, run, made);
  jitterscope::add_plot(program, run, made);
  jitterscope::add_relay(program, run);
  jitterscope::add_lab(program, run, made);
  jitterscope::add_doctor(program, run, made);
  if (const auto explained = line.parse(words)) return *explained;
  const int status = jitterscope::run_and_say(run);
  jitterscope::leave_if_stuck(status);
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  return jitterscope::run_and_say([&] { return run_program(count, arguments); });
}
