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

/// Of an output folder OUT "OUT/provenance.json", of a file FILE.csv "FILE.csv.provenance.json"; nullopt: `out` is
/// neither (a pipe, a device), and nothing can stand beside it.
std::optional<std::string> provenance_path(const std::string& out);

/// The object of to_json(Provenance) with "files", the names of what was written, there. What was there is replaced.
/// Added to `files`. False: `error` says why.
bool write_provenance_file(const Provenance& of, const std::string& out, WrittenFiles& files, std::string& error);

/// What a file says that write_provenance_file() wrote.
struct StandingProvenance {
  std::string command;             // the command line; empty where it was left out
  std::vector<std::string> files;  // names of files beside it, never paths
  /// Whether `jitterscope NAME …` wrote them.
  bool is_of(std::string_view name) const;
};
/// nullopt: there is no such file, or it is not one of these.
std::optional<StandingProvenance> read_provenance_file(const std::string& path);

}  // namespace jitterscope
