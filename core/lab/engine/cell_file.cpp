#include "core/lab/engine/cell_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/base/files/owned_descriptor.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uintmax_t kLargestFile = 2'000'000'000;  // bytes

/// A name for what is said of a machine and of the program: the same words have the same.
std::string machine_name(Json made) {
  for (const char* each_time : {"made_at", "command"}) made.erase(each_time);
  if (auto machine = made.find("machine"); machine != made.end() && machine->is_object())
    machine->erase("load_average");
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char byte : made.dump()) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  return fmt::format("{:08x}", static_cast<std::uint32_t>(hash ^ hash >> 32));
}

std::string cannot(const std::string& what, const std::string& path) {
  return fmt::format("{} cannot be {}: {}.", path, what, std::strerror(errno));
}

/// The file under its lock, which goes with the descriptor.
OwnedDescriptor locked(const std::string& path, std::string& error) {
  OwnedDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (file.fd() < 0 || flock(file.fd(), LOCK_EX) != 0) error = cannot("opened", path);
  return file;
}

/// Where the last whole line ends.
off_t end_of_lines(int file) {
  off_t end = lseek(file, 0, SEEK_END);
  char bytes[4096];
  while (end > 0) {
    const off_t from = std::max<off_t>(0, end - static_cast<off_t>(sizeof bytes));
    const ssize_t count = pread(file, bytes, static_cast<std::size_t>(end - from), from);
    if (count != end - from) return end;
    for (off_t i = count; i > 0; --i)
      if (bytes[i - 1] == '\n') return from + i;
    end = from;
  }
  return 0;
}

/// Under its lock. A line that a killed process left unfinished is written over.
bool append(int file, const std::string& path, const std::string& lines, std::string& error) {
  const off_t end = end_of_lines(file);
  std::size_t done = 0;
  bool good = ftruncate(file, end) == 0;
  while (good && done < lines.size()) {
    const ssize_t count = pwrite(file, lines.data() + done, lines.size() - done, end + static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    good = count > 0;
    if (good) done += static_cast<std::size_t>(count);
  }
  if (good && fdatasync(file) == 0) return true;
  error = cannot("written", path);
  if (ftruncate(file, end) != 0) error += " Its last line is unfinished.";
  return false;
}

std::string line_of(const CellRecord& cell) {
  Json json{{"cell", cell.key}, {"machine", cell.machine}, {"seconds", cell.seconds}};
  json.update(to_json(cell.figures));
  return json.dump() + "\n";
}

std::string line_of(const std::string& machine, const Json& made) {
  return Json{{"machine", machine}, {"made", made}}.dump() + "\n";
}

std::optional<CellRecord> cell_from(const Json& json) {
  const auto key = json.find("cell"), machine = json.find("machine"), seconds = json.find("seconds");
  if (key == json.end() || !key->is_string() || machine == json.end() || !machine->is_string()) return std::nullopt;
  auto figures = cell_figures_from(json);
  if (!figures) return std::nullopt;
  return CellRecord{key->get<std::string>(), machine->get<std::string>(), std::move(*figures),
                    seconds != json.end() && seconds->is_number() ? seconds->get<double>() : 0};
}

/// The parts of a run in which two differ, joined by commas.
std::string differences(const Json& one, const Json& other) {
  std::string names;
  for (const auto& [name, value] : one.items())
    if (const auto there = other.find(name); there == other.end() || *there != value)
      names += (names.empty() ? "" : ", ") + name;
  return names.empty() ? "its parts" : names;
}

bool is_live(const Json& run) {
  const auto mode = run.find("mode");
  return mode != run.end() && *mode == "live";
}

using KnownCells = std::map<std::pair<std::string, std::string>, const CellRecord*>;  // by machine and key

/// The name that a machine of a part has in the whole. Those of a hall are alike to the last word, so that they have
/// one name: where a cell says something else, it is another machine's.
std::string name_in(const KnownCells& known, const CellFileContent& part, const std::string& machine) {
  const std::string alike = machine.substr(0, machine.find('-'));
  const auto is_another = [&](const std::string& name) {
    return std::ranges::any_of(part.cells, [&](const CellRecord& cell) {
      const auto there = cell.machine == machine ? known.find({name, cell.key}) : known.end();
      return there != known.end() && there->second->figures != cell.figures;
    });
  };
  std::string name = alike;
  for (int which = 2; is_another(name); ++which) name = fmt::format("{}-{}", alike, which);
  return name;
}

}  // namespace

