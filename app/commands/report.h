#pragma once
// `jitterscope report FILE --out REPORT.html|REPORT.pdf`: a page of a file to hand out.
#include <functional>

namespace CLI {
class App;
}

namespace jitterscope {

/// Adds the subcommand; parsing it sets `run`.
CLI::App* add_report(CLI::App& app, std::function<int()>& run);

}  // namespace jitterscope
