#include "core/algorithms/signalling/messages.h"

#include <limits>

#include "core/algorithms/signalling/clean_text.h"
#include "core/algorithms/signalling/told_rows.h"

namespace jitterscope {
namespace {

constexpr int kMaxDepth = 8;

/// Whether brackets nest deeper than any message does. Counts brackets outside strings; the parser does the rest.
bool too_deep(std::string_view line) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

MessageReading problem(std::optional<std::int64_t> id, bool reply, int code, std::string sentence) {
  return {std::nullopt, reply, {id, code, std::move(sentence)}};
}

template <typename M>
MessageReading read_as(FieldReader& fields, std::optional<std::int64_t> id, bool reply) {
  M message{};
  if constexpr (requires { message.id = id; })
    message.id = id;
  else if constexpr (requires { message.id; })
    message.id = *id;
  message.carry(fields);
  if (!fields.ok()) return problem(id, reply, error_code::kInvalidParameters, fields.problem());
  return {std::move(message), reply, {}};
}

/// A message that has both a method and an id is a request, whose sender waits for an answer.
MessageReading read_method(std::string_view method, FieldReader& fields, std::optional<std::int64_t> id) {
  std::optional<MessageReading> reading;
  const auto try_as = [&]<typename M>(std::type_identity<M>) {
    constexpr bool is_request = requires(M m) {
      m.id;
    };
    if constexpr (requires { M::method; })
      if (M::method == method && is_request == id.has_value()) reading = read_as<M>(fields, id, is_request);
  };
  [&]<typename... M>(std::type_identity<std::variant<M...>>) {
    (try_as(std::type_identity<M>()), ...);
  }(std::type_identity<Message>());
  if (reading) return std::move(*reading);
  return problem(id, id.has_value(), error_code::kUnknownMethod, id ? "unknown method" : "unknown notification");
}

MessageReading read_response(const Json& json, std::optional<std::int64_t> id) {
  if (const auto error = json.find("error"); error != json.end()) {
    FieldReader fields(*error);
    return read_as<message::Failed>(fields, id, false);
  }
  if (!id) return problem(id, false, error_code::kInvalidRequest, "an answer without id");
  FieldReader fields(json["result"]);
  return fields.carries("name") || fields.carries("version") ? read_as<message::Answer>(fields, id, false)
                                                             : read_as<message::Done>(fields, id, false);
}

}  // namespace

MessageReading read_message(std::string_view line) {
  if (line.size() > kMaxLineBytes) return problem({}, true, error_code::kParse, "the line is too long");
  if (too_deep(line)) return problem({}, true, error_code::kParse, "nested too deeply");
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return problem({}, true, error_code::kParse, "not JSON");

  FieldReader fields(json);
  const auto method = json.is_object() ? json.find("method") : json.end();
  const bool response = json.is_object() && (json.contains("result") || json.contains("error"));
  std::string version;
  if (fields.carries("jsonrpc")) fields.text("jsonrpc", version);
  std::optional<std::int64_t> id;
  fields.whole("id", id, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  if (!fields.ok() || version != "2.0" || response == (method != json.end()) || (!response && !method->is_string())) {
    return problem(id, !response, error_code::kInvalidRequest, "not a JSON-RPC 2.0 request, notification or answer");
  }
  if (response) return read_response(json, id);

  static const Json none = Json::object();
  const auto params = json.find("params");
  FieldReader parameters(params == json.end() ? none : *params);
  return read_method(method->get_ref<const std::string&>(), parameters, id);
}

std::string write_message(const Message& message) {
  const auto write = [](auto m) {
    FieldWriter fields;
    m.carry(fields);
    Json json = {{"jsonrpc", "2.0"}};
    if constexpr (requires { m.method; }) {
      json["method"] = m.method;
      json["params"] = fields.take();
    } else {
      json[std::is_same_v<decltype(m), message::Failed> ? "error" : "result"] = fields.take();
    }
    if constexpr (requires { m.id.has_value(); })
      json["id"] = m.id ? Json(*m.id) : Json(nullptr);
    else if constexpr (requires { m.id; })
      json["id"] = m.id;
    return json.dump() + "\n";
  };
  return std::visit(write, message);
}

}  // namespace jitterscope
