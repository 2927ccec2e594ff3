#include "core/events/settings/playout.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/units/number_words.h"
#include "core/events/words.h"

namespace jitterscope {

std::optional<std::vector<Set<setting::Playout>>> setting::Playout::parse_all(std::string_view words,
                                                                              std::string& error) {
  std::vector<Set<Playout>> all;
  for (bool more = true; more;) {
    more = words.find(',') != std::string_view::npos;
    const auto [entry, rest] = split_at(words, ',');
    const auto named = std::ranges::find_if(kMedia, [e = entry](Medium medium) {
      return e.starts_with(to_string(medium)) && e.substr(to_string(medium).size()).starts_with('=');
    });
    const auto policy = named == kMedia.end() ? entry : entry.substr(to_string(*named).size() + 1);
    const auto setting = Value::parse(policy);
    if (!setting) return error = fmt::format("\"{}\" is no playout policy", policy), std::nullopt;
    for (const Medium medium : kMedia)
      if (named == kMedia.end() || medium == *named) all.push_back({medium, *setting});
    words = rest;
  }
  return all;
}

}  // namespace jitterscope
