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

/// The same as arguments of a program: "--payload", "97=AMR/8000", "--clocks", "common". `port`: --port, too.
std::vector<std::string> file_arguments(const std::vector<PayloadRule>& payloads,
                                        const std::optional<ClockRelation>& clocks,
                                        const std::optional<std::uint16_t>& port = {});
/// As a shell reads them again, each with a blank before it.
std::string shell_words(const std::vector<std::string>& arguments);

/// --from S and --to S: a stretch of what is read.
void add_span_options(OptionList command, std::optional<double>& from_s, std::optional<double>& to_s);
/// Once both are known: refuses a stretch that is none.
void check_span(const std::optional<double>& from_s, const std::optional<double>& to_s);

}  // namespace jitterscope
