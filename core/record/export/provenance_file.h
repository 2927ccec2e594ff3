#pragma once
// Where files of numbers come from: a line or a key in a CSV would break its readers, so it stands in a file beside.
#include <optional>
#include <string>

#include "core/measures/report/provenance.h"
#include "core/record/export/export.h"

namespace jitterscope {

/// Of an output folder OUT "OUT/provenance.json", of a file FILE.csv "FILE.csv.provenance.json"; nullopt: `out` is
/// neither (a pipe, a device), and nothing can stand beside it.
std::optional<std::string> provenance_path(const std::string& out);

/// The object of to_json(Provenance) with "files", the names of what was written, there. What was there is replaced.
/// Added to `files`. False: `error` says why.
bool write_provenance_file(const Provenance& of, const std::string& out, WrittenFiles& files, std::string& error);

}  // namespace jitterscope
