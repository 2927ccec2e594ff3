#include "core/measures/report/provenance.h"

#include "core/measures/report/json_value.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

Json machine_json(const std::optional<Provenance::Machine>& known) {
  if (!known) return nullptr;
  const Provenance::Machine& machine = *known;
  return {{"system", json_value(machine.system)},
          {"kernel", machine.kernel},
          {"architecture", machine.architecture},
          {"processor", json_value(machine.processor)},
          {"processors", machine.processors},
          {"virtual", machine.is_virtual},
          {"load_average", {{"begin", json_value(machine.load_at_begin)}, {"end", json_value(machine.load_at_end)}}}};
}

}  // namespace

Json to_json(const Provenance& of) {
  return {{"program", of.program},
          {"version", of.version},
          {"revision", json_value(of.revision)},
          {"compiler", of.compiler},
          {"made_at", json_value(of.made_at)},
          {"command", json_value(of.command)},
          {"machine", machine_json(of.machine)}};
}

}  // namespace jitterscope
