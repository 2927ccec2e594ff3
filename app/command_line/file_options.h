#pragma once
// Options of files that are read, in the window as by `analyze`.
#include <optional>
#include <string>
#include <vector>

#include "core/measures/definitions/stream_clock.h"
#include "core/record/import/payload_rule.h"

namespace CLI {
class App;
}

namespace jitterscope {

/// --payload TYPE=MEDIUM/CLOCK (again for each type) and --clocks unknown|common. What they are given to must outlive
/// the parsing.
void add_file_options(CLI::App& command, std::vector<PayloadRule>& payloads, std::optional<ClockRelation>& clocks);

/// The same as a shell reads them again, each with a blank before it: " --payload 97=AMR/8000 --clocks common".
std::string file_option_words(const std::vector<PayloadRule>& payloads, const std::optional<ClockRelation>& clocks);

/// --from S and --to S: a stretch of what is read. What they are given to must outlive the parsing.
void add_span_options(CLI::App& command, std::optional<double>& from_s, std::optional<double>& to_s);
/// In the command's callback: throws what CLI11 shows when the stretch is none.
void check_span(const std::optional<double>& from_s, const std::optional<double>& to_s);

}  // namespace jitterscope
