#pragma once
// A lab with parameters of one's own as a file, and where results of labs come from.
#include <optional>
#include <string>
#include <utility>

#include "core/lab/engine/lab.h"
#include "core/measures/report/provenance.h"

namespace jitterscope {

class ProvenanceSource;

/// The lab that a file names, and its run; not yet prepared. nullopt: `error` says why.
std::optional<std::pair<std::string, LabRun>> lab_of_file(const std::string& path, std::string& error);

/// A sentence where others use this machine, which a live lab measures too; empty: nobody does.
std::string foreign_load_words();

/// A simulated result is the same bytes whenever and wherever it is made: of these it names the program alone.
Provenance provenance_of(const LabResult& result, const ProvenanceSource& source);
/// The same in sentences.
std::string made_words(const LabResult& result, const ProvenanceSource& source);

}  // namespace jitterscope
