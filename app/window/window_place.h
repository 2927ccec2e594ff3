#pragma once
// Where a window opens on the screen.
#include <QRect>
#include <QSize>
#include <string_view>

class QWidget;

namespace jitterscope {

/// Of a window that is alone, or of one of the two windows of a demo.
enum class WindowPlace { kAlone, kLeft, kRight };
WindowPlace parse_window_place(std::string_view word);  // "left", "right"; else alone

/// Within `room`: the `usual` size or what there is. Two stand side by side where both have their least width, else one
/// beside the other's corner. Of one that is alone the window manager chooses the place: at the corner of `room`.
QRect place_in(const QRect& room, QSize usual, QSize least, WindowPlace place);

/// A window of its usual size, before it is shown. GUI thread.
void place_window(QWidget& window, WindowPlace place);

}  // namespace jitterscope
