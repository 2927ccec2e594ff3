#pragma once
// The folder of a lab's results: result.json, report.html, a CSV a table, an SVG a plot, the cells and their traces.
#include <string>

#include "core/lab/engine/lab.h"

namespace jitterscope {

class ProvenanceSource;

/// What an earlier run left in the folder; empty: nothing.
std::string earlier_result(const std::string& folder);
/// Removes what write_results() of a lab wrote there, the cells and the traces.
void remove_earlier_result(const std::string& folder);

/// The result as the JSON object that is printed and written.
nlohmann::ordered_json result_json(const LabResult& result, const ProvenanceSource& source);
/// Writes all files but cells and traces; what is there is replaced. False: `error` says why.
bool write_results(const LabDefinition& lab, const LabResult& result, const std::string& folder,
                   const ProvenanceSource& source, std::string& error);

}  // namespace jitterscope
