#include "core/lab/engine/published.h"

#include <sstream>

#include "core/base/units/number_words.h"

namespace jitterscope {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

}  // namespace

PublishedTable published_table(std::string_view name) {
  PublishedTable table;
  for (const PublishedFile& file : published_files()) {
    if (file.name != name) continue;
    std::istringstream in{std::string(file.text)};
    std::string line;
    if (std::getline(in, line)) table.columns = fields_of(line);
    while (std::getline(in, line)) {
      table.rows.push_back(fields_of(line));
      table.rows.back().resize(table.columns.size());
    }
  }
  return table;
}

LabTable published_as_lab_table(const std::string& name) {
  const PublishedTable text = published_table(name);
  LabTable out{"published_" + name.substr(name.find('.') + 1), text.columns, {}};
  for (const auto& fields : text.rows) {
    auto& row = out.rows.emplace_back(fields.begin(), fields.end());
    for (TableField& field : row)
      if (const auto number = plain_number(std::get<std::string>(field))) field = *number;
  }
  return out;
}

}  // namespace jitterscope
