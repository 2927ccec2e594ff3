#pragma once
// What the window keeps from one start to the next, all in one file that a person can read: see "Remembered" in
// resources/reference/command_line.md. The file is its user's alone. GUI thread.
#include <memory>

#include <QSettings>
#include <QStringList>

namespace jitterscope {

inline QSettings kept_settings() {
  return QSettings("jitterscope", "jitterscope");
}

/// Of that, how the window is arranged.
class KeptLayout : public QSettings {
 public:
  KeptLayout() : QSettings("jitterscope", "jitterscope") { beginGroup("layout"); }
};
inline KeptLayout kept_layout() {
  return {};
}

/// The same to write in: the file is written when this goes, by another thread, as the disk may let that wait. Whoever
/// reads in this process has what is set at once.
class WrittenSettings {
 public:
  explicit WrittenSettings(const QString& group = {});
  ~WrittenSettings();
  WrittenSettings(const WrittenSettings&) = delete;
  WrittenSettings& operator=(const WrittenSettings&) = delete;
  QSettings* operator->() const { return kept_.get(); }
  QSettings& operator*() const { return *kept_; }

 private:
  std::unique_ptr<QSettings> kept_;
};
inline WrittenSettings written_layout() {
  return WrittenSettings("layout");
}

/// Whether the window can be called as soon as it is there; else when its user opens that. No at first.
bool takes_calls_from_start();
void keep_takes_calls(bool from_start);

/// As typed, the newest first.
QStringList recent_addresses();
void keep_address(const QString& address);

/// Opened or made last, whole paths, the newest first.
QStringList recent_files();
void keep_recent_files(const QStringList& paths);

/// The next start is as the first one was, but for the user's name and what has a name of the user's own: links and
/// layouts.
void forget_kept_settings();

/// Of versions that kept the arrangement in a file of its own, which goes.
void take_over_old_layout();

}  // namespace jitterscope
