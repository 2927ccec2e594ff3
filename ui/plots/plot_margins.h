#pragma once
#include <QPoint>

#include "ui/sizes.h"

namespace jitterscope {

/// The same in all, so that time lines up from plot to plot; below is what the labels need.
inline QMargins plot_margins() {
  return px({64, 6, 14, 0});
}
/// Where the words of the value under the pointer stand.
inline QPoint beside_pointer() {
  return {px(12), px(8)};
}

}  // namespace jitterscope
