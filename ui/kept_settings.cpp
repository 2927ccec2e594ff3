#include "ui/kept_settings.h"

#include <QFile>
#include <QThreadPool>

#include "ui/own_files.h"

namespace jitterscope {
namespace {

constexpr const char *kTakesCalls = "takes-calls", *kAddresses = "addresses", *kRecentFiles = "recent_files";
constexpr qsizetype kMostAddresses = 5, kLongestAddress = 260;  // a name is at most 253 long

}  // namespace

WrittenSettings::WrittenSettings(const QString& group)
    : kept_(std::make_unique<QSettings>("jitterscope", "jitterscope")) {
  make_own_file(kept_->fileName());
  if (!group.isEmpty()) kept_->beginGroup(group);
}

WrittenSettings::~WrittenSettings() {
  kept_->moveToThread(nullptr);
  QThreadPool::globalInstance()->start([kept = kept_.release()] { delete kept; });
}

bool takes_calls_from_start() {
  return kept_settings().value(kTakesCalls).toBool();
}

void keep_takes_calls(bool from_start) {
  WrittenSettings()->setValue(kTakesCalls, from_start);
}

QStringList recent_addresses() {
  return kept_settings().value(kAddresses).toStringList().mid(0, kMostAddresses);
}

void keep_address(const QString& address) {
  const auto words = address.trimmed();
  if (words.isEmpty() || words.size() > kLongestAddress) return;
  auto addresses = recent_addresses();
  addresses.removeAll(words);
  addresses.prepend(words);
  WrittenSettings()->setValue(kAddresses, addresses.mid(0, kMostAddresses));
}

QStringList recent_files() {
  return kept_settings().value(kRecentFiles).toStringList();
}

void keep_recent_files(const QStringList& paths) {
  WrittenSettings()->setValue(kRecentFiles, paths);
}

void forget_kept_settings() {
  WrittenSettings kept;
  for (const auto* group : {"settings", "settings-aside", "quality", kTakesCalls, kAddresses, kRecentFiles})
    kept->remove(group);
  const auto layout = written_layout();
  for (const auto& key : layout->allKeys())
    if (!key.startsWith("own-layouts/")) layout->remove(key);
}

void take_over_old_layout() {
  QSettings old("jitterscope", "layout");
  const auto keys = old.allKeys();
  if (keys.isEmpty()) return;
  auto layout = kept_layout();
  make_own_file(layout.fileName());
  for (const auto& key : keys)
    if (!layout.contains(key)) layout.setValue(key, old.value(key));
  layout.sync();
  if (layout.status() != QSettings::NoError) return;  // nothing is lost
  old.clear();
  old.sync();
  QFile::remove(old.fileName());
}

}  // namespace jitterscope
