#include "core/lab/engine/cell_results.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;
using MachineWords = std::vector<std::pair<std::string, std::string>>;

std::string words_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.is_null() ? "" : value.dump();
}

/// What its provenance says of a machine, and of the program that ran there.
MachineWords machine_words_of(const Json& made) {
  MachineWords words;
  // The line is written when the machine's cells begin: of their end it knows nothing.
  const auto at_begin = [](const Json& load) {
    const auto begin = load.find("begin");
    return begin != load.end() && begin->is_array() && !begin->empty() ? words_of(begin->front()) + " at the beginning"
                                                                       : std::string();
  };
  const auto take = [&](const Json& from, std::initializer_list<const char*> names) {
    for (const char* name : names)
      if (const auto found = from.find(name); found != from.end())
        if (const std::string said = found->is_object() ? at_begin(*found) : words_of(*found); !said.empty())
          words.emplace_back(name, said);
  };
  if (const auto machine = made.find("machine"); machine != made.end() && machine->is_object())
    take(*machine, {"processor", "processors", "system", "kernel", "architecture", "virtual", "load_average"});
  take(made, {"version", "revision"});
  return words;
}

LabTable machines_table(const std::vector<MachineWords>& machines) {
  LabTable table{"machines", {"machine"}, {}};
  for (const MachineWords& words : machines)
    for (const auto& [name, value] : words)
      if (std::ranges::find(table.columns, name) == table.columns.end()) table.columns.push_back(name);
  for (std::size_t i = 0; i < machines.size(); ++i) {
    std::vector<TableField> row(table.columns.size());
    row[0] = static_cast<double>(i + 1);
    for (const auto& [name, value] : machines[i])
      row[static_cast<std::size_t>(std::ranges::find(table.columns, name) - table.columns.begin())] = value;
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

DoneCells done_cells(const LabDefinition& lab, const LabRun& run, const CellFileContent& content) {
  const std::vector<LabCell> cells = cells_of(lab.design(run), run.seed);
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < cells.size(); ++i) places.emplace(cells[i].key(), i);
  std::map<std::pair<int, std::size_t>, const CellRecord*> sorted;
  for (const CellRecord& record : content.cells) {
    const auto place = places.find(record.key);
    if (place == places.end()) continue;
    // In virtual time it does not matter where a cell was run.
    const auto machine = run.live ? std::distance(content.machines.begin(), content.machines.find(record.machine)) : 0;
    sorted.emplace(std::pair(static_cast<int>(machine), place->second), &record);
  }
  std::vector<DoneCell> done;
  std::map<int, int> machines;  // those that have cells, from 0
  std::set<std::size_t> places_done;
  for (const auto& [where, record] : sorted) {
    const int machine = machines.try_emplace(where.first, static_cast<int>(machines.size())).first->second;
    places_done.insert(where.second);
    done.push_back({cells[where.second], record->figures, machine});
  }
  // Where no cell was run twice, the machines share one run: it was spread, or went on after an update.
  const std::size_t runs = done.size() == places_done.size() ? 1 : machines.size();
  return DoneCells(std::move(done), cells.size() * runs);
}

LabTable runs_table(const DoneCells& cells) {
  LabTable table{"runs", {}, {}};
  std::set<std::string> numbers;
  for (const DoneCell& one : cells.all())
    for (const auto& [name, value] : one.figures.numbers) numbers.insert(name);
  const bool several = cells.machines() > 1;
  if (several) table.columns.emplace_back("machine");
  if (!cells.all().empty())
    for (const auto& [factor, level] : cells.all().front().cell.levels) table.columns.push_back(factor);
  table.columns.emplace_back("repetition");
  table.columns.insert(table.columns.end(), numbers.begin(), numbers.end());
  for (const DoneCell& one : cells.all()) {
    std::vector<TableField> row;
    if (several) row.emplace_back(static_cast<double>(one.machine + 1));
    for (const auto& [factor, level] : one.cell.levels) row.emplace_back(level);
    row.emplace_back(static_cast<double>(one.cell.repetition));
    for (const std::string& name : numbers) row.push_back(table_field(one.figures.number(name)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

LabResult result_of_cells(const LabDefinition& lab, const LabRun& run, const CellFileContent& content) {
  const DoneCells done = done_cells(lab, run, content);
  LabResult result = judged_result(lab, run, done);
  if (!run.live) return result;
  std::set<std::string> used;
  for (const CellRecord& cell : content.cells) used.insert(cell.machine);
  std::vector<MachineWords> machines;
  for (const auto& [name, made] : content.machines)
    if (used.contains(name)) machines.push_back(machine_words_of(made));
  if (machines.size() == 1) result.machine.insert(result.machine.begin(), machines[0].begin(), machines[0].end());
  if (machines.size() > 1) result.tables.push_back(machines_table(machines));
  return result;
}

}  // namespace jitterscope
