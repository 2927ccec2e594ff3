#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/algorithms/media/scene_sprites.h"

namespace jitterscope::scene {
namespace {

constexpr Colour kSkin{226, 176, 146}, kSkinShadow{196, 140, 112}, kHair{72, 46, 32};

/// Soft light from the right (the window), dark towards the rim.
double modelled(double x, double y, double centre_x, double centre_y, double radius_x, double radius_y) {
  const double u = (x - centre_x) / radius_x, v = (y - centre_y) / radius_y;
  return 1.04 + 0.13 * u - 0.05 * v - 0.2 * (u * u + 0.6 * v * v);
}

Moving exposures(const Canvas& canvas) {
  Moving sprites;
  for (std::size_t i = 0; i < kSmears.size(); ++i) sprites[i] = canvas.sprite(1, kSmears[i]);
  return sprites;
}

}  // namespace

Moving draw_body(double scale, std::uint32_t seed) {
  Canvas canvas(420, 200, scale);
  constexpr Colour kJumper{46, 98, 112}, kCollar{236, 234, 228};
  canvas.polygon({{0, 200},
                  {8, 150},
                  {26, 112},
                  {62, 86},
                  {128, 66},
                  {176, 48},
                  {244, 48},
                  {292, 66},
                  {358, 86},
                  {394, 112},
                  {412, 150},
                  {420, 200}},
                 kJumper);
  canvas.ellipse(58, 132, 52, 50, kJumper, -30);
  canvas.ellipse(362, 132, 52, 50, kJumper, 30);
  canvas.shade([seed](double x, double y) {  // knitted: rows of stitches, woven stripes, folds
    const double stitch = 0.10 * std::sin(x * 1.55 + 1.2 * std::sin(y * 1.5)) * std::sin(y * 1.5);
    const double stripe = std::fmod(y + 0.0016 * (x - 210) * (x - 210), 26) < 7 ? 0.3 : 0.0;
    const double fold = 0.13 * noise(x / 34, y / 60, seed + 2);
    return (1 + stitch + stripe + fold + 0.05 * noise(x * 1.2, y * 1.2, seed)) * modelled(x, y, 210, 120, 250, 190);
  });
  canvas.polygon({{168, 50}, {210, 112}, {252, 50}}, kSkinShadow);
  canvas.polygon({{162, 40}, {210, 118}, {190, 126}, {150, 62}}, kCollar);
  canvas.polygon({{258, 40}, {210, 118}, {230, 126}, {270, 62}}, kCollar);
  canvas.line(210, 118, 190, 126, 0.8, {170, 168, 164});
  canvas.line(210, 118, 230, 126, 0.8, {170, 168, 164});
  canvas.polygon({{172, 0}, {248, 0}, {252, 50}, {236, 76}, {210, 88}, {184, 76}, {168, 50}}, kSkinShadow);
  canvas.shade([](double x, double y) {  // the chin's shadow on the neck
    return x > 166 && x < 254 && y < 60 ? 0.82 + 0.18 * std::clamp(y / 60, 0.0, 1.0) : 1.0;
  });
  return exposures(canvas);
}

Moving draw_head(double scale, std::uint32_t seed) {
  Canvas canvas(200, 270, scale);
  const auto strands = [seed](double x, double y) {
    const double along = std::atan2(y - 120, x - 100);
    return 1 + 0.45 * noise(along * 26, std::hypot(x - 100, y - 120) / 18, seed + 3) + 0.35 * std::sin(along * 2 + 0.4);
  };
  canvas.ellipse(100, 104, 88, 94, kHair);
  canvas.ellipse(30, 140, 22, 58, kHair);
  canvas.ellipse(170, 140, 22, 58, kHair);
  canvas.shade(strands);
  canvas.ellipse(26, 140, 12, 22, kSkinShadow, -8);
  canvas.ellipse(174, 140, 12, 22, kSkinShadow, 8);
  Canvas face(200, 270, scale);
  face.ellipse(100, 128, 72, 92, kSkin);
  face.polygon({{34, 150}, {166, 150}, {154, 198}, {128, 228}, {100, 236}, {72, 228}, {46, 198}}, kSkin);
  face.ellipse(100, 204, 44, 34, kSkin);
  face.ellipse(58, 168, 19, 13, {229, 170, 142});
  face.ellipse(142, 168, 19, 13, {229, 170, 142});
  face.polygon({{94, 126}, {84, 168}, {90, 174}, {100, 176}, {100, 126}}, {206, 150, 120});
  face.polygon({{101, 126}, {112, 168}, {104, 174}, {100, 174}}, {238, 192, 162});
  face.ellipse(88, 171, 6, 4.5, {196, 138, 112});
  face.ellipse(112, 171, 6, 4.5, {208, 152, 124});
  face.blur(2.6);
  face.shade([seed](double x, double y) {
    return modelled(x, y, 100, 138, 82, 110) * (1 + 0.025 * noise(x * 1.1, y * 1.1, seed + 4));
  });
  canvas.stamp(face);
  for (const double x : {68.0, 132.0}) {
    canvas.ellipse(x, 132, 17, 9.5, {206, 156, 130});
    canvas.ellipse(x, 133, 15.5, 8, {244, 240, 236});
    canvas.arc(x, 118, 23, 8, 208, 332, 3.4, kHair);
  }
  canvas.ellipse(94, 173, 3, 1.6, {150, 98, 80});
  canvas.ellipse(106, 173, 3, 1.6, {150, 98, 80});
  Canvas fringe(200, 270, scale);
  fringe.polygon({{28, 122},
                  {30, 74},
                  {60, 34},
                  {112, 22},
                  {158, 44},
                  {176, 92},
                  {172, 124},
                  {160, 92},
                  {136, 70},
                  {98, 62},
                  {66, 80},
                  {44, 94}},
                 kHair);
  fringe.shade(strands);
  canvas.stamp(fringe);
  return exposures(canvas);
}

Sprite draw_iris(double scale) {
  Canvas canvas(14, 14, scale);
  canvas.ellipse(7, 7, 6.6, 6.6, {78, 104, 92});
  canvas.ellipse(7, 7, 5.6, 5.6, {96, 128, 110});
  canvas.ellipse(7, 7, 3, 3, {18, 18, 20});
  canvas.ellipse(9, 4.8, 1.4, 1.4, {250, 250, 250});
  return canvas.sprite();
}

Sprite draw_lid(double scale, int shape) {
  Canvas canvas(36, 24, scale);
  constexpr Colour kLid{212, 162, 134}, kLash{58, 38, 30};
  if (shape == 2) {
    canvas.ellipse(18, 12, 17, 10, kLid);
    canvas.arc(18, 12, 16.5, 7, 15, 165, 1.8, kLash);
    return canvas.sprite();
  }
  const double drop = 4.5 * shape;  // the upper lid covers a little of the iris even when the eye is open
  canvas.polygon(
      {{0, 13}, {5, 4}, {18, 1}, {31, 4}, {36, 13}, {29, 8.6 + drop * 0.8}, {18, 6.4 + drop}, {7, 8.6 + drop * 0.8}},
      kLid);
  canvas.line(1, 13, 7, 8.6 + drop * 0.8, 1.7, kLash);
  canvas.line(7, 8.6 + drop * 0.8, 18, 6.4 + drop, 1.7, kLash);
  canvas.line(18, 6.4 + drop, 29, 8.6 + drop * 0.8, 1.7, kLash);
  canvas.line(29, 8.6 + drop * 0.8, 35, 13, 1.7, kLash);
  return canvas.sprite();
}

Sprite draw_mouth(double scale, int shape) {
  Canvas canvas(64, 44, scale);
  const double open = static_cast<double>(shape) / (kMouthShapes - 1), half = 26 - 5 * open, gap = 14 * open;
  const double corner = 17 + gap * 0.35, left = 32 - half, right = 32 + half;
  if (shape > 0) {
    canvas.ellipse(32, 21 + gap * 0.55, half - 4, 2 + gap * 0.62, {70, 22, 26});
    canvas.ellipse(32, 19.5 + gap * 0.2, half * 0.6, 1 + gap * 0.22, {240, 236, 228});
    if (shape > 2) canvas.ellipse(32, 22 + gap, half * 0.45, gap * 0.26, {190, 92, 92});
  }
  canvas.polygon({{left, corner},
                  {20, 16.5},
                  {28, 15},
                  {32, 16.5},
                  {36, 15},
                  {44, 16.5},
                  {right, corner},
                  {44, 20.5},
                  {32, 21},
                  {20, 20.5}},
                 {172, 84, 78});
  canvas.polygon({{left, corner},
                  {20, 20.5 + gap},
                  {32, 22 + gap},
                  {44, 20.5 + gap},
                  {right, corner},
                  {43, 26 + gap * 1.1},
                  {32, 28.5 + gap * 1.1},
                  {21, 26 + gap * 1.1}},
                 {190, 104, 96});
  if (shape == 0) canvas.arc(32, 15.5, half - 2, 5.6, 15, 165, 1.1, {118, 54, 52});
  canvas.blur(0.35);
  return canvas.sprite();
}

Sprite draw_sheet(double scale) {
  Canvas canvas(190, 250, scale);
  constexpr Colour kPaper{246, 244, 236}, kInk{52, 56, 66};
  canvas.polygon({{6, 12}, {160, 2}, {172, 206}, {18, 218}}, kPaper);
  canvas.text("Jitter", 22, 36, 15, kInk);
  constexpr std::array<double, 14> kLengths{118, 126, 104, 121, 88, 124, 112, 127, 96, 118, 125, 109, 122, 60};
  for (int row = 0; row < 14; ++row) {
    const double y = 47 + row * 6, x = 22 + row * 0.36, end = kLengths[static_cast<std::size_t>(row)];
    int letter = 0;
    for (double at = 0; at < end; at += ++letter % (4 + row % 3) ? 2.6 : 5.4)
      canvas.line(x + at, y - at * 0.065, x + at + 0.4, y - at * 0.065 - 2.4 - (letter * row) % 3, 1, kInk);
  }
  canvas.line(34, 194, 34, 134, 1.4, kInk);
  canvas.line(34, 194, 152, 187, 1.4, kInk);
  constexpr std::array<double, 9> kBars{14, 30, 46, 36, 24, 15, 9, 6, 3};
  for (int bar = 0; bar < 9; ++bar) {
    const double x = 39 + bar * 12.2, height = kBars[static_cast<std::size_t>(bar)];
    canvas.rectangle(x, 193 - bar * 0.7 - height, 9, height, bar < 4 ? Colour{0, 114, 178} : Colour{230, 159, 0});
  }
  canvas.ellipse(150, 232, 30, 34, {46, 98, 112}, 20);
  canvas.ellipse(146, 204, 20, 24, kSkin, 14);
  for (int finger = 0; finger < 4; ++finger) {
    const double y = 184 + finger * 10.5;
    canvas.ellipse(131 + finger, y, 17, 5.6, kSkinShadow, -6);
    canvas.ellipse(131 + finger, y - 0.8, 16, 4.8, kSkin, -6);
  }
  return canvas.sprite();
}

std::array<Sprite, 12> draw_glyphs(double scale) {
  std::array<Sprite, 12> glyphs;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    Canvas canvas(11, 20, scale);
    canvas.text(std::string(1, "0123456789:."[i]), i < 10 ? 0.8 : 3.2, 15.5, 10.5, {240, 242, 244});
    glyphs[i] = canvas.sprite();
  }
  return glyphs;
}

Sprite draw_label(double scale) {
  Canvas canvas(214, 24, scale);
  canvas.rectangle(0, 0, 214, 24, {16, 20, 26});
  return canvas.sprite(0.72);
}

}  // namespace jitterscope::scene
