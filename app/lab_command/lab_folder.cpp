#include "app/lab_command/lab_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/headless/qt_runtime.h"
#include "app/labs/lab_file.h"
#include "app/provenance/print_result.h"
#include "app/provenance/provenance_source.h"
#include "core/lab/engine/cell_file.h"
#include "core/record/export/provenance_file.h"
#include "ui/handout/lab_page.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr const char* kTraces = "traces";  // of a live run, a folder in its own

bool write_file(const std::filesystem::path& path, const std::string& text, WrittenFiles& files, std::string& error) {
  files.push_back(path.string());
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) error = fmt::format("{} cannot be written.", path.string());
  return static_cast<bool>(out);
}

}  // namespace

std::string earlier_result(const std::string& folder) {
  if (folder.empty()) return {};
  for (const char* name : {"result.json", "report.html", kProvenanceFile, kCellFile, kTraces}) {
    std::error_code none;
    const auto path = std::filesystem::path(folder) / name;
    if (std::filesystem::exists(path, none)) return path.string();
  }
  return {};
}

void remove_earlier_result(const std::string& folder) {
  std::error_code none;
  const std::filesystem::path there = folder;
  const auto provenance = read_provenance_file(there / kProvenanceFile);
  if (provenance && provenance->is_of("lab"))
    for (const std::string& name : provenance->files) std::filesystem::remove(there / name, none);
  std::filesystem::remove(there / kCellFile, none);
  std::filesystem::remove_all(there / kTraces, none);
}

nlohmann::ordered_json result_json(const LabResult& result, const ProvenanceSource& source) {
  return with_provenance(to_json(result), provenance_of(result, source));
}

bool write_results(const LabDefinition& lab, const LabResult& result, const std::string& folder,
                   const ProvenanceSource& source, std::string& error) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) {
    error = fmt::format("The folder {} cannot be made: {}.", folder, fault.message());
    return false;
  }
  const std::filesystem::path there = folder;
  WrittenFiles files;
  bool good = write_file(there / "result.json", result_json(result, source).dump(1) + "\n", files, error);
  for (const LabTable& table : result.tables)
    good = good && write_file(there / (table.name + ".csv"), to_csv(table), files, error);
  const QtRuntime qt(true, true);
  apply_theme(*qt.widgets(), Theme::kLight);
  for (const auto& [name, bytes] : lab_pages(lab, result, made_words(result, source)))
    good = good && write_file(there / name, bytes.toStdString(), files, error);
  std::error_code none;
  if (std::filesystem::exists(there / kCellFile, none)) files.push_back((there / kCellFile).string());
  return good && write_provenance_file(source.now(), folder, files, error);
}

}  // namespace jitterscope
