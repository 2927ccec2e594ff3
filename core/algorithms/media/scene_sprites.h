#pragma once
// What the synthetic scene is made of. Positions and sizes are in design units (the picture is 480 high).
#include <array>
#include <cstdint>

#include "core/algorithms/media/scene_canvas.h"

namespace jitterscope::scene {

inline constexpr double kDesignHeight = 480;
inline constexpr int kMouthShapes = 6;
inline constexpr int kLidShapes = 3;  // open, half, closed

/// The room, `width` design units wide, BGRX.
cv::Mat draw_room(double width, double scale, std::uint32_t seed);
/// What is seen through the window: larger than the panes by kOutdoorMargin on each side.
inline constexpr double kOutdoorMargin = 14;
cv::Mat draw_outdoors(double scale, std::uint32_t seed);
/// The panes of the window in the room.
std::array<cv::Rect2d, 4> window_panes(double room_width);

/// Standing still, moving, moving fast: blurred sideways by kSmears.
inline constexpr std::array<double, 3> kSmears{0, 1.5, 3.5};
using Moving = std::array<Sprite, kSmears.size()>;
Moving draw_body(double scale, std::uint32_t seed);  // 420 x 200
Moving draw_head(double scale, std::uint32_t seed);  // 200 x 270
Sprite draw_iris(double scale);                      // 14 x 14
Sprite draw_lid(double scale, int shape);            // 36 x 24
Sprite draw_mouth(double scale, int shape);          // 64 x 44
Sprite draw_sheet(double scale);                     // 190 x 250, with the hand that holds it

/// Digits '0'..'9', ':' and '.', each 11 x 20, and the dark label they stand on.
std::array<Sprite, 12> draw_glyphs(double scale);
Sprite draw_label(double scale);  // 214 x 24

}  // namespace jitterscope::scene
