#include "ui/words/setting_words.h"

#include <algorithm>

#include "core/events/demonstration.h"
#include "core/events/settings.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/snapshot.h"
#include "ui/tr.h"
#include "ui/words/link_words.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

/// Of a demonstration: "C", "real-time", "two-stream".
QString variant_words(const std::string& variant) {
  const auto words = class_words(variant);
  return words.size() == 1 ? words.toUpper() : words;
}

QString demonstration_mark(const std::string& phase_and_variant) {
  const auto blank = phase_and_variant.find(' ');
  const auto variant =
      blank == std::string::npos ? QString() : ": " + variant_words(phase_and_variant.substr(blank + 1));
  switch (
      value_of_word<DemonstrationPhase>(phase_and_variant.substr(0, blank)).value_or(DemonstrationPhase::kSettling)) {
    case DemonstrationPhase::kSettling: return Tr::tr("Demonstration begins");
    case DemonstrationPhase::kBefore: return Tr::tr("Demonstration, first half%1").arg(variant);
    case DemonstrationPhase::kSwitching: return Tr::tr("Demonstration: switching over");
    case DemonstrationPhase::kAfter: return Tr::tr("Demonstration, second half%1").arg(variant);
    case DemonstrationPhase::kDone: return Tr::tr("Demonstration over");
    case DemonstrationPhase::kStopped: break;
  }
  return Tr::tr("Demonstration stopped");
}

}  // namespace

QString setting_label(const std::string& name) {
  static const auto all = all_setting_facts();
  for (const SettingFacts& facts : all) {
    if (facts.name.empty() || !name.starts_with(facts.name)) continue;
    const auto key = name.substr(facts.name.size());
    if (!key.empty() && !facts.name.ends_with('.')) continue;
    return key.empty() ? text_of(facts.label) : text_of(facts.label) + " " + QString::fromStdString(key);
  }
  return QString::fromStdString(name);
}

QString setting_value(const std::string& name, const std::string& value) {
  std::string ignored;
  const auto known = parse_setting(name, value, ignored);
  if (known && std::holds_alternative<Set<setting::Priority>>(*known)) return class_words(value);
  if (known && std::holds_alternative<Set<setting::Link>>(*known)) {
    const auto words = link_words(std::get<Set<setting::Link>>(*known).value);
    return words.isEmpty() ? Tr::tr("off") : words;
  }
  const auto words = QString::fromStdString(value).replace(",", ", ");
  return known && std::holds_alternative<Set<setting::Shaping>>(*known) ? words.toUpper() : words;
}

QString shaping_of_both(const std::string& asked, const CallSnapshot* snapshot) {
  const auto words_of = [](const std::string& setting) {  // the remote may say any word of its own
    return ShapingSetting::parse(setting) ? QString::fromStdString(setting).toUpper() : kDash;
  };
  const auto local = words_of(snapshot && !snapshot->shaping_local.empty() ? snapshot->shaping_local : asked);
  const auto remote = snapshot ? words_of(snapshot->shaping_remote) : kDash;
  return local == remote || remote == kDash ? local : Tr::tr("%1, remote %2").arg(local, remote);
}

QString mark_words(const MarkRow& mark) {
  const auto blank = std::min(mark.text.find(' '), mark.text.size());
  const auto name = mark.text.substr(0, blank), value = mark.text.substr(std::min(blank + 1, mark.text.size()));
  std::string ignored;
  const auto setting = parse_setting(name, value, ignored);
  QString words = text_of(mark.text);
  if (name == kDemonstrationSetting && value_of_word<DemonstrationPhase>(value.substr(0, value.find(' '))))
    words = demonstration_mark(value);
  else if (setting && std::holds_alternative<Set<setting::Priority>>(*setting))
    words = text_of(name.substr(name.find('.') + 1)) + " " + class_words(value);
  else if (setting)
    words = setting_label(name) + " " + setting_value(name, value);
  return mark.remote ? Tr::tr("remote: %1").arg(words) : words;
}

}  // namespace jitterscope
