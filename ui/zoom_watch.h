#pragma once
// Tells what was sized that the zoom has changed. Only the theme's own files use it.
#include <QObject>

#include "ui/sizes.h"

namespace jitterscope {

class ZoomWatch : public QObject {
  Q_OBJECT
 signals:
  void changed(Sizing turn);
};

}  // namespace jitterscope
