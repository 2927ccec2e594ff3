#pragma once
// `jitterscope relay`: the emulated link between two ends, started by the end whose user sets it.
#include <functional>

#include <CLI/CLI.hpp>

namespace jitterscope {

/// Adds the subcommand, which --help does not list; parsing it sets `run`.
CLI::App* add_relay(CLI::App& app, std::function<int()>& run);

}  // namespace jitterscope
