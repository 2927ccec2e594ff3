#pragma once
// `jitterscope call HOST[:PORT]`, `jitterscope listen` and the plain window.
#include <functional>

#include <CLI/CLI.hpp>

namespace jitterscope {

/// Each adds a subcommand; parsing it sets `run`, which returns the exit status.
CLI::App* add_call(CLI::App& app, std::function<int()>& run);
CLI::App* add_listen(CLI::App& app, std::function<int()>& run);
/// What the program does without a subcommand.
int run_window();

}  // namespace jitterscope
