#pragma once
// Options of files that are read, in the window as by `analyze`.
#include <optional>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/measures/definitions/stream_clocks.h"
#include "core/record/import/payload_rule.h"

namespace jitterscope {

/// --payload TYPE=MEDIUM/CLOCK (again for each type) and --clocks unknown|common. What they are given to must outlive
/// the parsing.
void add_file_options(CLI::App& command, std::vector<PayloadRule>& payloads, std::optional<ClockRelation>& clocks);

}  // namespace jitterscope
