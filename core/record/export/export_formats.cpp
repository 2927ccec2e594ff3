#include <array>
#include <filesystem>

#include "core/record/export/export.h"

namespace jitterscope {
namespace {

using Exporter = std::optional<WrittenFiles> (*)(const TraceReader&, const std::string&, std::string&);
constexpr std::array<std::pair<std::string_view, Exporter>, 6> kExporters{{{"csv", export_csv},
                                                                           {"json", export_json},
                                                                           {"pcapng", export_pcapng},
                                                                           {"rtpdump", export_rtpdump},
                                                                           {"sdp", export_sdp},
                                                                           {"jscope", export_jscope}}};
}  // namespace

std::vector<std::string> export_formats() {
  std::vector<std::string> names;
  for (const auto& [name, exporter] : kExporters) names.emplace_back(name);
  return names;
}

std::optional<WrittenFiles> export_trace(std::string_view format, const TraceReader& trace, const std::string& out,
                                         std::string& error) {
  std::error_code code;
  if (std::filesystem::equivalent(out, trace.path(), code)) {
    error = out + " is the trace itself. Choose another file.";
    return std::nullopt;
  }
  for (const auto& [name, exporter] : kExporters)
    if (format == name) return exporter(trace, out, error);
  error = "There is no export format " + std::string(format) + ".";
  return std::nullopt;
}

}  // namespace jitterscope
