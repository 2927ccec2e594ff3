#include "app/labs/lab_file.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/provenance/provenance_source.h"

namespace jitterscope {
namespace {

constexpr std::uintmax_t kLargestLabFile = 1'000'000;  // bytes
constexpr double kForeignLoad = 0.25;                  // of a processor, by the mean of the last minute

}  // namespace

std::optional<std::pair<std::string, LabRun>> lab_of_file(const std::string& path, std::string& error) {
  std::error_code fault;
  const auto size = std::filesystem::file_size(path, fault);
  if (fault || size > kLargestLabFile) {
    error = fault ? fmt::format("{} cannot be read: {}.", path, fault.message())
                  : fmt::format("{} is no lab: it has {} bytes.", path, size);
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  auto of = lab_run_from(nlohmann::ordered_json::parse(in, nullptr, false), error);
  if (!of) error = fmt::format("{} is no lab: {}.", path, error);
  return of;
}

std::string foreign_load_words() {
  double load[1] = {0};
  if (getloadavg(load, 1) != 1 || load[0] < kForeignLoad) return {};
  return fmt::format("Something else runs on this machine (load average {:.2f}): a live lab measures that, too.",
                     load[0]);
}

Provenance provenance_of(const LabResult& result, const ProvenanceSource& source) {
  return result.mode == "live" ? source.now() : source.of_program();
}

std::string made_words(const LabResult& result, const ProvenanceSource& source) {
  const Provenance made = provenance_of(result, source);
  return provenance_sentence(made) +
         (made.command ? "" : " Date, command and machine stand in provenance.json beside this page.");
}

}  // namespace jitterscope
