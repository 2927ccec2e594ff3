#include "app/command_line/call_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <sstream>

#include "core/events/link_words.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::call_options_test {
namespace {

using testing::HasSubstr;

/// The sentence with which a call's command line is refused.
std::string refusal(const std::vector<std::string>& words) {
  CLI::App app;
  CallOptions options;
  add_call_options(app, options);
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) { return error.what(); }
  ADD_FAILURE() << words.back() << " is taken";
  return {};
}

TEST(CallOptions, AChangeDuringTheCallIsRefusedAsTheOptionIs) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"transport", "foo"}, {"lip-sync", "maybe"}, {"shaping", "q"}, {"video", "radio"}, {"audio", "radio"}};
  for (const auto& [name, value] : wrong) {
    const std::string option = refusal({"--" + name, value});
    ASSERT_THAT(option, HasSubstr("--" + name + " takes "));
    const std::string takes = option.substr(option.find(name + " takes "));
    EXPECT_THAT(takes, HasSubstr("not '" + value + "'"));
    EXPECT_THAT(refusal({"--at", "1:" + name + "=" + value}), HasSubstr(takes));
  }
}

TEST(CallOptions, AScriptedSwitchTakesOnOrOffAlone) {
  for (const std::string name : {"mute", "stripes"}) {
    std::string error;
    for (const std::string value : {"=on", "=off"}) EXPECT_TRUE(parse_scripted(name + value, error)) << error;
    for (const std::string value : {"=banana", "=", ""}) {
      EXPECT_FALSE(parse_scripted(name + value, error)) << name << value;
      EXPECT_THAT(error, HasSubstr(name + " takes on or off")) << name << value;
    }
  }
}

TEST(CallOptions, BadRateControlIsRefusedAlikeInBoth) {
  for (const std::string words :
       {"two-stream,max=10kbit", "fixed:0", "replay:/nonexistent", "replay", "two-stream,", "foo"}) {
    const std::string option = refusal({"--rate-control", words});
    const std::string why = option.substr(option.find(words) + words.size());
    EXPECT_THAT(refusal({"--at", "1:rate-control=" + words}), HasSubstr(why));
  }
  EXPECT_THAT(refusal({"--rate-control", "replay:/nonexistent"}),
              HasSubstr("cannot be read: check its name and permissions"));
  EXPECT_THAT(refusal({"--rate-control", "replay"}),
              HasSubstr("replay takes a file after a colon, for example replay:call.jscope"));
}

/// The settings that a call begins with by these words.
CallSettings settings_of(const std::vector<std::string>& words) {
  CLI::App app;
  CallOptions options;
  add_call_options(app, options);
  app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  return options.settings;
}

TEST(CallOptions, ARefusedPlayoutNamesThePoliciesThatThereAre) {
  const CallSettings settings = settings_of({"--playout", "audio=ramjee4,video=i:100"});
  EXPECT_EQ(settings.playout[Medium::kAudio].to_string(), "ramjee4");
  EXPECT_EQ(settings.playout[Medium::kVideo].to_string(), "i:100");
  for (const std::string words : {"audio=e,video=ramjee5", "ramjee5"})
    EXPECT_THAT(refusal({"--playout", words}),
                HasSubstr("\"ramjee5\" is no playout policy: e, i:MS, optimum, ramjee1, ramjee2, ramjee3, ramjee4 or "
                          "queue-monitoring, with MS from 0 to 2000, for both media or as audio=…,video=…"));
}

TEST(CallOptions, EverySettingIsAnOptionAndAChangeInTheCallAlike) {
  CLI::App app;
  CallOptions options;
  add_call_options(app, options);
  int in_call = 0;
  each_value(CallSettings{}, [&]<typename S>(const Set<S>& usual) {
    const std::string option(S::facts.option);
    ASSERT_NO_THROW(app.get_option("--" + option)) << option;
    std::string error;
    const auto script = parse_scripted(option + "=" + words_of(usual), error);
    ASSERT_EQ(script.has_value(), S::facts.in_call) << error;
    if (!script) return;
    ++in_call;
    EXPECT_EQ(setting_in(script->front())->index(), AnySetting(usual).index()) << option;
  });
  EXPECT_GT(in_call, 20);
}

