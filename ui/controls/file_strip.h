#pragma once
// Says that a file is shown instead of the call, with the way back. GUI thread.
#include <QFrame>

class QLabel;

namespace jitterscope {

class FileStrip : public QFrame {
  Q_OBJECT
 public:
  explicit FileStrip(QWidget* parent = nullptr);
  void show_file(const QString& path);  // empty: the call is shown
  QString sentence() const;             // empty while hidden

 signals:
  void closed();

 private:
  QLabel* words_;
};

}  // namespace jitterscope
