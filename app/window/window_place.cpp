#include "app/window/window_place.h"

#include <QGuiApplication>
#include <QScreen>
#include <QWidget>
#include <algorithm>

namespace jitterscope {
namespace {

constexpr int kTitleBar = 32, kCorner = 48;  // px
constexpr QSize kMadeFor{960, 460};          // the smallest window that shows all as it should be

}  // namespace

WindowPlace parse_window_place(std::string_view word) {
  return word == "left" ? WindowPlace::kLeft : word == "right" ? WindowPlace::kRight : WindowPlace::kAlone;
}

QRect place_in(const QRect& room, QSize usual, QSize least, WindowPlace place) {
  const bool side_by_side = place != WindowPlace::kAlone && room.width() >= 2 * least.width();
  QSize most = room.size();
  if (side_by_side)
    most.rwidth() /= 2;
  else if (place != WindowPlace::kAlone)
    most = (most - QSize(kCorner, kCorner)).expandedTo(least);
  QRect where(room.topLeft(), usual.boundedTo(most));
  if (place != WindowPlace::kRight) return where;
  side_by_side ? where.moveRight(room.right()) : where.translate(kCorner, kCorner);
  return where;
}

void place_window(QWidget& window, WindowPlace place) {
  if (QGuiApplication::platformName() == "offscreen") return;  // its screen is no one's
  const QRect room = window.screen()->availableGeometry().adjusted(0, kTitleBar, 0, 0);
  const QRect where = place_in(room, window.size(), kMadeFor.expandedTo(window.minimumSize()), place);
  window.resize(where.size());
  if (place != WindowPlace::kAlone) window.move(where.topLeft() - QPoint(0, kTitleBar));
}

}  // namespace jitterscope
