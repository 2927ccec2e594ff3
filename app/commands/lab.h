#pragma once
// `jitterscope lab list|show|run`: the papers' experiments.
#include <functional>

namespace CLI {
class App;
}

namespace jitterscope {

/// Adds the subcommand; parsing it sets `run`.
CLI::App* add_lab(CLI::App& app, std::function<int()>& run);

}  // namespace jitterscope
