#include "app/window/own_name.h"

#include <pwd.h>
#include <unistd.h>

#include <array>

#include <QString>

#include "ui/kept_settings.h"
#include "ui/own_files.h"

namespace jitterscope {
namespace {

constexpr const char* kKey = "own-name";

/// The full name as the account has it (up to the first comma), else its short one.
QString account_name() {
  const passwd* account = ::getpwuid(::getuid());
  if (!account) return {};
  const auto full = QString::fromLocal8Bit(account->pw_gecos).section(',', 0, 0).trimmed();
  return full.isEmpty() ? QString::fromLocal8Bit(account->pw_name) : full;
}

}  // namespace

std::string own_name() {
  const auto kept = kept_settings().value(kKey).toString();
  if (!kept.isEmpty()) return kept.toStdString();
  std::string name = account_name().toStdString();
  keep_own_name(name);
  return name;
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "a Jitterscope user";
}

void keep_own_name(const std::string& name) {
  auto kept = kept_settings();
  make_own_file(kept.fileName());
  kept.setValue(kKey, QString::fromStdString(name));
}

}  // namespace jitterscope
