#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "core/algorithms/media/scene_sprites.h"

namespace jitterscope::scene {
namespace {

constexpr double kPaneWidth = 62, kPaneHeight = 96, kBar = 7, kWindowTop = 52, kWindowRight = 44;

struct Shelf {
  double x, y, width, height;
};

void draw_books(Canvas& canvas, const Shelf& shelf, std::minstd_rand& random) {
  constexpr std::array<Colour, 9> kCovers{{{142, 58, 50},
                                           {44, 86, 112},
                                           {196, 160, 92},
                                           {66, 104, 74},
                                           {92, 66, 104},
                                           {216, 204, 180},
                                           {52, 58, 72},
                                           {176, 98, 54},
                                           {120, 138, 146}}};
  const auto roll = [&random](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / static_cast<double>(std::minstd_rand::max());
  };
  double x = shelf.x + 3;
  while (x < shelf.x + shelf.width - 16) {
    if (roll(0, 1) < 0.06) {
      x += roll(8, 20);
      continue;
    }
    const double width = roll(7, 15), height = shelf.height * roll(0.66, 0.93), top = shelf.y + shelf.height - height;
    const Colour cover = kCovers[static_cast<std::size_t>(roll(0, 8.99))];
    const Colour print{std::min(255.0, cover.red + 70), std::min(255.0, cover.green + 70),
                       std::min(255.0, cover.blue + 60)};
    canvas.rectangle(x, top, width - 0.8, height, cover);
    canvas.rectangle(x, top + 6, width - 0.8, 1.6, print);
    canvas.rectangle(x, top + height - 10, width - 0.8, 1.6, print);
    for (double y = top + 13; y < top + height * roll(0.45, 0.75); y += 3.4)
      canvas.rectangle(x + width * 0.3, y, width * 0.35, 1.9, print);
    x += width;
  }
}

void draw_bookcase(Canvas& canvas, double width, std::uint32_t seed) {
  constexpr Colour kWood{118, 82, 54}, kInside{70, 50, 36};
  std::minstd_rand random(seed + 7);
  const double right = width * 0.5 - 66;
  canvas.rectangle(14, 30, right - 14, 450, kWood);
  for (int i = 0; i < 4; ++i) {
    const Shelf shelf{22, 38 + i * 108.0, right - 30, 98};
    canvas.rectangle(shelf.x, shelf.y, shelf.width, shelf.height, kInside);
    draw_books(canvas, shelf, random);
  }
}

void draw_window_frame(Canvas& canvas, double width) {
  constexpr Colour kFrame{232, 228, 218}, kSill{206, 200, 188};
  const auto panes = window_panes(width);
  const double left = panes[0].x - kBar, total = 2 * kPaneWidth + 3 * kBar, tall = 2 * kPaneHeight + 3 * kBar;
  canvas.rectangle(left - 4, kWindowTop - kBar - 4, total + 8, tall + 8, kSill);
  canvas.rectangle(left, kWindowTop - kBar, total, tall, kFrame);
  canvas.rectangle(left - 12, kWindowTop - kBar + tall, total + 24, 11, kFrame);
  canvas.rectangle(left - 12, kWindowTop - kBar + tall + 11, total + 24, 4, kSill);
}

void draw_plant(Canvas& canvas, double width) {
  const double x = width - 92, y = 292;
  for (int i = 0; i < 13; ++i) {
    const double angle = -160 + i * 11.7, turn = angle * std::numbers::pi / 180, reach = 30 + 7 * std::sin(i * 2.3);
    const Colour leaf{48 + 6.0 * (i % 3), 108 + 14.0 * (i % 4), 62};
    canvas.ellipse(x + reach * std::cos(turn), y - 4 + reach * std::sin(turn), 26, 6.5, leaf, angle);
  }
  canvas.polygon({{x - 24, y - 6}, {x + 24, y - 6}, {x + 17, y + 34}, {x - 17, y + 34}}, {178, 96, 66});
  canvas.rectangle(x - 27, y - 10, 54, 9, {192, 108, 76});
}

void draw_desk(Canvas& canvas, double width) {
  canvas.rectangle(width * 0.5 + 60, 324, width, 8, {150, 108, 70});
  canvas.rectangle(width * 0.5 + 60, 332, width, 150, {112, 78, 50});
}

}  // namespace

std::array<cv::Rect2d, 4> window_panes(double room_width) {
  const double left = room_width - kWindowRight - 2 * kPaneWidth - kBar;
  std::array<cv::Rect2d, 4> panes;
  for (std::size_t i = 0; i < panes.size(); ++i) {
    const std::size_t row = i / 2, column = i % 2;
    panes[i] = {left + static_cast<double>(column) * (kPaneWidth + kBar),
                kWindowTop + static_cast<double>(row) * (kPaneHeight + kBar), kPaneWidth, kPaneHeight};
  }
  return panes;
}

cv::Mat draw_room(double width, double scale, std::uint32_t seed) {
  Canvas canvas(width, kDesignHeight, scale);
  canvas.rectangle(-2, -2, width + 4, kDesignHeight + 4, {196, 188, 172});
  canvas.shade([width](double x, double y) {  // light falls in from the window
    return 0.74 + 0.3 * x / width - 0.16 * y / kDesignHeight;
  });
  draw_bookcase(canvas, width, seed);
  draw_desk(canvas, width);
  draw_window_frame(canvas, width);
  draw_plant(canvas, width);
  canvas.shade([seed](double x, double y) {
    return 1 + 0.035 * noise(x / 2.2, y / 2.2, seed) + 0.04 * noise(x / 40, y / 40, seed + 1);
  });
  canvas.blur(3.2);  // behind the plane of focus
  return canvas.picture();
}

cv::Mat draw_outdoors(double scale, std::uint32_t seed) {
  const double width = 2 * kPaneWidth + kBar + 2 * kOutdoorMargin, height = 2 * kPaneHeight + kBar + 2 * kOutdoorMargin;
  Canvas canvas(width, height, scale);
  for (double y = -2; y < height; y += 2)
    canvas.rectangle(-2, y, width + 4, 2.5, {176 + 48 * y / height, 208 + 22 * y / height, 236});
  std::minstd_rand random(seed + 11);
  const auto roll = [&random] { return static_cast<double>(random()) / static_cast<double>(std::minstd_rand::max()); };
  for (int i = 0; i < 420; ++i) {
    const double x = roll() * width, depth = roll(), y = height * (0.34 + 0.66 * roll()) + 14 * std::sin(x / 21);
    const double light = 0.6 + 0.6 * depth;
    canvas.ellipse(x, y, 3 + 5 * roll(), 2 + 3 * roll(), {74 * light, 122 * light, 58 * light}, 180 * roll());
  }
  canvas.blur(2.6);
  return canvas.picture();
}

}  // namespace jitterscope::scene
