#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/measures/report/provenance.h"
#include "core/record/disk/foreign_json.h"
#include "core/record/disk/output_file.h"
#include "core/record/export/export.h"
#include "core/record/trace/conference_offsets.h"
#include "core/record/trace/reader.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const trace::Column& column, const trace::Value& value) {
  switch (value.kind) {
    case trace::Value::Kind::kAbsent: return {};
    case trace::Value::Kind::kReal: return value.real;
    case trace::Value::Kind::kText: return value.text;
    case trace::Value::Kind::kWhole: break;
  }
  return column.type->form == trace::Form::kTruth ? Json(value.whole != 0) : Json(value.whole);
}
void put_columns(Json& json, const trace::Columns& columns, const void* of) {
  for (const trace::Column& column : columns) json[std::string(column.name)] = to_json(column, column.get(of));
}

std::string event_line(const Event& event, const ConferenceOffsets& offsets) {
  const trace::EventTable& table = trace::table_of(event);
  const Timestamp local = trace::local_time(event);
  const auto conference = trace::conference_time(event, offsets.at(local));
  Json json{
      {"event", table.name}, {"local_ns", local.ns()}, {"conference_ns", conference ? Json(conference->ns()) : Json()}};
  put_columns(json, table.columns, event.data());
  return dump(json);
}

Json meta_json(const TraceMeta& meta) {
  Json json;
  put_columns(json, trace::meta_columns(), &meta);
  json["settings"] = trace::parse_foreign_json(meta.settings_json).value_or(Json());
  if (!meta.identities.empty()) json["participants"] = meta.identities;
  return json;
}

Json stream_json(const TraceStream& stream) {
  Json json;
  put_columns(json, trace::stream_columns(), &stream);
  return json;
}

}  // namespace

std::optional<WrittenFiles> export_json(const TraceReader& trace, const std::string& out, std::string& error,
                                        const std::optional<Provenance>& made) {
  const auto offsets = ConferenceOffsets::of(trace, error);
  if (!offsets) return std::nullopt;
  trace::OutputFile file(out);
  Json streams = Json::array();
  for (const TraceStream& stream : trace.meta().streams) streams.push_back(stream_json(stream));
  file.write("{");
  if (made) file.write(fmt::format("\"provenance\":{},\n", dump(to_json(*made))));
  file.write(fmt::format("\"meta\":{},\n\"streams\":{},\n\"events\":[", dump(meta_json(trace.meta())), dump(streams)));
  std::string_view separator = "\n";
  const auto write_event = [&](const Event& event) {
    file.write(separator);
    separator = ",\n";
    file.write(event_line(event, *offsets));
  };
  if (!trace.read_events(write_event, error)) return std::nullopt;
  file.write("\n]}\n");
  if (!file.finish(error)) return std::nullopt;
  return WrittenFiles{out};
}

}  // namespace jitterscope
