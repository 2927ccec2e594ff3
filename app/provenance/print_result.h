#pragma once
#include <nlohmann/json_fwd.hpp>

namespace jitterscope {

struct Provenance;

/// `result`, an object, with its key "provenance".
nlohmann::ordered_json with_provenance(nlohmann::ordered_json result, const Provenance& made);
/// print_json() of that.
void print_result(nlohmann::ordered_json result, const Provenance& made);

}  // namespace jitterscope
