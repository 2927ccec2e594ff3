#include "app/provenance/provenance_source.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <ctime>

#include "app/provenance/build_facts.h"
#include "app/provenance/system_facts.h"
#include "core/base/units/shell_word.h"

namespace jitterscope {
namespace {

std::optional<Provenance::LoadAverage> load_average() {
  Provenance::LoadAverage load{};
  if (getloadavg(load.data(), static_cast<int>(load.size())) != static_cast<int>(load.size())) return std::nullopt;
  for (double& each : load) each = std::round(each * 100) / 100;
  return load;
}

/// "2026-11-26T16:02:31+01:00"
std::string time_words(std::time_t at) {
  std::tm local{};
  char text[32], zone[8];
  if (!localtime_r(&at, &local) || std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &local) == 0 ||
      std::strftime(zone, sizeof zone, "%z", &local) != 5)
    return {};
  return std::string(text) + std::string(zone, 3) + ":" + std::string(zone + 3, 2);
}

}  // namespace

ProvenanceSource::ProvenanceSource(const std::vector<std::string>& words) : command_("jitterscope") {
  for (const std::string& word : words) command_ += " " + shell_word(word);
  utsname names{};
  uname(&names);
  machine_.system = system_name();
  machine_.processor = field_of("/proc/cpuinfo", "model name");
  machine_.kernel = names.release;
  machine_.architecture = names.machine;
  machine_.processors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  machine_.is_virtual = is_virtual();
  machine_.load_at_begin = load_average();
}

Provenance ProvenanceSource::now() const {
  Provenance made = of_program();
  if (std::string at = time_words(std::time(nullptr)); !at.empty()) made.made_at = std::move(at);
  made.command = command_;
  made.machine = machine_;
  made.machine->load_at_end = load_average();
  return made;
}

Provenance ProvenanceSource::of_program() const {
  Provenance made;
  made.program = "jitterscope";
  made.version = program_version();
  made.revision = source_revision();
  made.compiler = compiler_words();
  return made;
}

}  // namespace jitterscope
