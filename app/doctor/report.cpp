#include "app/doctor/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace jitterscope::doctor {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kWidth = 110;
constexpr int kVerdictWidth = 9;

constexpr std::string_view kVerdicts[] = {"good", "limited", "missing"};

std::string_view to_string(Verdict verdict) {
  return kVerdicts[static_cast<std::size_t>(verdict)];
}

struct ToJson {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(double number) const { return std::round(number * 1000) / 1000; }
  template <typename T>
  Json operator()(const T& value) const {
    return value;
  }
};

struct ToWords {
  std::string operator()(std::monostate) const { return "–"; }
  std::string operator()(bool yes) const { return yes ? "yes" : "no"; }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(double number) const {
    return std::abs(number) < 1000 ? fmt::format("{:.4g}", number) : fmt::format("{:.0f}", number);
  }
  std::string operator()(const std::string& words) const { return words; }
};

std::string bytes_words(double bytes) {
  if (bytes >= 1 << 30) return fmt::format("{:.3g} GB", bytes / (1 << 30));
  if (bytes >= 1 << 20) return fmt::format("{:.3g} MB", bytes / (1 << 20));
  return fmt::format("{:.3g} KB", bytes / (1 << 10));
}

std::string words_of(const Figure& figure) {
  if (const auto* bytes = std::get_if<std::int64_t>(&figure.value); bytes && figure.unit == "bytes")
    return bytes_words(static_cast<double>(*bytes));
  std::string words = std::visit(ToWords{}, figure.value);
  if (std::holds_alternative<std::monostate>(figure.value) || figure.unit.empty()) return words;
  return words + " " + (figure.unit == "us" ? "µs" : figure.unit);
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string figures_of(const std::vector<Figure>& figures) {
  std::string all;
  for (const Figure& figure : figures) all += (all.empty() ? "" : ", ") + spaced(figure.name) + " " + words_of(figure);
  return all;
}

/// Letters of a UTF-8 text.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Lines of at most kWidth letters, the first after `first`, the others after as many spaces.
std::string wrapped(const std::string& first, const std::string& words) {
  const std::string margin(width_of(first), ' ');
  std::string text, line = first;
  std::istringstream all(words);
  for (std::string word; all >> word;) {
    if (width_of(line) + width_of(word) >= kWidth) {
      text += line + "\n";
      line = margin;
    }
    line += (line.ends_with(' ') ? "" : " ") + word;
  }
  return text + line + "\n";
}

}  // namespace

Json to_json(const std::vector<Figure>& machine, const std::vector<Check>& checks) {
  Json json{{"machine", Json::object()}, {"checks", Json::array()}};
  for (const Figure& figure : machine) {
    const std::string key = figure.unit.empty() ? figure.name : figure.name + "_" + figure.unit;
    json["machine"][key] = std::visit(ToJson{}, figure.value);
  }
  for (const Check& check : checks) {
    Json values = Json::object();
    for (const Figure& figure : check.figures)
      values[figure.name] = {{"value", std::visit(ToJson{}, figure.value)}, {"unit", figure.unit}};
    json["checks"].push_back({{"id", check.id},
                              {"name", check.name},
                              {"values", values},
                              {"verdict", std::string(to_string(check.verdict))},
                              {"remedy", check.remedy}});
  }
  return json;
}

std::string to_text(const std::vector<Figure>& machine, const std::vector<Check>& checks) {
  std::string text;
  for (const Figure& figure : machine) text += wrapped(fmt::format("{:<13}", spaced(figure.name)), words_of(figure));
  text += "\n";
  std::size_t widest = 0;
  for (const Check& check : checks) widest = std::max(widest, check.name.size());
  const std::string margin(kVerdictWidth, ' ');
  for (const Check& check : checks) {
    text += wrapped(fmt::format("{:<{}}{:<{}}  ", to_string(check.verdict), kVerdictWidth, check.name, widest),
                    figures_of(check.figures));
    if (!check.remedy.empty()) text += wrapped(margin + "→ ", check.remedy);
  }
  return text;
}

}  // namespace jitterscope::doctor
