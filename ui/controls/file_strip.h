#pragma once
// Says that a file is being read, or is shown instead of the call, with the way back. GUI thread.
#include <QFrame>

class QLabel;
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
  QString sentence() const;             // empty while hidden

 signals:
  void closed();

 private:
  void show_words(const QString& words, const QString& way_back);

  QString file_, read_, read_sentence_;  // shown; read last, and what was said of it
  QLabel* words_;
  QPushButton* back_;
};

}  // namespace jitterscope
