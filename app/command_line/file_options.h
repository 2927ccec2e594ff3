#pragma once
// Options of files that are read, in the window as by `analyze`.
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/option_list.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/record/import/payload_rule.h"

namespace jitterscope {

/// --payload TYPE=MEDIUM/CLOCK (again for each type) and --clocks unknown|common.
void add_file_options(OptionList command, std::vector<PayloadRule>& payloads, std::optional<ClockRelation>& clocks);

/// The same as a shell reads them again, each with a blank before it: " --payload 97=AMR/8000 --clocks common".
std::string file_option_words(const std::vector<PayloadRule>& payloads, const std::optional<ClockRelation>& clocks);

/// --from S and --to S: a stretch of what is read.
void add_span_options(OptionList command, std::optional<double>& from_s, std::optional<double>& to_s);
/// Once both are known: refuses a stretch that is none.
void check_span(const std::optional<double>& from_s, const std::optional<double>& to_s);

}  // namespace jitterscope
