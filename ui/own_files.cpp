#include "ui/own_files.h"

#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace jitterscope {
namespace {

constexpr QFile::Permissions kFile = QFile::ReadOwner | QFile::WriteOwner;
constexpr QFile::Permissions kFolder = kFile | QFile::ExeOwner;

void narrow(const QFileInfo& there, QFile::Permissions rights) {
  constexpr QFile::Permissions kOthers =
      QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
  const bool own = !there.isSymLink() && there.ownerId() == ::geteuid();
  if (own && (there.permissions() & kOthers)) QFile::setPermissions(there.filePath(), rights);
}

/// With those above it that are missing, as the XDG Base Directory Specification has it.
void make_missing(const QString& folder) {
  const QFileInfo there(folder);
  if (there.exists() || there.isSymLink()) return;
  make_missing(there.path());
  QDir().mkdir(folder, kFolder);
}

}  // namespace

void make_own_folder(const QString& folder) {
  const QFileInfo there(folder);
  if (there.isDir()) return narrow(there, kFolder);
  make_missing(folder);
}

void make_own_file(const QString& path) {
  const QFileInfo there(path);
  make_own_folder(there.path());
  if (there.isFile()) return narrow(there, kFile);
  if (!there.exists() && !there.isSymLink()) QFile(path).open(QFile::WriteOnly | QFile::NewOnly, kFile);
}

}  // namespace jitterscope
