#include "tests/goldens/report_lines.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace jitterscope::goldens {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) {
  if (value.is_number_float()) return fmt::format("{:.9g}", value.get<double>());
  if (value.is_array()) {
    std::string text = "[";
    for (const Json& one : value) text += (text.size() > 1 ? ", " : "") + text_of(one);
    return text + ']';
  }
  return value.dump();
}

/// A list of short lists or of plain values: points, windows, verdicts.
bool is_points(const Json& value) {
  if (!value.is_array() || value.empty()) return false;
  for (const Json& one : value)
    if (one.is_object()) return false;
  return true;
}

/// Sums of the numbers, counts of the words at one place of the points.
std::string sum_of(const Json& points, std::size_t place) {
  double sum = 0;
  std::map<std::string, int> words;
  for (const Json& point : points) {
    const Json& value = point.is_array() ? point[place] : point;
    if (value.is_number())
      sum += value.get<double>();
    else
      ++words[value.dump()];
  }
  std::string text = words.empty() ? fmt::format("{:.9g}", sum) : "";
  for (const auto& [word, count] : words) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
  return text;
}

void add_points(const std::string& key, const Json& points, std::string& text) {
  text += fmt::format("{} = {} points: {} … {} … {}\n", key, points.size(), text_of(points.front()),
                      text_of(points[points.size() / 2]), text_of(points.back()));
  const std::size_t places = points.front().is_array() ? points.front().size() : 1;
  for (std::size_t place = 0; place < places; ++place)
    text += fmt::format("{} sum of place {} = {}\n", key, place, sum_of(points, place));
}

void add(const std::string& key, const Json& value, std::string& text) {
  if (value.is_object() && !value.empty()) {
    for (const auto& [name, member] : value.items()) add(key.empty() ? name : key + '.' + name, member, text);
  } else if (is_points(value)) {
    add_points(key, value, text);
  } else if (value.is_array() && !value.empty()) {
    for (std::size_t i = 0; i < value.size(); ++i) add(fmt::format("{}[{}]", key, i), value[i], text);
  } else {
    text += key + " = " + text_of(value) + '\n';
  }
}

std::string label_of(const Json& stream, std::map<std::string, int>& seen) {
  const std::string name = stream.value("medium", "?") + ' ' + stream.value("direction", "?");
  const int number = ++seen[name];
  return number == 1 ? name : fmt::format("{} #{}", name, number);
}

}  // namespace

std::string report_lines(const Json& report) {
  std::string text;
  std::map<std::string, int> seen;
  std::vector<std::string> labels;
  for (const auto& [key, value] : report.items()) {
    if (key == "file") continue;
    if (key == "streams") {
      for (const Json& stream : value) {
        labels.push_back(label_of(stream, seen));
        add(labels.back(), stream, text);
      }
    } else if (key == "quality" && value.contains("streams")) {
      const Json& entries = value["streams"];
      for (std::size_t i = 0; i < entries.size(); ++i)
        add("quality of " + (i < labels.size() ? labels[i] : std::to_string(i)), entries[i], text);
      for (const auto& [name, member] : value.items())
        if (name != "streams") add("quality." + name, member, text);
    } else {
      add(key, value, text);
    }
  }
  return text;
}

std::vector<std::string> null_keys(const std::string& lines) {
  constexpr std::string_view kNull = " = null";
  std::vector<std::string> keys;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);)
    if (line.ends_with(kNull)) keys.push_back(line.substr(0, line.size() - kNull.size()));
  return keys;
}

}  // namespace jitterscope::goldens
