#pragma once
// Files of the source tree that tests read. One source knows where it is: were the path a definition of every test,
// each would be compiled anew in every clone.
#include <string>
#include <string_view>

namespace jitterscope {

/// "resources/reference" -> its path on this machine.
std::string in_source_tree(std::string_view path);
/// "traces" -> that of tests/data/traces.
std::string test_data(std::string_view path);

}  // namespace jitterscope
