#include "core/algorithms/signalling/json_fields.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/algorithms/signalling/clean_text.h"

namespace jitterscope {

std::optional<std::int64_t> whole_number(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  return std::nullopt;
}

FieldReader::FieldReader(const Json& object) : object_(object.is_object() ? &object : &no_members()) {
  if (!object.is_object()) fail("an object is wanted");
}

const Json& FieldReader::no_members() {
  static const Json empty = Json::object();
  return empty;
}

const Json* FieldReader::find(std::string_view key) const {
  const auto member = object_->find(key);
  return member == object_->end() || member->is_null() ? nullptr : &*member;
}

void FieldReader::fail(std::string sentence) {
  if (ok()) problem_ = std::move(sentence);
}

void FieldReader::fail_of(std::string_view key, std::string_view what) {
  fail(fmt::format("\"{}\" {}", key, what));
}

void FieldReader::whole(std::string_view key, std::optional<std::int64_t>& value, std::int64_t lowest,
                        std::int64_t highest, std::string_view) {
  const Json* member = find(key);
  if (!member) return value.reset();
  value = whole_number(*member);
  if (value && *value >= lowest && *value <= highest) return;
  fail_of(key, fmt::format("must be a whole number from {} to {}", lowest, highest));
  value.reset();
}

void FieldReader::number(std::string_view key, std::optional<double>& value, double lowest, double highest,
                         std::string_view) {
  const Json* member = find(key);
  if (!member) return value.reset();
  if (member->is_number()) value = member->get<double>();
  if (member->is_number() && *value >= lowest && *value <= highest) return;
  fail_of(key, fmt::format("must be a number from {} to {}", lowest, highest));
}

void FieldReader::number(std::string_view key, double& value, double lowest, double highest, std::string_view) {
  std::optional<double> read;
  number(key, read, lowest, highest);
  if (!read) fail_of(key, fmt::format("must be a number from {} to {}", lowest, highest));
  value = read.value_or(value);
}

void FieldReader::flag(std::string_view key, bool& value, std::string_view) {
  const Json* member = find(key);
  if (member && member->is_boolean())
    value = member->get<bool>();
  else
    fail_of(key, "must be true or false");
}

void FieldReader::text(std::string_view key, std::string& value, std::string_view) {
  const Json* member = find(key);
  if (member && member->is_string())
    value = clean_text(member->get_ref<const std::string&>());
  else
    fail_of(key, "must be a text");
}

const Json& FieldReader::array(std::string_view key, std::size_t most) {
  static const Json empty = Json::array();
  const Json* member = find(key);
  if (member && member->is_array() && member->size() <= most) return *member;
  fail_of(key, fmt::format("must be a list of at most {}", most));
  return empty;
}

void FieldReader::texts(std::string_view key, std::vector<std::string>& all, std::size_t most, std::string_view) {
  for (const Json& one : array(key, most)) {
    if (!one.is_string()) return fail_of(key, "must hold texts");
    all.push_back(clean_text(one.get_ref<const std::string&>()));
  }
}

std::size_t FieldReader::index_of(std::string_view key, std::initializer_list<std::string_view> words) {
  std::string said;
  text(key, said);
  const auto found = std::ranges::find(words, said);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  fail_of(key, "is none of the known words");
  return 0;
}

void FieldWriter::number(std::string_view key, double value, double, double, std::string_view) {
  put(key, std::isfinite(value) ? value : 0.0);
}

void FieldWriter::number(std::string_view key, const std::optional<double>& value, double lowest, double highest,
                         std::string_view) {
  if (value && std::isfinite(*value)) number(key, *value, lowest, highest);
}

void FieldWriter::text(std::string_view key, const std::string& value, std::string_view) {
  put(key, clean_text(value));
}

}  // namespace jitterscope
