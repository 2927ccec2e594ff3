#pragma once
// Where a result comes from: program, date, command and machine. The algorithms know nothing of it; app fills it, and
// what writes results puts it beside them.
#include <array>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace jitterscope {

/// A member is absent where it is not known or not told.
struct Provenance {
  /// The means of the last one, five and fifteen minutes, as getloadavg() gives them.
  using LoadAverage = std::array<double, 3>;
  struct Machine {
    std::optional<std::string> system, processor;           // "Debian GNU/Linux 12 (bookworm)", "AMD EPYC 7B13"
    std::string kernel, architecture;                       // "6.1.0-28-amd64", "x86_64"
    int processors = 0;                                     // that are online
    bool is_virtual = false;                                // it runs under a hypervisor
    std::optional<LoadAverage> load_at_begin, load_at_end;  // of the program's run
  };
  std::string program, version;
  std::optional<std::string> revision;  // of the source it was built from; absent: not built from a checkout
  std::string compiler;                 // "GNU 12.2.0, Release"
  std::optional<std::string> made_at;   // ISO 8601 with the offset of its zone
  std::optional<std::string> command;   // as a shell reads it again
  std::optional<Machine> machine;
};

/// "0.1.1 (revision 82c3881b)", as a trace names what recorded it.
std::string version_words(const Provenance& of);
/// One or two plain sentences for a page: "Made by jitterscope 0.1.1 (revision 82c3881b) at … with “…”. Machine: …".
std::string provenance_sentence(const Provenance& of);
/// {"program", "version", "revision", "compiler", "made_at", "command", "machine": {"system", "kernel", "architecture",
/// "processor", "processors", "virtual", "load_average": {"begin", "end"}}}; absent = null.
nlohmann::ordered_json to_json(const Provenance& of);
/// Leaves out command and machine: what they name may be nobody's to know.
Provenance without_names(Provenance of);

}  // namespace jitterscope
