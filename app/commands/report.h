#pragma once
// `jitterscope report FILE --out REPORT.html|REPORT.pdf`: a page of a file to hand out.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/measures/definitions/stream_clocks.h"
#include "core/record/import/payload_rule.h"

namespace CLI {
class App;
}

namespace jitterscope {

struct ReportOptions {
  std::string file, out;
  std::optional<double> from_s, to_s;  // since the call began, of other files since the first packet
  std::vector<PayloadRule> payloads;   // of captures
  std::optional<ClockRelation> clocks;
};

/// Names the file written on standard output. Returns the exit status: 0, or 1 with a sentence on standard error.
int run_report(const ReportOptions& options);
/// Adds the subcommand; parsing it sets `run`.
CLI::App* add_report(CLI::App& app, std::function<int()>& run);

}  // namespace jitterscope
