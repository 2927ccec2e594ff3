#pragma once
// What was set and what the conditions of the call were, as CSV files beside the packet lists.
#include "core/record/export/export.h"

namespace jitterscope::trace {

/// One file in `folder` for each of these tables that holds events, named after it; added to `files`. False: `error`
/// says why.
bool write_csv_tables(const TraceReader& trace, const std::string& folder, WrittenFiles& files, std::string& error);

}  // namespace jitterscope::trace
