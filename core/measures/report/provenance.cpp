#include "core/measures/report/provenance.h"

#include <fmt/format.h>

namespace jitterscope {
namespace {

std::string load_words(const Provenance::Machine& machine) {
  if (!machine.load_at_begin || !machine.load_at_end) return {};
  return fmt::format("; load average {:.2f} at the beginning, {:.2f} at the end", machine.load_at_begin->front(),
                     machine.load_at_end->front());
}

std::string machine_words(const Provenance::Machine& machine) {
  return fmt::format("{}, {} processor{}, {}kernel {} {}{}{}", machine.processor.value_or("processor not known"),
                     machine.processors, machine.processors == 1 ? "" : "s",
                     machine.system ? *machine.system + ", " : "", machine.kernel, machine.architecture,
                     machine.is_virtual ? ", a virtual machine" : "", load_words(machine));
}

}  // namespace

std::string version_words(const Provenance& of) {
  return of.revision ? fmt::format("{} (revision {})", of.version, *of.revision) : of.version;
}

std::string provenance_sentence(const Provenance& of) {
  std::string words = fmt::format("Made by {} {}", of.program, version_words(of));
  if (of.made_at) words += " at " + *of.made_at;
  if (of.command) words += " with “" + *of.command + "”";
  words += '.';
  if (of.machine) words += " Machine: " + machine_words(*of.machine) + ".";
  return words;
}

Provenance without_names(Provenance of) {
  of.command.reset();
  of.machine.reset();
  return of;
}

}  // namespace jitterscope
