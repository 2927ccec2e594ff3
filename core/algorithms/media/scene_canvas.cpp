#include "core/algorithms/media/scene_canvas.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace jitterscope::scene {
namespace {

constexpr int kOversampling = 2;
constexpr int kShift = 4;  // OpenCV's fixed-point coordinates
constexpr double kUnit = 1 << kShift;

cv::Scalar scalar(Colour colour) {
  return {colour.blue, colour.green, colour.red, 255};
}

double lattice(int x, int y, std::uint32_t seed) {
  auto hash =
      static_cast<std::uint32_t>(x) * 374761393u + static_cast<std::uint32_t>(y) * 668265263u + seed * 2246822519u;
  hash = (hash ^ hash >> 13) * 1274126177u;
  return static_cast<double>((hash ^ hash >> 16) & 0xFFFF) / 32767.5 - 1;
}

}  // namespace

void blend(cv::Mat& picture, const Sprite& sprite, int left, int top) {
  const cv::Rect place = cv::Rect(left, top, sprite.colour.cols, sprite.colour.rows) & cv::Rect({0, 0}, picture.size());
  for (int row = 0; row < place.height; ++row) {
    const auto* colour = sprite.colour.ptr<std::uint8_t>(place.y - top + row, place.x - left);
    const auto* inverse = sprite.inverse_alpha.ptr<std::uint8_t>(place.y - top + row, place.x - left);
    auto* pixel = picture.ptr<std::uint8_t>(place.y + row, place.x);
    for (int i = 0; i < place.width * 4; ++i)
      pixel[i] = static_cast<std::uint8_t>(colour[i] + ((pixel[i] * inverse[i] + 255) >> 8));
  }
}

double noise(double x, double y, std::uint32_t seed) {
  const double left = std::floor(x), top = std::floor(y), u = x - left, v = y - top;
  const int i = static_cast<int>(left), j = static_cast<int>(top);
  const double smooth_u = u * u * (3 - 2 * u), smooth_v = v * v * (3 - 2 * v);
  const double above = std::lerp(lattice(i, j, seed), lattice(i + 1, j, seed), smooth_u);
  const double below = std::lerp(lattice(i, j + 1, seed), lattice(i + 1, j + 1, seed), smooth_u);
  return std::lerp(above, below, smooth_v);
}

Canvas::Canvas(double width, double height, double scale)
    : scale_(scale * kOversampling),
      finished_(std::max(1, static_cast<int>(std::lround(width * scale))),
                std::max(1, static_cast<int>(std::lround(height * scale)))),
      pixels_(cv::Mat::zeros(finished_ * kOversampling, CV_8UC4)) {}

cv::Point Canvas::fixed(double x, double y) const {
  return {static_cast<int>(std::lround(x * scale_ * kUnit)), static_cast<int>(std::lround(y * scale_ * kUnit))};
}

cv::Size Canvas::fixed_size(double x, double y) const {
  const cv::Point corner = fixed(x, y);
  return {std::max(1, corner.x), std::max(1, corner.y)};
}

void Canvas::ellipse(double x, double y, double radius_x, double radius_y, Colour colour, double angle) {
  cv::ellipse(pixels_, fixed(x, y), fixed_size(radius_x, radius_y), angle, 0, 360, scalar(colour), cv::FILLED,
              cv::LINE_8, kShift);
}

void Canvas::arc(double x, double y, double radius_x, double radius_y, double from, double to, double thickness,
                 Colour colour) {
  cv::ellipse(pixels_, fixed(x, y), fixed_size(radius_x, radius_y), 0, from, to, scalar(colour),
              std::max(1, static_cast<int>(std::lround(thickness * scale_))), cv::LINE_8, kShift);
}

void Canvas::polygon(const Outline& outline, Colour colour) {
  std::vector<cv::Point> corners;
  for (const auto& point : outline) corners.push_back(fixed(point.x, point.y));
  cv::fillPoly(pixels_, std::vector<std::vector<cv::Point>>{corners}, scalar(colour), cv::LINE_8, kShift);
}

void Canvas::rectangle(double x, double y, double width, double height, Colour colour) {
  cv::rectangle(pixels_, fixed(x, y), fixed(x + width, y + height), scalar(colour), cv::FILLED, cv::LINE_8, kShift);
}

void Canvas::line(double x1, double y1, double x2, double y2, double thickness, Colour colour) {
  cv::line(pixels_, fixed(x1, y1), fixed(x2, y2), scalar(colour),
           std::max(1, static_cast<int>(std::lround(thickness * scale_))), cv::LINE_8, kShift);
}

void Canvas::text(const std::string& words, double x, double y, double height, Colour colour) {
  constexpr double kCapitalHeight = 21;  // of this font at scale 1
  const cv::Point at(static_cast<int>(x * scale_), static_cast<int>(y * scale_));
  cv::putText(pixels_, words, at, cv::FONT_HERSHEY_DUPLEX, height * scale_ / kCapitalHeight, scalar(colour),
              std::max(1, static_cast<int>(std::lround(height * scale_ / 8))), cv::LINE_8);
}

void Canvas::shade(const Shade& factor) {
  for (int row = 0; row < pixels_.rows; ++row)
    for (int column = 0; column < pixels_.cols; ++column) {
      auto& pixel = pixels_.at<cv::Vec4b>(row, column);
      if (pixel[3] == 0) continue;
      const double gain = factor(column / scale_, row / scale_);
      for (int channel = 0; channel < 3; ++channel)
        pixel[channel] = cv::saturate_cast<std::uint8_t>(pixel[channel] * gain);
    }
}

void Canvas::blur(double radius) {
  cv::GaussianBlur(pixels_, pixels_, {}, std::max(0.1, radius * scale_));
}

void Canvas::stamp(const Canvas& other) {
  for (int row = 0; row < pixels_.rows; ++row)
    for (int column = 0; column < pixels_.cols; ++column) {
      auto& below = pixels_.at<cv::Vec4b>(row, column);
      const auto& above = other.pixels_.at<cv::Vec4b>(row, column);
      for (int channel = 0; channel < 4; ++channel)
        below[channel] = cv::saturate_cast<std::uint8_t>(above[channel] + below[channel] * (255 - above[3]) / 255);
    }
}

cv::Mat Canvas::picture() const {
  cv::Mat small;
  cv::resize(pixels_, small, finished_, 0, 0, cv::INTER_AREA);
  return small;
}

Sprite Canvas::sprite(double opacity, double smear) const {
  // What is drawn is opaque, hence premultiplied, and stays so through blurring and averaging.
  Sprite result;
  result.colour = picture() * opacity;
  const double sigma = smear * scale_ / kOversampling;
  if (sigma > 0) cv::GaussianBlur(result.colour, result.colour, cv::Size(0, 1), sigma, 1);
  result.inverse_alpha.create(result.colour.size(), CV_8UC4);
  for (int row = 0; row < result.colour.rows; ++row)
    for (int column = 0; column < result.colour.cols; ++column) {
      auto& pixel = result.colour.at<cv::Vec4b>(row, column);
      const auto inverse = static_cast<std::uint8_t>(255 - pixel[3]);
      result.inverse_alpha.at<cv::Vec4b>(row, column) = {inverse, inverse, inverse, inverse};
      for (int channel = 0; channel < 3; ++channel) pixel[channel] = std::min(pixel[channel], pixel[3]);
    }
  return result;
}

}  // namespace jitterscope::scene
