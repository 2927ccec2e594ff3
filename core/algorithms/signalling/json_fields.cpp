#include "core/algorithms/signalling/json_fields.h"

#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/algorithms/signalling/messages.h"

namespace jitterscope {
namespace {

const Json& empty_object() {
  static const Json empty = Json::object();
  return empty;
}

}  // namespace

std::optional<std::int64_t> whole_number(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  return std::nullopt;
}

JsonFields::JsonFields(const Json& object) : object_(object.is_object() ? &object : &empty_object()) {
  if (!object.is_object()) fail("an object is wanted");
}

const Json* JsonFields::find(std::string_view key) const {
  const auto member = object_->find(key);
  return member == object_->end() || member->is_null() ? nullptr : &*member;
}

void JsonFields::fail(std::string sentence) {
  if (ok()) problem_ = std::move(sentence);
}

std::optional<std::int64_t> JsonFields::optional_integer(std::string_view key, std::int64_t lowest,
                                                         std::int64_t highest) {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  const auto number = whole_number(*value);
  if (number && *number >= lowest && *number <= highest) return number;
  fail(fmt::format("\"{}\" must be a whole number from {} to {}", key, lowest, highest));
  return std::nullopt;
}

std::int64_t JsonFields::integer(std::string_view key, std::int64_t lowest, std::int64_t highest) {
  const auto value = optional_integer(key, lowest, highest);
  if (!value) fail(fmt::format("\"{}\" is missing", key));
  return value.value_or(lowest);
}

std::optional<double> JsonFields::optional_number(std::string_view key) {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (value->is_number() && std::isfinite(value->get<double>())) return value->get<double>();
  fail(fmt::format("\"{}\" must be a number", key));
  return std::nullopt;
}

double JsonFields::number(std::string_view key, double lowest, double highest) {
  const auto value = optional_number(key);
  if (value && *value >= lowest && *value <= highest) return *value;
  fail(fmt::format("\"{}\" must be a number from {} to {}", key, lowest, highest));
  return lowest;
}

bool JsonFields::boolean(std::string_view key) {
  const Json* value = find(key);
  if (value && value->is_boolean()) return value->get<bool>();
  fail(fmt::format("\"{}\" must be true or false", key));
  return false;
}

std::string JsonFields::text(std::string_view key) {
  const Json* value = find(key);
  if (value && value->is_string()) return clean_text(value->get_ref<const std::string&>());
  fail(fmt::format("\"{}\" must be a text", key));
  return {};
}

const Json& JsonFields::object(std::string_view key) {
  const Json* value = find(key);
  if (value && value->is_object()) return *value;
  fail(fmt::format("\"{}\" must be an object", key));
  return empty_object();
}

const Json& JsonFields::array(std::string_view key, std::size_t most) {
  static const Json empty = Json::array();
  const Json* value = find(key);
  if (value && value->is_array() && value->size() <= most) return *value;
  fail(fmt::format("\"{}\" must be a list of at most {}", key, most));
  return empty;
}

std::size_t JsonFields::word(std::string_view key, std::initializer_list<std::string_view> words) {
  const std::string value = text(key);
  std::size_t index = 0;
  for (const std::string_view candidate : words) {
    if (value == candidate) return index;
    ++index;
  }
  fail(fmt::format("\"{}\" is none of the known words", key));
  return 0;
}

}  // namespace jitterscope
