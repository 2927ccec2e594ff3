#include "app/provenance/print_result.h"

#include <nlohmann/json.hpp>

#include "app/command_line/output.h"
#include "core/measures/report/provenance.h"

namespace jitterscope {

nlohmann::ordered_json with_provenance(nlohmann::ordered_json result, const Provenance& made) {
  result["provenance"] = to_json(made);
  return result;
}

void print_result(nlohmann::ordered_json result, const Provenance& made) {
  print_json(with_provenance(std::move(result), made));
}

}  // namespace jitterscope
