#pragma once
// While a demonstration runs: what happens now, how long it still takes, and Stop. GUI thread.
#include <QFrame>

#include "core/measures/views/snapshot.h"

class QLabel;
class QProgressBar;

namespace jitterscope {

/// Between its start and "done" or "stopped".
bool demonstration_runs(const DemonstrationView&);

class DemonstrationStrip : public QFrame {
  Q_OBJECT
 public:
  explicit DemonstrationStrip(QWidget* parent = nullptr);
  void show_progress(const CallSnapshot*);
  QString words() const;  // empty while nothing runs

 signals:
  void stopped();  // by the user

 private:
  QLabel *words_, *left_;
  QProgressBar* progress_;
};

}  // namespace jitterscope
