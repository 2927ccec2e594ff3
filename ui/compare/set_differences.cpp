#include "ui/compare/set_differences.h"

#include <algorithm>
#include <map>

#include "ui/tr.h"
#include "ui/words/setting_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kSaying_s = 3;  // until both ends have said what they begin with, on a busy machine

struct Whose {
  bool remote;
  std::string name;
  auto operator<=>(const Whose&) const = default;
};
constexpr double kRounding_s = 0.001;  // a stretch begins at a whole millisecond

using InForce = std::map<Whose, std::string>;

/// What a log says first of a setting, as the call or its recording begins, was so before.
bool is_said_first(const LoggedChange& change, const Whose& whose, const InForce& known, const SetStretch& stretch) {
  return change.at_s < stretch.log.front().at_s + kSaying_s && !known.contains(whose);
}

/// When it began.
InForce in_force_at_begin(const SetStretch& stretch) {
  InForce in_force;
  for (const LoggedChange& change : stretch.log) {
    if (change.kind != LoggedChange::Kind::kSetting) continue;
    const Whose whose{change.remote, change.name};
    const bool said_first = is_said_first(change, whose, in_force, stretch);
    if (change.at_s <= stretch.from_s + kRounding_s || said_first) in_force[whose] = change.value;
  }
  return in_force;
}

QString value_in(const InForce& in_force, const Whose& whose) {
  const auto found = in_force.find(whose);
  return found == in_force.end() ? kDash : setting_value(whose.name, found->second);
}

/// What is before the key: "priority." of "priority.audio-send".
std::string kind_of(const std::string& name) {
  return name.substr(0, name.find('.') + 1);
}

struct Difference {
  Whose first;
  QString way;  // "C → A"
  int count = 1;
};

QString difference_words(const Difference& difference) {
  const auto& [remote, name] = difference.first;
  auto label = setting_label(name);
  if (difference.count > 1)
    label = Tr::tr("%1 of %2").arg(label.section(' ', 0, -2), QString::number(difference.count));
  const auto words = label + " " + difference.way;
  return remote ? Tr::tr("remote: %1").arg(words) : words;
}

}  // namespace

std::vector<QString> set_differences(const SetStretch& before, const SetStretch& after, bool one_call) {
  const InForce one = in_force_at_begin(before), other = in_force_at_begin(after);
  InForce either = one;
  either.insert(other.begin(), other.end());
  std::vector<Difference> found;
  for (const auto& each : either) {
    const auto& whose = each.first;
    const auto from = value_in(one, whose), to = value_in(other, whose);
    if (from == to || (!one_call && (!one.contains(whose) || !other.contains(whose)))) continue;
    const auto way = from + " → " + to;
    const auto same = std::ranges::find_if(found, [&](const Difference& known) {
      return known.way == way && known.first.remote == whose.remote && !kind_of(whose.name).empty() &&
             kind_of(known.first.name) == kind_of(whose.name);
    });
    if (same == found.end())
      found.push_back({whose, way});
    else
      ++same->count;
  }
  std::vector<QString> words;
  std::ranges::transform(found, std::back_inserter(words), difference_words);
  return words;
}

int changes_within(const SetStretch& stretch) {
  InForce in_force;
  int count = 0;
  for (const LoggedChange& change : stretch.log) {
    if (change.kind != LoggedChange::Kind::kSetting) continue;
    const Whose whose{change.remote, change.name};
    const bool said_first = is_said_first(change, whose, in_force, stretch);
    const bool changed = std::exchange(in_force[whose], change.value) != change.value;
    count += changed && !said_first && change.at_s > stretch.from_s + kRounding_s && change.at_s < stretch.to_s;
  }
  return count;
}

}  // namespace jitterscope
