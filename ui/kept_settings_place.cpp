#include "ui/kept_settings_place.h"

#include <filesystem>

#include <QSettings>
#include <QStandardPaths>
#include <QThreadPool>

#include "ui/tr.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;

/// All that is read at a start, as QSettings looks for it.
constexpr const char* kReadAtStart[] = {"/jitterscope/jitterscope.conf", "/jitterscope/layout.conf",
                                        "/jitterscope.conf"};

/// Empty: a file, or nothing.
QString kind_of(const QString& path) {
  std::error_code none;
  switch (fs::status(path.toStdString(), none).type()) {
    case fs::file_type::fifo: return Tr::tr("pipe");
    case fs::file_type::directory: return Tr::tr("folder");
    case fs::file_type::socket: return Tr::tr("socket");
    case fs::file_type::block:
    case fs::file_type::character: return Tr::tr("device");
    default: return {};
  }
}

}  // namespace

KeptSettingsPlace::KeptSettingsPlace() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
  for (const char* each : kReadAtStart) {
    const QString kind = kind_of(folder + each);
    if (kind.isEmpty()) continue;
    trouble_ = Tr::tr(
                   "%1 is a %2, not a file: remembered settings are not read, and none are kept. Remove it, or give "
                   "it another name, then start again.")
                   .arg(folder + each, kind);
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, instead_.emplace().path());
    return;
  }
}

KeptSettingsPlace::~KeptSettingsPlace() {
  if (instead_) QThreadPool::globalInstance()->waitForDone();  // one of its threads may write there
}

}  // namespace jitterscope
