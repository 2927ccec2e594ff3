#pragma once
// The cells of a lab that are done, in the file cells.jsonl of a folder: a line of JSON each, only ever appended. So a
// run that is cancelled, killed or spread over many processes loses nothing that was done.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/lab/engine/cell_figures.h"

namespace jitterscope {

inline constexpr const char* kCellFile = "cells.jsonl";

struct CellRecord {
  std::string key;      // LabCell::key()
  std::string machine;  // of CellFileContent::machines
  CellFigures figures;
  double seconds = 0;  // that it took
};

struct CellFileContent {
  nlohmann::ordered_json run = {};                              // what was run: lab, mode, seed, scale, settings
  std::map<std::string, nlohmann::ordered_json> machines = {};  // provenance, by a name that the content gives it
  std::vector<CellRecord> cells = {};  // in the order of their lines; of one key and machine the first alone
  std::size_t unreadable = 0;          // lines, but for a last one that has no end: a cell that was cut off
};

/// Processes of one machine may hold it and add to it at once: each line is written under a lock.
class CellFile {
 public:
  /// Makes the file with `run` as its first line, or takes the one that is there if its run is the same. `made` is the
  /// provenance of the cells that will be added. nullopt: `error` says why.
  static std::optional<CellFile> open(const std::string& folder, const nlohmann::ordered_json& run,
                                      const nlohmann::ordered_json& made, std::string& error);
  /// Appends the cell; it is on the disk when this returns. False: `error` says why, and the file is as before.
  bool add(const std::string& key, const CellFigures& figures, double seconds, std::string& error);

 private:
  CellFile(std::string path, std::string machine) : path_(std::move(path)), machine_(std::move(machine)) {}
  std::string path_, machine_;
};

/// Reads what is in a folder. nullopt: there is no such file, or it is none of a lab; `error` says which. It takes any
/// bytes.
std::optional<CellFileContent> read_cells(const std::string& folder, std::string& error);
/// The same from the file's bytes.
std::optional<CellFileContent> cells_of_text(const std::string& text, std::string& error);

/// One content of several, the cells and machines of all. Their runs must be the same, and so must a cell of virtual
/// time that two hold. Live, a cell that differs is of another machine. nullopt: `error` says what differs.
std::optional<CellFileContent> merged_cells(const std::vector<CellFileContent>& parts, std::string& error);

/// What a content says as the bytes of a cell file.
std::string to_text(const CellFileContent& content);

}  // namespace jitterscope
