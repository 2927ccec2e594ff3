#pragma once
// `jitterscope export FILE --format F --out PATH`: a trace in the format of another program.
#include <functional>
#include <string>

#include <CLI/CLI.hpp>

namespace jitterscope {

struct ExportOptions {
  std::string file;
  std::string format;  // of export_formats()
  std::string out;
  bool anonymous = false;  // without names, addresses, files, devices
};

/// Names the files written on standard output. Returns the exit status: 0, or 1 with a sentence on standard error.
int run_export(const ExportOptions& options);
/// Adds the subcommand; parsing it sets `run`.
CLI::App* add_export(CLI::App& app, std::function<int()>& run);

}  // namespace jitterscope
