#pragma once
// Where files of numbers come from: a line or a key in a CSV would break its readers, so it stands in a file beside.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/measures/report/provenance.h"
#include "core/record/export/export.h"

namespace jitterscope {

inline constexpr const char* kProvenanceFile = "provenance.json";  // of a folder

/// The path is "OUT/provenance.json" for an output folder OUT, and "FILE.csv.provenance.json" for a file FILE.csv.
/// nullopt: `out` is neither (a pipe, a device), and nothing can stand beside it.
std::optional<std::string> provenance_path(const std::string& out);

/// Writes the object of to_json(Provenance) to that path, with "files", the names of what was written. It replaces what
/// was there, and adds the path to `files`. False: `error` says why.
bool write_provenance_file(const Provenance& of, const std::string& out, WrittenFiles& files, std::string& error);

/// The content of a file that write_provenance_file() wrote.
struct StandingProvenance {
  std::string command;             // the command line; empty where it was left out
  std::vector<std::string> files;  // names of files beside it, never paths
  /// Whether `jitterscope NAME …` wrote them.
  bool is_of(std::string_view name) const;
};
/// nullopt: there is no such file, or it is not one of these.
std::optional<StandingProvenance> read_provenance_file(const std::string& path);

}  // namespace jitterscope
