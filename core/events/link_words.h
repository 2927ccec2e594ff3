#pragma once
// Where the words of --link mean something else than tc netem's.
#include <string_view>

namespace jitterscope {

/// Lines for help, each ending in a line feed. netem's own words (limit, loss, gemodel, duplicate, reorder, pareto) are
/// read by LinkSetting::parse() as the words named here.
std::string_view differences_from_netem();

}  // namespace jitterscope
