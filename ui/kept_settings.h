#pragma once
#include <QSettings>

namespace jitterscope {

/// What the window keeps from one start to the next.
inline QSettings kept_settings() {
  return QSettings("jitterscope", "jitterscope");
}

/// Of that, how the window is arranged.
inline QSettings kept_layout() {
  return QSettings("jitterscope", "layout");
}

}  // namespace jitterscope
