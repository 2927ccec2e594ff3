#include "core/algorithms/media/synthetic_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "core/algorithms/media/picture_mark.h"
#include "core/algorithms/media/scene_pen.h"
#include "core/algorithms/media/synthetic_audio.h"

namespace jitterscope {
namespace {

using namespace scene;

constexpr double kDesignHeight = 480;
constexpr unsigned kSkin = 0xE2B092, kSkinShadow = 0xC48C70, kHair = 0x482E20, kJumper = 0x2E6270, kInk = 0x343842;

void draw_books(const Pen& shelf, double width, double height, cv::RNG& random) {
  constexpr unsigned kCovers[]{0x8E3A32, 0x2C5670, 0xC4A05C, 0x42684A, 0x5C4268,
                               0xD8CCB4, 0x343A48, 0xB06236, 0x788A92};
  for (double x = 3, book = 0; x < width - 16; x += book) {
    book = random.uniform(7.0, 15.0);
    if (random.uniform(0.0, 1.0) < 0.06) continue;  // a gap
    const double tall = height * random.uniform(0.66, 0.93), top = height - tall;
    const unsigned cover = kCovers[random.uniform(0, 9)], print = (cover & 0xFEFEFE) / 2 + 0x606060;
    shelf.rectangle(x, top, book - 0.8, tall, cover);
    for (const double band : {6.0, tall - 10}) shelf.rectangle(x, top + band, book - 0.8, 1.6, print);
    for (double y = top + 13; y < top + tall * 0.6; y += 3.4)
      shelf.rectangle(x + book * 0.3, y, book * 0.35, 1.9, print);
  }
}

void draw_window(const Pen& pen, cv::RNG& random) {  // 145 x 213
  constexpr unsigned kFrame = 0xE8E4DA, kSill = 0xCEC8BC;
  pen.rectangle(-4, -4, 153, 221, kSill);
  pen.rectangle(0, 0, 145, 213, 0xC8DBEC);
  for (int leaf = 0; leaf < 420; ++leaf) {
    const double x = random.uniform(8.0, 137.0), y = 70 + 10 * std::sin(x / 21) + random.uniform(0.0, 120.0);
    const double length = random.uniform(3.0, 8.0), angle = random.uniform(0.0, 180.0);
    pen.ellipse(x, y, length, 3.5, 0x0C140Au * static_cast<unsigned>(random.uniform(3, 8)), angle);
  }
  for (const double bar : {0.0, 69.0, 138.0}) pen.rectangle(bar, 0, 7, 213, kFrame);
  for (const double bar : {0.0, 103.0, 206.0}) pen.rectangle(0, bar, 145, 7, kFrame);
  pen.rectangle(-12, 213, 169, 11, kFrame);
  pen.rectangle(-12, 224, 169, 4, kSill);
}

void draw_plant(const Pen& pen) {
  for (int leaf = 0; leaf < 13; ++leaf) {
    const double angle = -160 + leaf * 11.7, turn = angle * std::numbers::pi / 180,
                 reach = 30 + 7 * std::sin(leaf * 2.3);
    const auto green = 0x306C3E + leaf % 3 * 0x060000u + leaf % 4 * 0x000E00u;
    pen.ellipse(reach * std::cos(turn), reach * std::sin(turn) - 4, 26, 6.5, green, angle);
  }
  pen.polygon({-24, -6, 24, -6, 17, 34, -17, 34}, 0xB26042);
  pen.rectangle(-27, -10, 54, 9, 0xC06C4C);
}

/// `width` design units wide, with a dark label of 214 x 24 at (8, 8).
cv::Mat draw_room(double width, double scale, std::uint32_t seed) {
  cv::Mat room = blank(width, kDesignHeight, scale);
  const Pen pen(room, scale);
  cv::RNG random(seed);
  pen.rectangle(-2, -2, width + 4, kDesignHeight + 4, 0xC4BCAC);
  shade(room, light(room.size(), scale, {width * 0.8, 120}, {width, 600}));
  const double bookcase = width * 0.5 - 80;
  pen.rectangle(14, 30, bookcase, 450, 0x765236);
  for (int row = 0; row < 4; ++row) {
    pen.rectangle(22, 38 + row * 108, bookcase - 16, 98, 0x463224);
    draw_books(pen.at(22, 38 + row * 108), bookcase - 16, 98, random);
  }
  pen.rectangle(width * 0.5 + 60, 324, width, 8, 0x966C46);
  pen.rectangle(width * 0.5 + 60, 332, width, 150, 0x704E32);
  draw_window(pen.at(width - 182, 45), random);
  draw_plant(pen.at(width - 92, 292));
  shade(room, 1 + 0.035 * noise(room.size(), 2.2 * scale, seed) + 0.04 * noise(room.size(), 40 * scale, seed + 1));
  blur(room, 3.2 * scale);  // behind the plane of focus
  pen.rectangle(8, 8, 214, 24, 0x10141A);
  return room;
}

/// A drawing that stands still, that moves, and that moves fast: blurred sideways.
using Moving = std::array<Sprite, 3>;

Moving exposures(const cv::Mat& drawing, double scale) {
  const auto smeared = [&](double sigma) {
    cv::Mat moving;
    cv::GaussianBlur(drawing, moving, {0, 1}, std::max(0.1, sigma * scale), 0.1);
    return Sprite(moving);
  };
  return {Sprite(drawing), smeared(1.5), smeared(3.5)};
}

/// Hair that has been drawn gets strands, away from the crown.
void comb(cv::Mat& drawing, double scale, std::uint32_t seed) {
  cv::Mat strands(drawing.size(), CV_32F, cv::Scalar(1));
  cv::RNG random(seed);
  for (int strand = 0; strand < 700; ++strand) {
    const double turn = random.uniform(0.0, 2 * std::numbers::pi), from = random.uniform(20.0, 110.0);
    const cv::Point2d crown(100, 118), way(std::cos(turn), std::sin(turn));
    cv::line(strands, (crown + from * way) * scale, (crown + (from + 25) * way) * scale,
             cv::Scalar(random.uniform(0.4, 1.9)), std::max(1, cvRound(2 * scale)));
  }
  blur(strands, scale);
  shade(drawing, strands);
}

Moving draw_body(double scale, std::uint32_t seed) {
  cv::Mat body = blank(420, 200, scale);
  const Pen pen(body, scale);
  pen.polygon(
      {0, 200, 8, 150, 26, 112, 62, 86, 128, 66, 176, 48, 244, 48, 292, 66, 358, 86, 394, 112, 412, 150, 420, 200},
      kJumper);
  pen.ellipse(58, 132, 52, 50, kJumper, -30);
  pen.ellipse(362, 132, 52, 50, kJumper, 30);
  cv::Mat stripes(body.size(), CV_32F, cv::Scalar(1));
  for (int stripe = 0; stripe < 12; ++stripe)
    cv::ellipse(stripes, cv::Point2d(210 * scale, (26 * stripe - 220) * scale), cv::Size2d(420 * scale, 270 * scale), 0,
                0, 180, cv::Scalar(1.3), std::max(1, cvRound(7 * scale)));
  shade(body, stripes.mul(light(body.size(), scale, {210, 120}, {250, 190})));
  shade(body, 1 + 0.15 * noise(body.size(), 2 * scale, seed) + 0.13 * noise(body.size(), 40 * scale, seed + 1));
  pen.polygon({168, 50, 210, 112, 252, 50}, kSkinShadow);
  for (const double side : {-1.0, 1.0}) {
    pen.polygon({210 + 48 * side, 40, 210, 118, 210 + 20 * side, 126, 210 + 60 * side, 62}, 0xECEAE4);
    pen.polygon({210, 118, 210 + 20 * side, 126, 210 + 20 * side, 127.5, 210, 119.5}, 0xAAA8A4);
  }
  pen.polygon({172, 0, 248, 0, 252, 50, 236, 76, 210, 88, 184, 76, 168, 50}, 0xB88468);
  pen.ellipse(210, 10, 39, 34, 0xA87860);  // the chin's shadow
  return exposures(body, scale);
}

/// Without iris, lids and mouth.
Moving draw_head(double scale, std::uint32_t seed) {
  cv::Mat head = blank(200, 270, scale), face = head.clone(), fringe = head.clone();
  const Pen pen(head, scale), skin(face, scale);
  pen.ellipse(100, 104, 88, 94, kHair);
  for (const double x : {30.0, 170.0}) pen.ellipse(x, 140, 22, 58, kHair);
  comb(head, scale, seed);
  for (const double x : {26.0, 174.0}) pen.ellipse(x, 140, 12, 22, kSkinShadow);
  skin.ellipse(100, 128, 72, 92, kSkin);
  skin.polygon({34, 150, 166, 150, 154, 198, 128, 228, 100, 236, 72, 228, 46, 198}, kSkin);
  skin.ellipse(100, 204, 44, 34, kSkin);
  for (const double x : {58.0, 142.0}) skin.ellipse(x, 168, 19, 13, 0xE5AA8E);
  skin.polygon({94, 126, 84, 168, 90, 174, 100, 176, 100, 126}, 0xCE9678);
  skin.polygon({101, 126, 112, 168, 104, 174, 100, 174}, 0xEEC0A2);
  skin.ellipse(88, 171, 6, 4.5, 0xC48A70);
  skin.ellipse(112, 171, 6, 4.5, 0xD0987C);
  blur(face, 2.6 * scale);
  shade(face, light(face.size(), scale, {100, 138}, {82, 110}).mul(1 + 0.025 * noise(face.size(), scale, seed)));
  blend(head, Sprite(face), {});
  for (const double x : {68.0, 132.0}) {
    pen.ellipse(x, 132, 17, 9.5, 0xCE9C82);
    pen.ellipse(x, 133, 15.5, 8, 0xF4F0EC);
    pen.at(x, 132).polygon({-21, -17.5, -8, -22.5, 8, -22.5, 21, -17.5, 8, -19.5, -8, -19.5}, kHair);
  }
  for (const double x : {94.0, 106.0}) pen.ellipse(x, 173, 3, 1.6, 0x966250);
  Pen(fringe, scale)
      .polygon({28, 122, 30, 74, 60, 34, 112, 22, 158, 44, 176, 92, 172, 124, 160, 92, 136, 70, 98, 62, 66, 80, 44, 94},
               kHair);
  comb(fringe, scale, seed + 1);
  blend(head, Sprite(fringe), {});
  return exposures(head, scale);
}

/// With the hand that holds it.
Sprite draw_sheet(double scale, std::uint32_t seed) {
  cv::Mat sheet = blank(190, 250, scale);
  const Pen pen(sheet, scale);
  cv::RNG random(seed);
  pen.polygon({6, 12, 160, 2, 172, 206, 18, 218}, 0xF6F4EC);
  pen.text("Jitter", 22, 36, 15, kInk);
  for (double y = 48; y < 130; y += 6)  // words that nobody reads
    for (double x = 22, end = random.uniform(90.0, 150.0); x < end; x += random.uniform(0, 5) ? 2.6 : 5.4)
      pen.rectangle(x, y - 0.065 * (x - 22), 1, -random.uniform(2.4, 4.4), kInk);
  pen.rectangle(33, 134, 1.4, 60, kInk);
  pen.polygon({34, 193, 152, 186, 152, 187.4, 34, 194.4}, kInk);
  double x = 39;
  for (const double bar : {14, 30, 46, 36, 24, 15, 9, 6, 3}) {
    pen.rectangle(x, 195 - 0.06 * x - bar, 9, bar, x < 80 ? 0x0072B2 : 0xE69F00);
    x += 12.2;
  }
  pen.ellipse(150, 232, 30, 34, kJumper, 20);
  pen.ellipse(146, 204, 20, 24, kSkin, 14);
  for (int finger = 0; finger < 4; ++finger) {
    pen.ellipse(131 + finger, 184 + finger * 10.5, 17, 5.6, kSkinShadow, -6);
    pen.ellipse(131 + finger, 183.2 + finger * 10.5, 16, 4.8, kSkin, -6);
  }
  return Sprite(sheet);
}

/// `gaze`: where the iris is from the middle of the eye. `closed`: 0 … 1.
void draw_eye(const Pen& pen, cv::Point2d gaze, double closed) {
  pen.ellipse(gaze.x, gaze.y + 1, 6.2, 6.2, 0x58766A);
  pen.ellipse(gaze.x, gaze.y + 1, 3, 3, 0x121214);
  pen.ellipse(gaze.x + 2, gaze.y - 1.2, 1.4, 1.4, 0xFAFAFA);
  const double side = 8 * closed - 2.4, middle = 10 * closed - 4.6;  // the edge of the upper lid
  pen.polygon({-18, 2, -13, -7, 0, -10, 13, -7, 18, 2, 11, side, 0, middle, -11, side}, 0xD4A286);
  pen.polygon({-17, 2, -11, side - 1, 0, middle - 1, 11, side - 1, 17, 2, 11, side + 1, 0, middle + 1, -11, side + 1},
              0x3A261E);
}

/// `open`: 0 … 1.
void draw_mouth(const Pen& pen, double open) {
  const double half = 26 - 5 * open, gap = 17 * open, corner = gap * 0.35 - 5;
  if (gap > 1) pen.ellipse(0, gap * 0.55 - 1, half - 4, 2 + gap * 0.62, 0x46161A);
  if (gap > 2) pen.ellipse(0, gap * 0.2 - 2.5, half * 0.6, 1 + gap * 0.22, 0xF0ECE4);
  if (gap > 6) pen.ellipse(0, gap, half * 0.45, gap * 0.26, 0xBE5C5C);
  pen.polygon({-half, corner, -12, -5.5, -4, -7, 0, -5.5, 4, -7, 12, -5.5, half, corner, 12, -1.5, 0, -1, -12, -1.5},
              0xAC544E);
  pen.polygon({-half, corner, -12, gap - 1.5, 0, gap, 12, gap - 1.5, half, corner, 11, 4 + gap * 1.1, 0,
               6.5 + gap * 1.1, -11, 4 + gap * 1.1},
              0xBE6860);
}

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

double lids_closed(double seconds) {  // a blink of 200 ms about every three seconds
  const double at = std::fmod(seconds + 0.7 * wave(seconds, 17), 3.1);
  return at < 0 || at > 0.2 ? 0 : std::min(1.0, 2 * std::sin(std::numbers::pi * at / 0.2));
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

struct SyntheticScene::Parts {
  Parts(int width, int height, std::uint32_t seed)
      : scale(height / kDesignHeight),
        middle(width / scale / 2),
        room(draw_room(width / scale, scale, seed)),
        body(draw_body(scale, seed)),
        head(draw_head(scale, seed)),
        sheet(draw_sheet(scale, seed)),
        rhythm(make_speech_rhythm(seed)) {}

  /// Puts a sprite there, to the pixel, and returns the pen for drawing on it.
  Pen put(cv::Mat& picture, const Sprite& sprite, double x, double y) const {
    const cv::Point corner(cvRound(x * scale), cvRound(y * scale));
    blend(picture, sprite, corner);
    return {picture, scale, cv::Point2d(corner) / scale};
  }
  void paint_person(cv::Mat& picture, double seconds, double mouth) const;

  double scale, middle;
  cv::Mat room;
  Moving body, head;
  Sprite sheet;
  std::vector<Syllable> rhythm;
};

void SyntheticScene::Parts::paint_person(cv::Mat& picture, double seconds, double mouth) const {
  const std::size_t smear = smear_of(seconds);
  const double nod = 2.5 * wave(seconds, 3.7);
  put(picture, body[smear], middle - 210 + 0.55 * lean(seconds), 296 + nod);
  const Pen face = put(picture, head[smear], middle - 100 + lean(seconds), 76 + nod + 3 * wave(seconds, 0.9) * mouth);
  const cv::Point2d gaze(3.2 * std::round(wave(seconds, 4.3)), 1.2 * std::round(wave(seconds, 3.3)));
  for (const double eye : {68.0, 132.0}) draw_eye(face.at(eye, 132), gaze, lids_closed(seconds));
  draw_mouth(face.at(100, 205), mouth);
  const double height = sheet_height(seconds);
  if (height > 0)
    put(picture, sheet, middle + 64 + 5 * wave(seconds, 1.3), 480 - 246 * height + 4 * wave(seconds, 0.8) * mouth);
}

SyntheticScene::SyntheticScene(int width, int height, double frames_per_second, std::uint32_t seed)
    : parts_(std::make_unique<Parts>(width, height, seed)),
      width_(width),
      height_(height),
      frames_per_second_(frames_per_second) {}

SyntheticScene::~SyntheticScene() = default;

bool SyntheticScene::fetch(std::int64_t number, Timestamp time, VideoFrame& frame) {
  frame.prepare(PixelFormat::kBgrx, width_, height_);
  frame.number = number;
  cv::Mat picture(height_, width_, CV_8UC4, frame.plane(0), static_cast<std::size_t>(frame.stride(0)));
  parts_->room.copyTo(picture);
  parts_->paint_person(picture, static_cast<double>(number) / frames_per_second_,
                       mouth_opening(parts_->rhythm, time.seconds()));
  const std::int64_t ms = std::max<std::int64_t>(time.ns() / 1'000'000, 0);
  Pen(picture, parts_->scale)
      .text(fmt::format("{:07} {:02}:{:02}.{:03}", number % 10'000'000, ms / 60'000 % 100, ms / 1000 % 60, ms % 1000),
            14, 26, 11, 0xF0F2F4);
  write_mark(frame, number, time);
  return true;
}

}  // namespace jitterscope
