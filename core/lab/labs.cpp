#include "core/lab/labs.h"

#include <algorithm>

namespace jitterscope {

const std::vector<LabDefinition>& labs() {
  static const std::vector<LabDefinition> in_order = [] {
    std::vector<LabDefinition> all = all_labs();
    std::ranges::stable_sort(all, {}, &LabDefinition::place);
    return all;
  }();
  return in_order;
}

const LabDefinition* find_lab(std::string_view name) {
  for (const LabDefinition& lab : labs())
    if (lab.name == name) return &lab;
  return nullptr;
}

}  // namespace jitterscope
