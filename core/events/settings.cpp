#include "core/events/settings.h"

#include "core/events/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace jitterscope {
namespace {

/// Words of one value, or why not in `error`.
template <typename S>
std::optional<typename S::Value> parse_value(std::string_view name, std::string_view words, std::string& error) {
  error.clear();
  auto value = S::parse(words, error);
  if (!value && error.empty()) error = fmt::format("{} takes {}; not '{}'", name, S::facts.takes, words);
  return value;
}

template <SettingForEachKey S>
std::optional<typename S::Key> parse_key(std::string_view words) {
  for (const auto key : S::keys())
    if (to_string(key) == words) return key;
  return std::nullopt;
}

/// nullopt with an empty error: the name is of another setting.
template <typename S>
std::optional<AnySetting> parse_one(std::string_view name, std::string_view words, std::string& error) {
  if constexpr (SettingForEachKey<S>) {
    if (!name.starts_with(S::facts.name)) return std::nullopt;
    const auto key = parse_key<S>(name.substr(S::facts.name.size()));
    if (!key) return std::nullopt;
    auto value = parse_value<S>(name, words, error);
    return value ? std::optional<AnySetting>(Set<S>{*key, std::move(*value)}) : std::nullopt;
  } else {
    if (name != S::facts.name) return std::nullopt;
    auto value = parse_value<S>(name, words, error);
    return value ? std::optional<AnySetting>(Set<S>{std::move(*value)}) : std::nullopt;
  }
}

/// As parse_one(), of the command line's names.
template <typename S>
std::optional<std::vector<AnySetting>> parse_of(std::string_view option, std::string_view words, std::string& error) {
  std::vector<AnySetting> all;
  if constexpr (SettingForEachKey<S>) {
    const std::string_view own = S::facts.option;
    const bool one = option.size() > own.size() && option.starts_with(own) && option[own.size()] == '.';
    const auto key = one ? parse_key<S>(option.substr(own.size() + 1)) : std::nullopt;
    if (one ? !key : option != own) return std::nullopt;
    if constexpr (requires { S::parse_all(words, error); }) {
      const auto several = S::parse_all(one ? fmt::format("{}={}", to_string(*key), words) : std::string(words), error);
      if (!several) return std::nullopt;
      if (one && several->size() != 1) return error = fmt::format("{} is of one alone", option), std::nullopt;
      return std::vector<AnySetting>(several->begin(), several->end());
    }
    const auto value = parse_value<S>(option, words, error);
    if (!value) return std::nullopt;
    for (const auto each : one ? std::vector{*key} : S::keys()) all.push_back(Set<S>{each, *value});
  } else {
    if (option.empty() || option != S::facts.option) return std::nullopt;
    auto value = parse_value<S>(option, words, error);
    if (!value) return std::nullopt;
    all.push_back(Set<S>{std::move(*value)});
  }
  return all;
}

template <typename S>
bool remote_may(const Set<S>& asked) {
  if constexpr (S::facts.yours.empty())
    return false;
  else if constexpr (requires { S::remote_may(asked); })
    return S::remote_may(asked);
  else
    return true;
}

}  // namespace

void put(CallSettings& settings, const AnySetting& wanted) {
  std::visit([&](const auto& setting) { put(settings, setting); }, wanted);
}

std::string name_of(const AnySetting& any) {
  return std::visit([](const auto& setting) { return name_of(setting); }, any);
}

std::string words_of(const AnySetting& any) {
  return std::visit([](const auto& setting) { return words_of(setting); }, any);
}

std::string neutral_words_of(const AnySetting& any) {
  return std::visit([](const auto& setting) { return neutral_words_of(setting); }, any);
}

End end_of(const AnySetting& any) {
  return std::visit([](const auto& setting) { return setting.end; }, any);
}

AnySetting with_end(AnySetting any, End end) {
  std::visit([&](auto& setting) { setting.end = end; }, any);
  return any;
}

const SettingFacts& facts_of(const AnySetting& any) {
  return std::visit([]<typename S>(const Set<S>&) -> const SettingFacts& { return S::facts; }, any);
}

AnySetting same_of(const CallSettings& settings, const AnySetting& like) {
  return std::visit(
      [&]<typename S>(const Set<S>& setting) -> AnySetting {
        if constexpr (SettingForEachKey<S>)
          return setting_of<S>(settings, setting.key);
        else
          return setting_of<S>(settings);
      },
      like);
}

bool is_same(const AnySetting& one, const AnySetting& other) {
  return one.index() == other.index() && name_of(one) == name_of(other);
}

std::optional<AnySetting> parse_setting(std::string_view name, std::string_view words, std::string& error) {
  error.clear();
  std::optional<AnySetting> found;
  each_setting([&]<typename S>() {
    if (!found && error.empty()) found = parse_one<S>(name, words, error);
  });
  if (!found && error.empty()) error = fmt::format("there is no setting '{}'", name);
  return found;
}

bool is_setting(std::string_view name) {
  bool found = false;
  each_setting([&]<typename S>() {
    if constexpr (SettingForEachKey<S>)
      found = found || (name.starts_with(S::facts.name) && parse_key<S>(name.substr(S::facts.name.size())));
    else
      found = found || name == S::facts.name;
  });
  return found;
}

std::optional<AnySetting> parse_asked(std::string_view name, std::string_view words) {
  std::string ignored;
  auto asked = parse_setting(name, words, ignored);
  if (!asked || !std::visit([](const auto& setting) { return remote_may(setting); }, *asked)) return std::nullopt;
  return asked;
}

std::string json_key(std::string_view name) {
  std::string key(name);
  std::ranges::replace_if(
      key, [](char c) { return c == '-' || c == ' ' || c == '.'; }, '_');
  return key;
}

std::vector<AnySetting> said_at_begin(const CallSettings& settings) {
  const CallSettings usual;
  std::vector<AnySetting> said;
  each_value(settings, [&]<typename S>(const Set<S>& set) {
    if (S::facts.at_begin == AtBegin::kNotSaid) return;
    if constexpr (SettingForEachKey<S> && requires { S::is_in_force(settings, set.key); }) {
      if (!S::is_in_force(settings, set.key)) return;
    } else if constexpr (requires { S::is_in_force(settings); }) {
      if (!S::is_in_force(settings)) return;
    }
    if (S::facts.at_begin == AtBegin::kSaid || AnySetting(set) != same_of(usual, set)) said.push_back(set);
  });
  return said;
}

std::vector<SettingFacts> all_setting_facts() {
  std::vector<SettingFacts> all;
  each_setting([&]<typename S>() { all.push_back(S::facts); });
  return all;
}

std::optional<std::vector<AnySetting>> parse_option(std::string_view option, std::string_view words,
                                                    std::string& error) {
  error.clear();
  std::optional<std::vector<AnySetting>> found;
  each_setting([&]<typename S>() {
    if (!found && error.empty()) found = parse_of<S>(option, words, error);
  });
  return found;
}

}  // namespace jitterscope