TEST(CallOptions, AFlagIsOnAndOnlyWhatTheRemoteMaySetIsOfBothEnds) {
  EXPECT_EQ(settings_of({"--stripes"}).loss_policy, LossPolicy::kStripes);
  EXPECT_TRUE(settings_of({"--discard-late"}).discard_late_frames);
  std::string error;
  EXPECT_FALSE(parse_scripted("cpu-load=both:2", error));
  EXPECT_THAT(error, HasSubstr("cpu-load is of this end alone"));
  EXPECT_FALSE(parse_scripted("block-size=512", error));
  EXPECT_THAT(error, HasSubstr("before a call begins"));
  const auto asked = parse_scripted("audio-block=remote:171", error);
  ASSERT_TRUE(asked) << error;
  EXPECT_EQ(std::get<SetAudioBlock>(asked->front()), (SetAudioBlock{171, End::kRemote}));
}

TEST(CallOptions, HelpNamesEveryWordOfRateControl) {
  CLI::App app;
  CallOptions options;
  add_call_options(app, options);
  const std::string help = app.get_option("--rate-control")->get_description();
  std::string error;
  EXPECT_FALSE(RateControlSetting::parse("two-stream,colour=red", error));
  std::istringstream known(error.substr(error.find("known are ") + 10));
  int words = 0;
  for (std::string word; known >> word;) {
    if (word == "and") continue;
    if (word.ends_with(',')) word.pop_back();
    EXPECT_THAT(help, testing::ContainsRegex("[ ,]" + word + "="));
    ++words;
  }
  EXPECT_EQ(words, 11);
  EXPECT_THAT(help, HasSubstr("preset=paper|pathload"));
}

TEST(CallOptions, HelpHasTheTableOfDifferencesFromNetem) {
  CLI::App app;
  CallOptions options;
  add_call_options(app, options);
  const std::string help = app.help();
  std::istringstream differences{std::string(differences_from_netem())};
  int words = 0;
  for (std::string line; std::getline(differences, line);) {
    if (line.size() < 3 || line[2] == ' ') continue;
    std::istringstream(line) >> line;
    EXPECT_THAT(help, HasSubstr(line));
    ++words;
  }
  EXPECT_GE(words, 6);
}

/// The same words, of which the page says what netem's are.
TEST(CallOptions, TheReferenceHasTheDifferencesFromNetemThatHelpHas) {
  std::ifstream file(in_source_tree("resources/reference/command_line.md"));
  std::string rows;
  bool table = false;
  for (std::string line; std::getline(file, line);) {
    table = line == "| here | netem |" || (table && line.starts_with('|'));
    if (table) rows += line.substr(0, line.find(" | ", 2)) + '\n';
  }
  std::istringstream differences{std::string(differences_from_netem())};
  for (std::string line; std::getline(differences, line);) {
    if (!line.starts_with("  ") || line[2] == ' ') continue;
    for (std::istringstream words(line); words >> line && line.find('=') != std::string::npos;) {
      const std::string word = line.substr(0, line.find('='));
      EXPECT_THAT(rows, HasSubstr(word)) << "in the table of the page";
    }
  }
  EXPECT_THAT(rows, HasSubstr("`queue`"));
  std::istringstream page(rows);
  for (std::string row; std::getline(page, row);) {
    if (!row.starts_with("| `")) continue;
    const std::string word = row.substr(3, row.find_first_of("=` ", 3) - 3);
    EXPECT_THAT(std::string(differences_from_netem()), HasSubstr(word + "=")) << "in the help";
  }
}

TEST(CallOptions, WhatIsNoCommandIsSaid) {
  EXPECT_THAT(refusal({"--at", "1:colour=red"}), HasSubstr("cannot read 'colour=red'"));
  const std::string known = refusal({"--at", "3:foo=bar"});
  for (const std::string name :
       {"shaping",      "priority", "priority.THREAD", "transport", "playout",    "lip-sync",
        "rate-control", "link",     "background",      "cpu-load",  "video-load", "receive-processor",
        "audio-block",  "video",    "audio",           "mute",      "stripes",    "demonstrate",
        "marker",       "hangup"})
    EXPECT_THAT(known, testing::ContainsRegex("[ ]" + name + "[,.]")) << name;
}

}  // namespace
}  // namespace jitterscope::call_options_test
