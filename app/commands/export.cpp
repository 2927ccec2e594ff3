#include "app/commands/export.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <memory>

#include "core/trace/export.h"

namespace jitterscope {
namespace {

using Exporter = std::optional<WrittenFiles> (*)(const TraceReader&, const std::string&, std::string&);
constexpr std::array<std::pair<const char*, Exporter>, 5> kExporters{
    {{"csv", export_csv}, {"json", export_json}, {"pcapng", export_pcapng}, {"rtpdump", export_rtpdump}, {"sdp", export_sdp}}};

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const auto& [name, exporter] : kExporters) names.emplace_back(name);
  return names;
}

Exporter find_exporter(const std::string& format) {
  for (const auto& [name, exporter] : kExporters)
    if (format == name) return exporter;
  return nullptr;
}

}  // namespace

int run_export(const ExportOptions& options) {
  const Exporter exporter = find_exporter(options.format);
  std::string error = "There is no export format " + options.format + ".";
  const auto trace = exporter ? TraceReader::open(options.file, error) : nullptr;
  const auto files = trace ? exporter(*trace, options.out, error) : std::nullopt;
  if (!files) {
    fmt::print(stderr, "{}\n", error);
    return 1;
  }
  for (const std::string& file : *files) fmt::print("{}\n", file);
  return 0;
}

CLI::App* add_export(CLI::App& app, std::function<int()>& run) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "A trace in the format of another program");
  command->add_option("FILE", options->file, ".jscope trace")->required();
  command->add_option("--format", options->format, "csv (a file a stream), json, pcapng, rtpdump or sdp")
      ->required()
      ->check(CLI::IsMember(format_names()));
  command->add_option("--out", options->out, "File to write; for csv also a folder")->required();
  command->callback([options, &run] { run = [options] { return run_export(*options); }; });
  return command;
}

}  // namespace jitterscope
