#include "tests/source_tree/source_tree.h"

namespace jitterscope {

std::string in_source_tree(std::string_view path) {
  return std::string(SOURCE_TREE "/").append(path);
}

std::string test_data(std::string_view path) {
  return in_source_tree("tests/data/").append(path);
}

}  // namespace jitterscope
