#include "core/algorithms/media/synthetic_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include <fmt/format.h>
#include <opencv2/core.hpp>

#include "core/algorithms/media/picture_mark.h"
#include "core/algorithms/media/scene_sprites.h"
#include "core/algorithms/media/speech_rhythm.h"

namespace jitterscope {
namespace {

using namespace scene;

double wave(double seconds, double period, double phase = 0) {
  return std::sin(2 * std::numbers::pi * (seconds / period + phase));
}

/// 0 → hidden, 1 → held up: the sheet rises, stays and sinks, once in kSheetPeriod.
double sheet_height(double seconds) {
  constexpr double kSheetPeriod = 11, kFrom = 3, kTo = 8, kMove = 0.9;
  const double at = std::fmod(seconds, kSheetPeriod);
  const double way = std::clamp(std::min(at - kFrom, kTo - at) / kMove, 0.0, 1.0);
  return way * way * (3 - 2 * way);
}

int lid_shape(double seconds) {  // a blink of 200 ms about every three seconds
  const double at = std::fmod(seconds + 0.7 * wave(seconds, 17), 3.1);
  if (at < 0 || at > 0.2) return 0;
  return at > 0.05 && at < 0.15 ? 2 : 1;
}

/// Sideways movement of the head: slow swaying, and quick gestures in half of the time.
double lean(double seconds) {
  const double gesture = std::max(0.0, wave(seconds, 7.3, 0.6));
  return 9 * wave(seconds, 5.3) + 20 * gesture * wave(seconds, 1.4, 0.2);
}

std::size_t smear_of(double seconds) {
  constexpr double kExposure = 1.0 / 20;
  const double moved = std::abs(lean(seconds) - lean(seconds - kExposure));
  return moved < 0.8 ? 0 : moved < 2.2 ? 1 : 2;
}

}  // namespace

struct SyntheticScene::Sprites {
  Sprites(int width, int height, std::uint32_t seed)
      : scale(height / kDesignHeight),
        room_width(width / scale),
        room(draw_room(room_width, scale, seed)),
        outdoors(draw_outdoors(scale, seed)),
        body(draw_body(scale, seed)),
        head(draw_head(scale, seed)),
        iris(draw_iris(scale)),
        sheet(draw_sheet(scale)),
        label(draw_label(scale)),
        glyphs(draw_glyphs(scale)),
        rhythm(make_speech_rhythm(seed)) {
    for (int i = 0; i < kLidShapes; ++i) lids[static_cast<std::size_t>(i)] = draw_lid(scale, i);
    for (int i = 0; i < kMouthShapes; ++i) mouths[static_cast<std::size_t>(i)] = draw_mouth(scale, i);
  }

  int pixels(double design) const { return static_cast<int>(std::lround(design * scale)); }
  void put(cv::Mat& picture, const Sprite& sprite, double x, double y) const {
    blend(picture, sprite, pixels(x), pixels(y));
  }
  void paint_window(cv::Mat& picture, double seconds) const;
  void paint_person(cv::Mat& picture, double seconds, double mouth) const;
  void paint_label(cv::Mat& picture, std::int64_t number, Timestamp time) const;

  double scale, room_width;
  cv::Mat room, outdoors;
  Moving body, head;
  Sprite iris, sheet, label;
  std::array<Sprite, 12> glyphs;
  std::array<Sprite, kLidShapes> lids;
  std::array<Sprite, kMouthShapes> mouths;
  std::vector<Syllable> rhythm;
};

void SyntheticScene::Sprites::paint_window(cv::Mat& picture, double seconds) const {
  const auto panes = window_panes(room_width);
  const double sway_x = kOutdoorMargin * 0.8 * wave(seconds, 6.1) * wave(seconds, 1.9), sway_y = 4 * wave(seconds, 2.7);
  for (const auto& pane : panes) {
    const cv::Rect to = cv::Rect(pixels(pane.x), pixels(pane.y), pixels(pane.width), pixels(pane.height));
    const cv::Rect from(pixels(pane.x - panes[0].x + kOutdoorMargin + sway_x),
                        pixels(pane.y - panes[0].y + kOutdoorMargin + sway_y), to.width, to.height);
    if ((to & cv::Rect({0, 0}, picture.size())) != to || (from & cv::Rect({0, 0}, outdoors.size())) != from) continue;
    outdoors(from).copyTo(picture(to));
  }
}

void SyntheticScene::Sprites::paint_person(cv::Mat& picture, double seconds, double mouth) const {
  const double middle = room_width / 2;
  const double body_x = middle - 210 + 0.55 * lean(seconds), body_y = 296 + 2.5 * wave(seconds, 3.7);
  const double head_x = middle - 100 + lean(seconds),
               head_y = 76 + 2.5 * wave(seconds, 3.7) + 3 * wave(seconds, 0.9) * mouth;
  const std::size_t smear = smear_of(seconds);
  put(picture, body[smear], body_x, body_y);
  put(picture, head[smear], head_x, head_y);
  const double gaze_x = 3.2 * std::round(wave(seconds, 4.3)), gaze_y = 1.2 * std::round(wave(seconds, 3.3));
  const auto lid = static_cast<std::size_t>(lid_shape(seconds));
  for (const double eye : {68.0, 132.0}) {
    put(picture, iris, head_x + eye - 7 + gaze_x, head_y + 126 + gaze_y);
    put(picture, lids[lid], head_x + eye - 18, head_y + 121);
  }
  const auto shape = static_cast<std::size_t>(std::lround(mouth * (kMouthShapes - 1)));
  put(picture, mouths[shape], head_x + 68, head_y + 183);
  const double height = sheet_height(seconds);
  if (height > 0)
    put(picture, sheet, middle + 64 + 5 * wave(seconds, 1.3), 480 - 246 * height + 4 * wave(seconds, 0.8) * mouth);
}

void SyntheticScene::Sprites::paint_label(cv::Mat& picture, std::int64_t number, Timestamp time) const {
  const std::int64_t ms = std::max<std::int64_t>(time.ns() / 1'000'000, 0);
  const std::string words =
      fmt::format("{:07} {:02}:{:02}.{:03}", number % 10'000'000, ms / 60'000 % 100, ms / 1000 % 60, ms % 1000);
  put(picture, label, 8, 8);
  double x = 14;
  for (const char letter : words) {
    const auto glyph = std::string_view("0123456789:.").find(letter);
    if (glyph != std::string_view::npos) put(picture, glyphs[glyph], x, 10);
    x += letter == ' ' ? 16 : 11;
  }
}

SyntheticScene::SyntheticScene(int width, int height, double frames_per_second, std::uint32_t seed)
    : sprites_(std::make_unique<Sprites>(width, height, seed)),
      width_(width),
      height_(height),
      frames_per_second_(frames_per_second) {}

SyntheticScene::~SyntheticScene() = default;

bool SyntheticScene::fetch(std::int64_t number, Timestamp time, VideoFrame& frame) {
  frame.prepare(PixelFormat::kBgrx, width_, height_);
  frame.number = number;
  cv::Mat picture(height_, width_, CV_8UC4, frame.plane(0), static_cast<std::size_t>(frame.stride(0)));
  const double seconds = static_cast<double>(number) / frames_per_second_;
  sprites_->room.copyTo(picture);
  sprites_->paint_window(picture, seconds);
  sprites_->paint_person(picture, seconds, mouth_opening(sprites_->rhythm, time.seconds()));
  sprites_->paint_label(picture, number, time);
  write_mark(frame, number, time);
  return true;
}

}  // namespace jitterscope
