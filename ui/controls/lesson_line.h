#pragma once
// In a demo call that the window began: what can be shown in it. GUI thread.
#include <QFrame>

#include "core/events/demonstration.h"

namespace jitterscope {

class LessonLine : public QFrame {
  Q_OBJECT
 public:
  explicit LessonLine(QWidget* parent = nullptr);

 signals:
  void chosen(DemonstrationKind kind);
};

}  // namespace jitterscope
