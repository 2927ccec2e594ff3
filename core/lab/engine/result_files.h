#pragma once
// A lab's result as files for people and programs.
#include <string>

#include "core/lab/engine/lab.h"

namespace jitterscope {

/// result.json, report.html, TABLE.csv of each table, GROUP.svg of each group of series, into `folder` (made if need
/// be; what is there is replaced). False: `error` says why.
bool write_result_files(const LabDefinition& lab, const LabResult& result, const std::string& folder,
                        std::string& error);

/// One HTML page that needs nothing else: table, findings with marks, plots.
std::string report_html(const LabDefinition& lab, const LabResult& result);

}  // namespace jitterscope
