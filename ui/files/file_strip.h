#pragma once
// Says that a file is being read, or is shown instead of the call, with the way back. It is as high whatever it says.
// GUI thread.
#include <QFrame>

#include "core/measures/views/snapshot.h"
#include "ui/session_port.h"
#include "ui/widgets/two_lines.h"

class QPushButton;

namespace jitterscope {

class FileStrip : public QFrame {
  Q_OBJECT
 public:
  explicit FileStrip(QWidget* parent = nullptr);
  void show_reading(const QString& path);
  /// `sentence`: what of it is shown and what was left out; empty = it could not be read.
  void show_read(const QString& path, const QString& sentence);
  void show_file(const QString& path);  // empty: the call is shown
  void set_beside_call(bool);           // a call is up too: says what is still its
  /// What of the file has been read; nullopt: all.
  void set_only_from(const std::optional<OnlyFrom>&);
  /// Those of the file shown: a menu of them where there are several.
  void list_streams(const std::vector<FileStreamChoice>& streams);
  QString sentence() const { return isHidden() ? QString() : words_->text(); }  // empty while hidden

 signals:
  void given_up();  // the file that is being read
  void closed();
  void stream_chosen(int stream);  // number in the list

 private:
  void show_words(const QString& words, const QString& way_back);

  bool beside_call_ = true, reading_ = false;
  QString file_, read_, read_sentence_;  // shown; read last, and what was said of it
  QString only_;                         // what of it is shown
  TwoLines* words_;
  QPushButton *streams_, *back_;
};

}  // namespace jitterscope
