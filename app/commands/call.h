#pragma once
// `jitterscope call HOST[:PORT]`, `jitterscope listen` and the plain window.
#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "core/record/open/opened_call.h"

namespace jitterscope {

/// Each adds a subcommand; parsing it sets `run`, which returns the exit status.
CLI::App* add_call(CLI::App& app, std::function<int()>& run);
CLI::App* add_listen(CLI::App& app, std::function<int()>& run);
/// The plain window, with a file opened in it.
struct WindowOptions {
  std::string file;  // empty = none
  std::string name;  // empty = the one that was kept
  OpenOptions open;
  bool usual_settings = false;  // what windows before have kept is not used, and nothing is kept
};
/// What the program takes without a subcommand.
void add_window_options(CLI::App& app, const std::shared_ptr<WindowOptions>& options);
/// What the program does without a subcommand.
int run_window(const WindowOptions& options);

}  // namespace jitterscope
