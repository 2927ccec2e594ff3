#include "core/lab/engine/result_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/lab/engine/svg_plot.h"

namespace jitterscope {
namespace {

/// RFC 4180; numbers as exact as in the JSON.
std::string csv_of(const LabTable& table) {
  const auto quoted = [](const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
  };
  std::string out;
  for (std::size_t i = 0; i < table.columns.size(); ++i) out += (i ? "," : "") + quoted(table.columns[i]);
  for (const auto& row : table.rows) {
    out += "\n";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i) out += ",";
      if (const auto* number = std::get_if<double>(&row[i])) out += fmt::format("{}", *number);
      if (const auto* text = std::get_if<std::string>(&row[i])) out += quoted(*text);
    }
  }
  return out + "\n";
}

bool write_file(const std::filesystem::path& path, const std::string& text, std::string& error) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) error = fmt::format("{} cannot be written.", path.string());
  return static_cast<bool>(out);
}

}  // namespace

bool write_result_files(const LabDefinition& lab, const LabResult& result, const std::string& folder,
                        std::string& error) {
  const std::filesystem::path out(folder);
  std::error_code fault;
  std::filesystem::create_directories(out, fault);
  if (fault) {
    error = fmt::format("The folder {} cannot be made: {}.", folder, fault.message());
    return false;
  }
  bool good = write_file(out / "result.json", to_json(result).dump(1) + "\n", error);
  good = good && write_file(out / "report.html", report_html(lab, result), error);
  for (const LabTable& table : result.tables)
    good = good && write_file(out / (table.name + ".csv"), csv_of(table), error);
  for (const SeriesGroup& group : series_groups(result.series))
    good = good && write_file(out / (group.name + ".svg"), svg_plot(group), error);
  return good;
}

}  // namespace jitterscope
