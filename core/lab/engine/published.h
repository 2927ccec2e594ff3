#pragma once
// Numbers printed in the papers (resources/papers/*.csv), compiled into the program.
#include <string>
#include <string_view>
#include <vector>

#include "core/lab/engine/lab_result.h"

namespace jitterscope {

struct PublishedFile {
  std::string_view name;  // "sun97.duplicates"
  std::string_view text;  // CSV without quotes, a header line first
};
const std::vector<PublishedFile>& published_files();

struct PublishedTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // as many fields as columns
};
/// An unknown name is a fault of the program: an empty table.
PublishedTable published_table(std::string_view name);
/// The same beside what is measured, as "published_…": what is a number is one.
LabTable published_as_lab_table(const std::string& name);

}  // namespace jitterscope
