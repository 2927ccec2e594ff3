// What a hand-out says of a stream: the numbers that `analyze` prints, and of each dash why.

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"

namespace jitterscope::stream_words_test {
namespace {

/// Blocks of 20 ms, every tenth missing, with delays that wander.
StreamInput sound(Direction direction, bool with_send_times) {
  StreamInput input;
  input.medium = Medium::kAudio;
  input.direction = direction;
  input.clock_rate_hz = 8000;
  input.nominal_period_ms = 20;
  input.delay_uncertainty_ms = 0.3;
  for (int i = 0; i < 400; ++i) {
    if (i % 10 == 9) continue;
    const auto sent = Timestamp::ns(0) + Duration::ms(20 * i);
    PacketObservation packet;
    packet.sequence = i;
    packet.received = sent + Duration::us(30'000 + 613 * (i % 17));
    if (with_send_times) packet.sent = sent;
    packet.rtp_timestamp = static_cast<std::uint32_t>(160 * i);
    packet.frame = i;
    packet.size = 200;
    input.packets.push_back(packet);
  }
  return input;
}

std::vector<std::string> numbers_in(const std::string& text) {
  static const std::regex kNumber("[0-9]+(\\.[0-9]+)?");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), kNumber), end; at != end; ++at) found.push_back(at->str());
  return found;
}

class StreamWordsOf : public testing::TestWithParam<std::pair<Direction, bool>> {};

TEST_P(StreamWordsOf, NumbersAreThoseOfAnalyze) {
  const StreamReport report = analyze_stream(sound(GetParam().first, GetParam().second));
  const auto printed = numbers_in(to_text(AnalysisReport{"", {report}}));
  const StreamWords words = stream_words(report);
  EXPECT_GE(words.figures.size(), 2u);
  for (const FigureWords& figure : words.figures) {
    const std::string known = figure.value.empty() ? "" : figure.value + " " + figure.why;
    for (const std::string& number : numbers_in(known))
      EXPECT_NE(std::ranges::find(printed, number), printed.end()) << figure.name << ": " << known;
  }
}

TEST_P(StreamWordsOf, EachDashHasItsReason) {
  for (auto input : {sound(GetParam().first, GetParam().second), StreamInput{}}) {
    input.direction = GetParam().first;
    for (const FigureWords& figure : stream_words(analyze_stream(input)).figures) {
      EXPECT_TRUE(!figure.value.empty() || figure.why.size() > 10) << figure.name;
      EXPECT_FALSE(figure.name.empty());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Streams, StreamWordsOf,
                         testing::Values(std::pair(Direction::kReceived, true), std::pair(Direction::kReceived, false),
                                         std::pair(Direction::kSent, true)));

TEST(StreamWords, OneDirectionHasTheSameRows) {
  const auto known = stream_words(analyze_stream(sound(Direction::kReceived, true)));
  auto picture = sound(Direction::kReceived, false);
  picture.medium = Medium::kVideo;
  const auto other = stream_words(analyze_stream(picture));
  ASSERT_EQ(known.figures.size(), other.figures.size());
  for (std::size_t i = 0; i < known.figures.size(); ++i) EXPECT_EQ(known.figures[i].name, other.figures[i].name);
}

TEST(StreamWords, TheVerdictIsThatOfAnalyze) {
  AnalysisOptions options;
  options.playout_ms = 60;
  const StreamReport report = analyze_stream(sound(Direction::kReceived, true), options);
  const auto words = stream_words(report);
  EXPECT_TRUE(words.acceptable.has_value());
  EXPECT_NE(to_text(AnalysisReport{"", {report}}).find(words.verdict), std::string::npos) << words.verdict;
}

TEST(StreamWords, WhatDidNotComeIsNotCalledNotPlayed) {
  auto report = analyze_stream(sound(Direction::kReceived, true));
  ASSERT_TRUE(report.quality.lost_only);
  EXPECT_NE(stream_words(report).figures.back().value.find("not come"), std::string::npos);
}

}  // namespace
}  // namespace jitterscope::stream_words_test
