#include "core/events/settings.h"
#include "core/events/words.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "core/events/kinds/setting_changed.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::settings_test {
namespace {

using Kind = PrioritySetting::Kind;

TEST(EndWords, AreReadBackAndByTheFormerOnesOfScripts) {
  for (const End end : {End::kLocal, End::kRemote, End::kBoth}) EXPECT_EQ(parse_end(to_string(end)), end);
  EXPECT_EQ(to_string(End::kLocal), "local");
  EXPECT_EQ(parse_end("mine"), End::kLocal);
  EXPECT_EQ(parse_end("theirs"), End::kRemote);
  EXPECT_FALSE(parse_end("there"));
}

TEST(ShapingWords, Strategies) {
  EXPECT_EQ(ShapingSetting::parse("a"), (ShapingSetting{1, std::nullopt}));
  EXPECT_EQ(ShapingSetting::parse("B"), (ShapingSetting{3, std::nullopt}));
  EXPECT_EQ(ShapingSetting::parse("c"), (ShapingSetting{0, std::nullopt}));
  EXPECT_EQ(ShapingSetting::parse("5,12.5"), (ShapingSetting{5, Duration::us(12'500)}));
  EXPECT_EQ(ShapingSetting::parse("b,60"), (ShapingSetting{3, Duration::ms(60)}));
}

TEST(ShapingWords, ReadBackAsTheSame) {
  for (const char* words : {"a", "b", "c", "2", "10000", "a,0", "b,60", "5,12.5", "c,0.001"})
    EXPECT_EQ(ShapingSetting::parse(words).value().to_string(), words);
  EXPECT_EQ(ShapingSetting::parse("1").value().to_string(), "a");
  EXPECT_EQ(ShapingSetting::parse("3,60").value().to_string(), "b,60");
}

TEST(ShapingWords, OthersAreRefused) {
  for (const char* words : {"", "d", "0", "-1", "10001", "a,", "a,-1", "a,x", "a,nan", "a,10001", "1.5", "a 5", ",5"})
    EXPECT_FALSE(ShapingSetting::parse(words)) << words;
}

TEST(PriorityWords, OneClassMeansTheFourMediaThreads) {
  std::string error;
  const auto settings = parse_priorities("realtime", error);
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->size(), 4u);
  EXPECT_EQ(settings->at(ThreadRole::kVideoReceive).kind, Kind::kRealtime);
  EXPECT_FALSE(settings->contains(ThreadRole::kUi));
}

TEST(PriorityWords, AClassAThread) {
  std::string error;
  const auto settings = parse_priorities("audio-send=realtime:25,video-send=nice,recorder=default", error);
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->size(), 3u);
  EXPECT_EQ(settings->at(ThreadRole::kAudioSend), (PrioritySetting{Kind::kRealtime, 25}));
  EXPECT_EQ(settings->at(ThreadRole::kVideoSend).kind, Kind::kNice);
}

TEST(PriorityWords, AWrongWordIsNamed) {
  for (const char* words : {"fast", "video-send=fast", "camera=nice", "audio-send=nice,x=y", "watchdog=default"}) {
    std::string error;
    EXPECT_FALSE(parse_priorities(words, error)) << words;
    EXPECT_FALSE(error.empty()) << words;
  }
}

/// A value of each setting that is not its usual one.
template <typename S>
typename S::Value another(const typename S::Value& usual) {
  std::string error;
  for (const char* words : {"on", "off", "2", "9", "64", "300", "nice", "b,60", "tcp", "422", "discard", "stripes",
                            "rate=1mbit", "500", "fixed:100kbit", "ramjee4", "none", "device", "deadline"})
    if (const auto value = S::parse(words, error); value && !(*value == usual)) return *value;
  ADD_FAILURE() << S::facts.name << ": none of the words is another value";
  return usual;
}

TEST(Settings, WordsReadBackByNameAndAreTheSameInTheLog) {
  std::set<std::string> names;
  each_value(CallSettings{}, [&]<typename S>(const Set<S>& usual) {
    Set<S> other = usual;
    other.value = another<S>(usual.value);
    for (const AnySetting& any : {AnySetting(usual), AnySetting(other)}) {
      std::string error;
      EXPECT_EQ(parse_setting(name_of(any), words_of(any), error), any) << name_of(any) << ": " << error;
      CallSettings settings;
      put(settings, any);
      const bool keeps = name_of(any) == "priority.watchdog";
      EXPECT_TRUE(keeps || same_of(settings, any) == any) << name_of(any);
    }
    EXPECT_EQ(as<S>(changed_to(other, "local", Timestamp())), other) << name_of(other);
    EXPECT_TRUE(names.insert(name_of(usual)).second) << name_of(usual) << " twice";
    EXPECT_LE(name_of(usual).size(), 32u) << "a SettingChanged holds no more";
  });
  EXPECT_GT(names.size(), 35u);
}

TEST(Settings, EachSaysWhatItIs) {
  std::set<std::string_view> options;
  for (const SettingFacts& facts : all_setting_facts()) {
    EXPECT_FALSE(facts.name.empty() || facts.label.empty() || facts.takes.empty() || facts.help.empty()) << facts.name;
    EXPECT_TRUE(options.insert(facts.option).second) << facts.option << " twice";
    std::string error;
    const bool named_elsewhere = facts.option == "speaker" || facts.option == "rate-control";
    EXPECT_EQ(parse_option(facts.option, "\x01", error).has_value(), named_elsewhere) << facts.option;
  }
}

TEST(Settings, WhatCannotBeReadIsSaidWithWhatIsTaken) {
  std::string error;
  EXPECT_FALSE(parse_setting("cpu-load", "65", error));
  EXPECT_EQ(error, "cpu-load takes 0 to 64; not '65'");
  EXPECT_FALSE(parse_setting("colour", "red", error));
  EXPECT_EQ(error, "there is no setting 'colour'");
  EXPECT_FALSE(parse_option("colour", "red", error));
  EXPECT_TRUE(error.empty()) << "it may be something else";
  EXPECT_FALSE(parse_setting("priority.camera", "nice", error));
}

TEST(Settings, TheRemoteMaySetWhatIsHarmlessAlone) {
  for (const auto& [name, words] : std::vector<std::pair<std::string, std::string>>{
           {"shaping", "c"}, {"audio-block", "171"}, {"priority.video-send", "nice"}})
    EXPECT_TRUE(parse_asked(name, words)) << name;
  for (const auto& [name, words] : std::vector<std::pair<std::string, std::string>>{{"cpu-load", "4"},
                                                                                    {"video", "camera"},
                                                                                    {"link", "dial-up"},
                                                                                    {"priority.ui", "nice"},
                                                                                    {"priority.watchdog", "default"},
                                                                                    {"priority.audio-send", "deadline"},
                                                                                    {"priority.audio-send", "nice:-20"},
                                                                                    {"muted", "no"}})
    EXPECT_FALSE(parse_asked(name, words)) << name;
}

TEST(Settings, OthersReadNoNamesOfFilesAndDevices) {
  std::string error;
  for (const auto& [name, words, told] :
       std::vector<std::array<std::string, 3>>{{"video", "camera:/dev/video7", "camera"},
                                               {"video", "file:/home/me/a.mp4", "file"},
                                               {"video", "synthetic:320x240@10", "synthetic:320x240@10"},
                                               {"audio", "microphone:hall", "microphone"},
                                               {"rate-control", "replay:/home/me/r.csv", "replay:FILE"},
                                               {"rate-control", "fixed:500kbit", "fixed:500kbit"},
                                               {"link", "rate=1mbit,trace=/home/me/up", "rate=1mbit,trace=FILE"}})
    EXPECT_EQ(neutral_words_of(parse_setting(name, words, error).value()), told) << error;
}

TEST(Settings, WhatACallBeginsWithIsSaidWhereItMatters) {
  const auto said = [](const CallSettings& settings) {
    std::string words;
    for (const AnySetting& setting : said_at_begin(settings)) words += (words.empty() ? "" : ", ") + name_of(setting);
    return words;
  };
  CallSettings settings;
  settings.background.kilobytes_per_second = 100;
  const std::string usual =
      "lip-sync, loss policy, playout.audio, playout.video, priority.audio-send, priority.audio-receive, "
      "priority.audio-device, priority.video-send, priority.video-receive, priority.recorder, priority.watchdog, "
      "rate-control, shaping, transport";
  EXPECT_EQ(said(settings), usual) << "without a link there is no background";
  settings.link.up.delay = Duration::ms(10);
  settings.cpu_load = 2;
  EXPECT_EQ(said(settings), "background, cpu-load, link, " + usual);
}

std::string cell(std::string words) {
  for (auto at = words.find('|'); at != std::string::npos; at = words.find('|', at + 2)) words.insert(at, 1, '\\');
  return words;
}

TEST(Settings, WhatMakesAnExperimentIsNotRemembered) {
  std::vector<std::string_view> remembered;
  for (const SettingFacts& facts : all_setting_facts()) {
    EXPECT_TRUE(!facts.remembered || facts.in_call) << facts.name << " is set by windows, in a call too";
    if (facts.remembered) remembered.push_back(facts.option);
  }
  EXPECT_THAT(remembered, testing::ElementsAre("audio", "audio-block", "discard-late", "fps", "jpeg-quality",
                                               "lip-sync", "stripes", "playout", "speaker", "subsampling", "video"));
}

TEST(Settings, StandInTheReferenceAsTheyAre) {
  std::string rows;
  for (const SettingFacts& facts : all_setting_facts())
    rows +=
        fmt::format("| `--{}` | `{}` | {} | {} | {} | {} | {} |\n", facts.option, facts.name, to_string(facts.scope),
                    !facts.in_call        ? "before the call"
                    : facts.yours.empty() ? "this end"
                                          : "this end, the remote by consent",
                    facts.remembered ? "yes" : "no", cell(std::string(facts.takes)), cell(std::string(facts.help)));
  std::ifstream file(in_source_tree("resources/reference/command_line.md"));
  const std::string reference{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(reference.find(rows), std::string::npos) << "resources/reference/command_line.md should have:\n" << rows;
}

}  // namespace
}  // namespace jitterscope::settings_test
