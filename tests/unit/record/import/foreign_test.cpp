// Captures and packet lists of other programs, and what is right of each: tests/data/foreign/cases.json.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/record/open/stream_file.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::foreign_test {
namespace {

using nlohmann::json;

json cases() {
  std::ifstream file(test_data("foreign/cases.json"));
  return json::parse(file);
}

/// Where a case's figure stands in what `analyze --json` prints of a stream.
json::json_pointer place_of(const std::string& key) {
  if (key == "jitter_mean") return json::json_pointer("/jitter_rfc3550_ms/mean");
  if (key == "quality_jitter") return json::json_pointer("/quality/jitter_ms");
  if (key == "audio_late") return json::json_pointer("/audio/late");
  if (key == "frames_late") return json::json_pointer("/frames/late");
  return json::json_pointer("/" + key);
}

/// The figure, null where the report has none.
json figure_of(const json& stream, const std::string& key) {
  const auto place = place_of(key);
  if (!stream.contains(place)) return nullptr;
  return stream.at(place);
}

/// `accepted`: a value, or a list of values and of [low, high].
bool is_accepted(const json& figure, const json& accepted) {
  const auto is = [&](const json& one) {
    if (!one.is_array()) return figure == one;
    return figure.is_number() && figure >= one[0] && figure <= one[1];
  };
  return accepted.is_array() ? std::ranges::any_of(accepted, is) : is(accepted);
}

/// Empty: the stream has all figures of the case.
std::string what_differs(const json& stream, const json& expected) {
  std::string differences;
  for (const auto& [key, accepted] : expected.items()) {
    if (key == "ssrc") continue;
    if (const json figure = figure_of(stream, key); !is_accepted(figure, accepted))
      differences += key + " is " + figure.dump() + ", not " + accepted.dump() + "; ";
  }
  return differences;
}

void expect_streams(json streams, const json& expected, const std::string& text) {
  EXPECT_EQ(streams.size(), expected.size()) << text;
  for (const json& one : expected) {
    std::string differences = "no such stream";
    for (auto stream = streams.begin(); stream != streams.end(); ++stream) {
      const bool same =
          !one.contains("ssrc") || std::stoul(one["ssrc"].get<std::string>(), nullptr, 16) == (*stream)["ssrc"];
      if (!same) continue;
      differences = what_differs(*stream, one);
      if (!differences.empty()) continue;
      streams.erase(stream);
      break;
    }
    EXPECT_EQ(differences, "") << one.dump() << "\n" << text;
  }
}

class Foreign : public testing::TestWithParam<std::string> {};

TEST_P(Foreign, IsReadAsItIsRight) {
  const json expected = cases().at(GetParam());
  std::string error, note;
  const auto input = read_stream_file(test_data("foreign/" + GetParam()), {}, error, note);
  const AnalysisReport report = input ? analyze(*input) : AnalysisReport{};
  const json streams = to_json(report)["streams"];
  const std::string text = error + "\n" + note + "\n" + to_text(report);
  const auto says = [&](const std::string& key) {
    return std::regex_search(text, std::regex(expected[key].get<std::string>(), std::regex::icase));
  };
  if (expected.contains("says")) { EXPECT_TRUE(says("says")) << text; }
  if (expected.contains("says_not")) { EXPECT_FALSE(says("says_not")) << text; }
  if (!expected.contains("streams")) return;
  if (expected.contains("streams_or_says") && says("streams_or_says")) return;
  expect_streams(streams, expected["streams"], text);
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  const json all = cases();
  for (const auto& [name, expected] : all.items()) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Files, Foreign, testing::ValuesIn(names()), [](const auto& file) {
  std::string name = file.param.substr(0, file.param.find('.'));
  return std::regex_replace(name, std::regex("[^A-Za-z0-9]"), "_");
});

}  // namespace
}  // namespace jitterscope::foreign_test
