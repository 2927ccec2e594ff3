#pragma once
// Plays the sound of a stream of the file that is shown, or stops it; with the words of a button and of a menu.
#include <cstddef>
#include <optional>

#include <QAction>

namespace jitterscope {

class FileView;

class PlayAction : public QAction {
 public:
  /// `files` may be null: then nothing can be played.
  PlayAction(FileView* files, QObject* parent);
  /// It is of this stream from now on; absent: none is chosen. `why_not`: it cannot be played; empty: it can.
  void show(std::optional<std::size_t> stream, const QString& why_not);

 private:
  FileView* files_;
  std::optional<std::size_t> stream_;
};

}  // namespace jitterscope
