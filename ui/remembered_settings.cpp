#include "ui/remembered_settings.h"

#include <algorithm>
#include <optional>

#include <QSettings>
#include <QStringList>

#include "ui/kept_settings.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr qsizetype kMostTold = 6, kLongestTold = 120;  // troubles, letters of each
constexpr const char *kGroup = "settings", *kAside = "settings-aside";

/// nullopt: `error` says why it cannot be used.
std::optional<AnySetting> usable(const QString& name, const QString& words, const WhyUnusable& why_unusable,
                                 std::string& error) {
  if (std::ranges::any_of(words, [](QChar c) { return c.category() == QChar::Other_Control; })) {
    error = Tr::tr("%1 holds what no text has").arg(name).toStdString();
    return std::nullopt;
  }
  auto setting = parse_setting(name.toStdString(), words.toStdString(), error);
  if (setting && !facts_of(*setting).remembered) error = Tr::tr("%1 is not remembered").arg(name).toStdString();
  if (setting && error.empty()) error = why_unusable(*setting);
  return error.empty() ? setting : std::nullopt;
}

/// What has commas and was written by hand, without quotes, is a list.
QString words_in(const QVariant& value) {
  return value.typeId() == QMetaType::QStringList ? value.toStringList().join(',') : value.toString();
}

/// Beside what was put there before under that name.
void put_aside(QSettings& kept, const QString& name, const QString& words) {
  const QString aside = QString(kAside) + "/" + name;
  kept.setValue(aside, kept.value(aside).toStringList() << words);
  kept.remove(QString(kGroup) + "/" + name);
}

}  // namespace

void RememberedSettings::asked(const Command& command) {
  const auto wanted = setting_in(command);
  if (!wanted || !facts_of(*wanted).remembered || end_of(*wanted) == End::kRemote) return;
  std::erase_if(asked_, [&](const AnySetting& before) { return is_same(before, *wanted); });
  asked_.push_back(*wanted);
}

void RememberedSettings::in_force(const CallSettings& settings) {
  std::optional<WrittenSettings> kept;  // one for all: each waits for what the one before has not written yet
  std::erase_if(asked_, [&](const AnySetting& wanted) {
    const std::string words = words_of(wanted);
    if (words_of(same_of(settings, wanted)) != words) return false;
    if (!kept) kept.emplace();
    (*kept)->setValue(QString(kGroup) + "/" + QString::fromStdString(name_of(wanted)), QString::fromStdString(words));
    return true;
  });
}

KeptSettings take_kept_settings(const WhyUnusable& why_unusable) {
  const WrittenSettings kept;
  kept->beginGroup(kGroup);
  const QStringList names = kept->allKeys();
  kept->endGroup();
  KeptSettings taken;
  QStringList troubles;
  for (const QString& name : names) {
    const QString words = words_in(kept->value(QString(kGroup) + "/" + name));
    std::string error;
    if (auto setting = usable(name, words, why_unusable, error)) {
      taken.settings.push_back(std::move(*setting));
    } else {
      const QString trouble = QString::fromStdString(error).simplified();
      troubles << (trouble.size() <= kLongestTold ? trouble : trouble.left(kLongestTold) + "…");
      put_aside(*kept, name, words);
    }
  }
  const auto unsaid = troubles.size() - kMostTold;
  if (unsaid > 0) troubles = troubles.mid(0, kMostTold) << Tr::tr("and %1 more").arg(unsaid);
  if (!troubles.isEmpty())
    taken.sentence =
        Tr::tr("Not all remembered settings can be used: %1. The others are in force; these are kept under [%2] in %3.")
            .arg(troubles.join("; "), kAside, kept->fileName())
            .toStdString();
  return taken;
}

}  // namespace jitterscope
