#pragma once
// The checks as a table for people and as one JSON object.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/doctor/check.h"

namespace jitterscope::doctor {

/// {"machine":{NAME:VALUE},"checks":[{"id","name","values":{NAME:{"value","unit"}},"verdict","remedy"}]}; unknown =
/// null.
nlohmann::ordered_json to_json(const std::vector<Figure>& machine, const std::vector<Check>& checks);
std::string to_text(const std::vector<Figure>& machine, const std::vector<Check>& checks);

}  // namespace jitterscope::doctor
