#include <array>
#include <filesystem>

#include "core/events/event.h"
#include "core/record/export/export.h"
#include "core/record/export/provenance_file.h"
#include "core/record/trace/recorder.h"

namespace jitterscope {
namespace {

using Exporter = std::optional<WrittenFiles> (*)(const TraceReader&, const std::string&, std::string&);
constexpr std::array<std::pair<std::string_view, Exporter>, 6> kExporters{
    {{"csv", export_csv},
     {"json", nullptr},  // export_trace() gives it more
     {"pcapng", export_pcapng},
     {"rtpdump", export_rtpdump},
     {"sdp", export_sdp},
     {"jscope", export_jscope}}};

/// Returns whether packet lists may be written into this folder: what says where the results of a lab come from is not
/// replaced, nor is a file of that name which is not ours. `error` says why not.
bool may_list_packets_in(const std::string& folder, std::string& error) {
  const std::filesystem::path path = std::filesystem::path(folder) / kProvenanceFile;
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return true;
  const auto there = read_provenance_file(path);
  if (there && !there->is_of("lab")) return true;
  error = path.string() + (there ? " says where the results of a lab come from" : " is not of an export") +
          ", and would be replaced. Choose another folder.";
  return false;
}

}  // namespace

std::vector<std::string> export_formats() {
  std::vector<std::string> names;
  for (const auto& [name, exporter] : kExporters) names.emplace_back(name);
  return names;
}

std::optional<WrittenFiles> export_jscope(const TraceReader& trace, const std::string& out, std::string& error) {
  constexpr std::size_t kBatch = 10'000;  // events
  TraceRecorder copy;
  std::vector<Event> batch;
  const auto write = [&] {
    if (copy.recording() && copy.write(batch, {})) copy.flush();
    batch.clear();
  };
  if (!copy.begin(out, trace.meta())) {
    error = copy.error();
    return std::nullopt;
  }
  const bool read = trace.read_events(
      [&](const Event& event) {
        batch.push_back(event);
        if (batch.size() == kBatch) write();
      },
      error);
  write();
  if (read && copy.recording() && copy.close()) return WrittenFiles{out};
  if (read) error = copy.error();
  copy.discard();
  return std::nullopt;
}

std::optional<WrittenFiles> export_trace(std::string_view format, const TraceReader& trace, const std::string& out,
                                         std::string& error, const std::optional<Provenance>& made) {
  std::error_code code;
  if (std::filesystem::equivalent(out, trace.path(), code)) {
    error = out + " is the trace itself. Choose another file.";
    return std::nullopt;
  }
  if (format == "json") return export_json(trace, out, error, made);
  for (const auto& [name, exporter] : kExporters) {
    if (format != name) continue;
    if (made && format == "csv" && !may_list_packets_in(out, error)) return std::nullopt;
    auto files = exporter(trace, out, error);
    if (files && made && format == "csv" && !write_provenance_file(*made, out, *files, error)) return std::nullopt;
    return files;
  }
  error = "There is no export format " + std::string(format) + ".";
  return std::nullopt;
}

}  // namespace jitterscope
