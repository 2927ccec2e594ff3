#include "ui/words/call_words.h"

#include <algorithm>

#include "core/events/settings.h"
#include "ui/tr.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

/// As its control shows it.
template <typename S>
QString shown(const Set<S>& setting) {
  return QString::fromStdString(words_of(setting));
}
QString shown(const SetShaping& setting) {
  return QString::fromStdString(words_of(setting)).toUpper();
}
QString shown(const SetAudioBlock& setting) {
  return QString::fromStdString(words_of(setting)) + " B";
}
QString shown(const SetPriority& setting) {
  return class_words(words_of(setting));
}

QString value_of(const AskedSetting& asked) {
  std::string ignored;
  const auto setting = parse_setting(asked.name, asked.value, ignored);
  if (!setting) return QString::fromStdString(asked.value);
  return std::visit([](const auto& set) { return shown(set); }, *setting);
}

/// "the priority of your thread video-send"
QString yours(const AnySetting& asked) {
  const SettingFacts& facts = facts_of(asked);
  if (facts.yours_of_key.empty()) return text_of(facts.yours);
  return text_of(facts.yours_of_key) + QString::fromStdString(name_of(asked).substr(facts.name.size()));
}

/// What else the remote may set: "your audio block size and your traffic shaping".
QString other_settings(const SettingFacts& asked) {
  QStringList others;
  for (const SettingFacts& facts : all_setting_facts())
    if (!facts.yours.empty() && (facts.name != asked.name || !facts.yours_of_key.empty()))
      others << text_of(facts.yours);
  const QString last = others.takeLast();
  return others.isEmpty() ? last : Tr::tr("%1 and %2").arg(others.join(", "), last);
}

QString remote_name(const CallState& state) {
  constexpr qsizetype kLongest = 24;
  const auto name = caller_text(state.peer);
  return name.size() <= kLongest ? name : name.left(kLongest - 1) + "…";
}

}  // namespace

QString consent_question(const CallState& state) {
  if (!state.consent_asked) return {};
  std::string ignored;
  const auto asked = parse_setting(state.asked_here.name, state.asked_here.value, ignored);
  const QString what = asked ? yours(*asked) : text_of(state.asked_here.name);
  return Tr::tr("%1 asks to set %2 to %3. For this call, a yes also covers %4. Allow all of it for this call?")
      .arg(caller_text(state.peer), what, value_of(state.asked_here),
           other_settings(asked ? facts_of(*asked) : SettingFacts{}));
}

QString waiting_words(const CallState& state, std::string_view name) {
  const auto newest = std::find_if(state.asked_there.rbegin(), state.asked_there.rend(),
                                   [&](const AskedSetting& asked) { return asked.name == name; });
  if (newest == state.asked_there.rend()) return {};
  return Tr::tr("Asked %1 for %2: waiting").arg(remote_name(state), value_of(*newest));
}

QString whose_words(End end) {
  return end == End::kLocal    ? QString()
         : end == End::kRemote ? Tr::tr(", asked of the remote")
                               : Tr::tr(", at both ends");
}

QString unheard_words(const CallState& state) {
  if (state.unheard_s == 0) return {};
  return Tr::tr("%1 has not been heard for %2 s: its program or the network may be down. The call ends at 30 s.")
      .arg(caller_text(state.peer), QString::number(state.unheard_s));
}

}  // namespace jitterscope
