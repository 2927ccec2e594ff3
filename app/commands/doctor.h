#pragma once
// `jitterscope doctor`: what this machine allows and how good it is, each with a remedy.
#include <functional>

#include <CLI/CLI.hpp>

namespace jitterscope {

/// Adds the subcommand; parsing it sets `run`. Its exit status is 0 whatever it found.
CLI::App* add_doctor(CLI::App& app, std::function<int()>& run);

}  // namespace jitterscope
