#pragma once
// Tells what was sized that the zoom has changed. Only the theme's own files use it.
#include <QObject>

namespace jitterscope {

class ZoomWatch : public QObject {
  Q_OBJECT
 signals:
  void changed();
};

}  // namespace jitterscope
