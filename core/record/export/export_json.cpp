#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/record/disk/output_file.h"
#include "core/record/export/export.h"
#include "core/record/trace/conference_offsets.h"
#include "core/record/trace/row_codec.h"

namespace jitterscope {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <typename T>
Json to_value(const T& value) {
  if constexpr (trace::kIsOptional<T>)
    return value ? to_value(*value) : Json();
  else if constexpr (trace::kIsTime<T>)
    return value.ns();
  else if constexpr (trace::kIsText<T>)
    return trace::view_of(value);
  else if constexpr (std::is_enum_v<T>)
    return to_string(value);
  else if constexpr (std::is_floating_point_v<T>)
    return trace::to_double(value);
  else
    return value;
}

template <typename E>
std::string event_line(const E& event, std::optional<Duration> offset) {
  Json json{{"event", trace::Table<E>::name},
            {"local_ns", to_value(event.*trace::Table<E>::local)},
            {"conference_ns", to_value(trace::conference_time(event, offset))}};
  trace::for_each_column<E>([&](const auto& column) { json[std::string(column.name)] = to_value(column.of(event)); });
  return dump(json);
}

Json meta_json(const TraceMeta& meta) {
  Json json;
  trace::for_each_of(trace::kMetaColumns,
                     [&](const auto& column) { json[std::string(column.name)] = to_value(column.of(meta)); });
  const Json settings = Json::parse(meta.settings_json, nullptr, false);
  json["settings"] = settings.is_discarded() ? Json() : settings;
  if (!meta.identities.empty()) json["participants"] = meta.identities;
  return json;
}

Json stream_json(const TraceStream& stream) {
  Json json;
  trace::for_each_of(trace::kStreamColumns,
                     [&](const auto& column) { json[std::string(column.name)] = to_value(column.of(stream)); });
  return json;
}

}  // namespace

std::optional<WrittenFiles> export_json(const TraceReader& trace, const std::string& out, std::string& error) {
  const auto offsets = ConferenceOffsets::of(trace, error);
  if (!offsets) return std::nullopt;
  trace::OutputFile file(out);
  Json streams = Json::array();
  for (const TraceStream& stream : trace.meta().streams) streams.push_back(stream_json(stream));
  file.write(
      fmt::format("{{\"meta\":{},\n\"streams\":{},\n\"events\":[", dump(meta_json(trace.meta())), dump(streams)));
  std::string_view separator = "\n";
  const auto write_event = [&](const Event& event) {
    file.write(separator);
    separator = ",\n";
    file.write(std::visit([&](const auto& e) { return event_line(e, offsets->at(trace::local_time(e))); }, event));
  };
  if (!trace.read_events(write_event, error)) return std::nullopt;
  file.write("\n]}\n");
  if (!file.finish(error)) return std::nullopt;
  return WrittenFiles{out};
}

}  // namespace jitterscope
