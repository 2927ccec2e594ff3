#pragma once
// These draw the synthetic scene. Positions and sizes are in design units (the picture is 480 high) unless they
// are said to be pixels; colours are 0xRRGGBB.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace jitterscope::scene {

/// Draws smooth shapes on BGRX pixels. What it draws on transparent ones is premultiplied.
class Pen {
 public:
  /// `scale`: pixels a design unit.
  Pen(cv::Mat pixels, double scale, cv::Point2d origin = {})
      : pixels_(std::move(pixels)), scale_(scale), origin_(origin) {}
  /// The same pen, whose positions count from (x, y).
  Pen at(double x, double y) const { return {pixels_, scale_, origin_ + cv::Point2d(x, y)}; }

  void ellipse(double x, double y, double radius_x, double radius_y, unsigned colour, double angle = 0) const {
    const cv::Size radii(std::max(1, fixed(radius_x)), std::max(1, fixed(radius_y)));
    cv::ellipse(pixels_, place(x, y), radii, angle, 0, 360, bgrx(colour), cv::FILLED, cv::LINE_AA, kShift);
  }
  /// Corners are x, y, x, y …
  void polygon(const std::vector<double>& corners, unsigned colour) const {
    std::vector<cv::Point> points;
    for (std::size_t i = 0; i < corners.size(); i += 2) points.push_back(place(corners[i], corners[i + 1]));
    cv::fillPoly(pixels_, points, bgrx(colour), cv::LINE_AA, kShift);
  }
  void rectangle(double x, double y, double width, double height, unsigned colour) const {
    polygon({x, y, x + width, y, x + width, y + height, x, y + height}, colour);
  }
  void text(const std::string& words, double x, double y, double height, unsigned colour) const {
    constexpr double kCapitalHeight = 21;  // of this font at scale 1
    cv::putText(pixels_, words, (origin_ + cv::Point2d(x, y)) * scale_, cv::FONT_HERSHEY_DUPLEX,
                height * scale_ / kCapitalHeight, bgrx(colour), std::max(1, cvRound(height * scale_ / 10)),
                cv::LINE_AA);
  }

 private:
  static constexpr int kShift = 4;  // OpenCV's fixed-point coordinates
  static cv::Scalar bgrx(unsigned colour) { return cv::Scalar(colour & 0xFF, colour >> 8 & 0xFF, colour >> 16, 255); }
  int fixed(double units) const { return cvRound(units * scale_ * (1 << kShift)); }
  cv::Point place(double x, double y) const { return {fixed(x + origin_.x), fixed(y + origin_.y)}; }

  cv::Mat pixels_;
  double scale_;
  cv::Point2d origin_;
};

/// Transparent.
inline cv::Mat blank(double width, double height, double scale) {
  return cv::Mat::zeros(std::max(1, cvRound(height * scale)), std::max(1, cvRound(width * scale)), CV_8UC4);
}

/// `sigma` in pixels.
inline void blur(cv::Mat& drawing, double sigma) {
  cv::GaussianBlur(drawing, drawing, {}, std::max(0.1, sigma));
}

/// Multiplies the colours by one factor a pixel.
inline void shade(cv::Mat& drawing, const cv::Mat& factors) {
  cv::Mat all;
  cv::cvtColor(factors, all, cv::COLOR_GRAY2BGRA);
  cv::multiply(drawing, all, drawing, 1, CV_8U);
}

/// Smooth noise in -1..1 of this grain, in pixels.
inline cv::Mat noise(cv::Size size, double grain, std::uint32_t seed) {
  grain = std::max(1.0, grain);
  cv::Mat coarse(cvCeil(size.height / grain) + 1, cvCeil(size.width / grain) + 1, CV_32F), fine;
  cv::RNG(seed).fill(coarse, cv::RNG::UNIFORM, -1, 1);
  cv::resize(coarse, fine, size, 0, 0, cv::INTER_CUBIC);
  return fine;
}

/// Soft light from the right (the window), dark towards the rim of this ellipse.
inline cv::Mat light(cv::Size size, double scale, cv::Point2d centre, cv::Size2d radii) {
  cv::Mat_<float> factors(size);
  for (int row = 0; row < size.height; ++row)
    for (int column = 0; column < size.width; ++column) {
      const double u = (column / scale - centre.x) / radii.width, v = (row / scale - centre.y) / radii.height;
      factors(row, column) = static_cast<float>(1.04 + 0.13 * u - 0.05 * v - 0.2 * (u * u + 0.6 * v * v));
    }
  return factors;
}

/// A drawing to be laid over pictures: premultiplied BGRX and, for each of its bytes, 255 - alpha.
struct Sprite {
  explicit Sprite(const cv::Mat& drawing) : colour(drawing) {
    cv::Mat alpha;
    cv::extractChannel(drawing, alpha, 3);
    cv::merge(std::vector<cv::Mat>(4, 255 - alpha), inverse_alpha);
  }
  cv::Mat colour, inverse_alpha;
};

/// Puts the sprite's top left corner there, in pixels; what lies outside is cut off.
inline void blend(cv::Mat& picture, const Sprite& sprite, cv::Point corner) {
  const cv::Rect place = cv::Rect(corner, sprite.colour.size()) & cv::Rect({}, picture.size());
  if (place.empty()) return;
  cv::Mat below = picture(place);
  cv::multiply(below, sprite.inverse_alpha(place - corner), below, 1 / 255.0);
  cv::add(below, sprite.colour(place - corner), below);
}

}  // namespace jitterscope::scene
