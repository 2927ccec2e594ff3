#pragma once
// Saves a table of very many rows as CSV while the window goes on: a little of it in each turn of the event loop, and
// the bytes by a thread of their own. GUI thread.
#include <functional>
#include <memory>
#include <thread>

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QTimer>

namespace jitterscope {

class Panel;

class RowsSaving : public QObject {
 public:
  /// Saves the long_table() of `panel`, which nobody else draws, so that it stays as it is. `made` as of
  /// write_numbers(). `finished` is told whether it was written, and this deletes itself; where its parent goes before,
  /// nobody is told, and what is not on its way to the disk is not written.
  RowsSaving(std::unique_ptr<Panel> panel, const QString& path, const QByteArray& made, QObject* parent,
             std::function<void(bool written)> finished);
  ~RowsSaving() override;

 private:
  void write_some();
  void write_bytes();

  std::unique_ptr<Panel> panel_;
  QString path_;
  QByteArray made_, csv_;
  std::function<void(bool)> finished_;
  int next_ = 0;  // row
  QTimer turns_;
  std::jthread disk_;
};

}  // namespace jitterscope
