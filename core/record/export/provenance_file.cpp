#include "core/record/export/provenance_file.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/measures/report/provenance.h"
#include "core/record/disk/foreign_json.h"
#include "core/record/disk/output_file.h"
#include "core/record/disk/whole_file.h"

namespace jitterscope {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t kLargestProvenance = 1 << 20;
}

std::optional<std::string> provenance_path(const std::string& out) {
  std::error_code fault;
  const fs::file_status there = fs::status(out, fault);
  if (fs::is_directory(there)) return (fs::path(out) / kProvenanceFile).string();
  if (fs::exists(there) && !fs::is_regular_file(there)) return std::nullopt;
  return out + ".provenance.json";
}

bool write_provenance_file(const Provenance& of, const std::string& out, WrittenFiles& files, std::string& error) {
  const auto path = provenance_path(out);
  if (!path) return true;
  nlohmann::ordered_json json = to_json(of);
  json["files"] = nlohmann::ordered_json::array();
  for (const std::string& file : files) json["files"].push_back(fs::path(file).filename().string());
  trace::OutputFile file(*path);
  file.write(json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  if (!file.finish(error)) return false;
  files.push_back(*path);
  return true;
}

bool StandingProvenance::is_of(std::string_view name) const {
  return command.starts_with("jitterscope " + std::string(name) + " ");
}

std::optional<StandingProvenance> read_provenance_file(const std::string& path) {
  const auto text = trace::first_bytes(path, kLargestProvenance);
  const auto parsed = trace::parse_foreign_json(text.value_or(""));
  if (!parsed || !parsed->is_object() || !parsed->contains("command") || !parsed->contains("files"))
    return std::nullopt;
  const auto& json = *parsed;
  StandingProvenance found;
  if (json["command"].is_string()) found.command = json["command"];
  for (const auto& each : json["files"]) {
    const std::string name = each.is_string() ? each.get<std::string>() : "";
    if (!name.empty() && fs::path(name).filename() == name && name != "." && name != "..") found.files.push_back(name);
  }
  return found;
}

}  // namespace jitterscope
