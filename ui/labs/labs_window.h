#pragma once
// The labs in a window of their own: the gallery, or one lab. GUI thread.
#include <QDialog>
#include <QTimer>

#include "core/lab/engine/lab.h"

class QStackedWidget;

namespace jitterscope {

class LabView;
class LabsPort;

class LabsWindow : public QDialog {
  Q_OBJECT
 public:
  LabsWindow(LabsPort& port, QWidget* parent);
  /// nullptr: the gallery is shown.
  LabView* lab() const { return lab_; }
  void open_lab(const LabDefinition& lab);
  void open_gallery();

 signals:
  void trace_wanted(const QString& path);

 private:
  void open_file();

  LabsPort& port_;
  QStackedWidget* pages_;
  LabView* lab_ = nullptr;
  QTimer renewal_;
};

}  // namespace jitterscope
