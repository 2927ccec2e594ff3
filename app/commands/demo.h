#pragma once
// `jitterscope demo`: two processes hold a call on this machine.
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace jitterscope {

/// `words`: the command line without the program's name; the remote gets the same options.
CLI::App* add_demo(CLI::App& app, std::function<int()>& run, const std::vector<std::string>& words);

}  // namespace jitterscope