std::optional<CellFile> CellFile::open(const std::string& folder, const Json& run, const Json& made,
                                       std::string& error) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) {
    error = fmt::format("The folder {} cannot be made: {}.", folder, fault.message());
    return std::nullopt;
  }
  error.clear();
  const std::string path = std::filesystem::path(folder) / kCellFile, name = machine_name(made);
  const OwnedDescriptor file = locked(path, error);
  if (!error.empty()) return std::nullopt;
  if (end_of_lines(file.fd()) == 0) {
    if (!append(file.fd(), path, Json{{"run", run}}.dump() + "\n" + line_of(name, made), error)) return std::nullopt;
    return CellFile(path, name);
  }
  const auto there = read_cells(folder, error);
  if (!there) return std::nullopt;
  if (there->run != run) {
    error = fmt::format("{} is of another run: it differs in {}. Choose another folder.", path,
                        differences(run, there->run));
    return std::nullopt;
  }
  if (!there->machines.contains(name) && !append(file.fd(), path, line_of(name, made), error)) return std::nullopt;
  return CellFile(path, name);
}

bool CellFile::add(const std::string& key, const CellFigures& figures, double seconds, std::string& error) {
  error.clear();
  const OwnedDescriptor file = locked(path_, error);
  return error.empty() && append(file.fd(), path_, line_of(CellRecord{key, machine_, figures, seconds}), error);
}

std::optional<CellFileContent> cells_of_text(const std::string& text, std::string& error) {
  CellFileContent content;
  std::set<std::pair<std::string, std::string>> known;
  std::size_t from = 0;
  for (std::size_t end; (end = text.find('\n', from)) != std::string::npos; from = end + 1) {
    const Json json = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(from),
                                  text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    if (json.is_object() && json.contains("run") && json["run"].is_object()) {
      if (content.run.is_null()) content.run = json["run"];
    } else if (json.is_object() && json.contains("made") && json.contains("machine") && json["machine"].is_string()) {
      content.machines.emplace(json["machine"].get<std::string>(), json["made"]);
    } else if (auto cell = json.is_object() ? cell_from(json) : std::nullopt) {
      if (known.emplace(cell->machine, cell->key).second) content.cells.push_back(std::move(*cell));
    } else {
      ++content.unreadable;
    }
  }
  if (!content.run.is_null()) return content;
  error = "it does not begin with what was run";
  return std::nullopt;
}

std::optional<CellFileContent> read_cells(const std::string& folder, std::string& error) {
  const std::filesystem::path path = std::filesystem::path(folder) / kCellFile;
  std::error_code fault;
  const auto size = std::filesystem::file_size(path, fault);
  if (fault || size > kLargestFile) {
    error = fault ? fmt::format("{} cannot be read: {}.", path.string(), fault.message())
                  : fmt::format("{} has {} bytes, more than a lab's cells can have.", path.string(), size);
    return std::nullopt;
  }
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  auto content = cells_of_text(text, error);
  if (!content) error = fmt::format("{} is no file of a lab's cells: {}.", path.string(), error);
  return content;
}

std::optional<CellFileContent> merged_cells(const std::vector<CellFileContent>& parts, std::string& error) {
  CellFileContent all;
  KnownCells known;
  for (const CellFileContent& part : parts) {
    if (all.run.is_null()) all.run = part.run;
    if (all.run != part.run) {
      error = fmt::format("The folders are of different runs: they differ in {}.", differences(all.run, part.run));
      return std::nullopt;
    }
    all.unreadable += part.unreadable;
    std::set<std::string> machines;
    for (const auto& [machine, made] : part.machines) machines.insert(machine);
    for (const CellRecord& cell : part.cells) machines.insert(cell.machine);
    for (const std::string& machine : machines) {
      const std::string name = is_live(all.run) ? name_in(known, part, machine) : machine;
      if (const auto made = part.machines.find(machine); made != part.machines.end())
        all.machines.emplace(name, made->second);
      for (const CellRecord& cell : part.cells) {
        if (cell.machine != machine) continue;
        // In virtual time a cell is the same wherever it is run.
        const auto [there, is_new] = known.emplace(std::pair(is_live(all.run) ? name : "", cell.key), &cell);
        if (is_new) {
          all.cells.push_back(cell);
          all.cells.back().machine = name;
        } else if (there->second->figures != cell.figures) {
          error = fmt::format(
              "The cell {} differs between two folders, although it is of virtual time: they were made by different "
              "revisions of the program.",
              cell.key);
          return std::nullopt;
        }
      }
    }
  }
  if (!all.run.is_null()) return all;
  error = "There is nothing to merge.";
  return std::nullopt;
}

std::string to_text(const CellFileContent& content) {
  std::string text = Json{{"run", content.run}}.dump() + "\n";
  for (const auto& [name, made] : content.machines) text += line_of(name, made);
  for (const CellRecord& cell : content.cells) text += line_of(cell);
  return text;
}

}  // namespace jitterscope
