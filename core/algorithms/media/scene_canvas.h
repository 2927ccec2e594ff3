#pragma once
// Drawing and blending for the synthetic scene. Sprites are drawn at construction in design units (the picture is 480
// high), at twice the resolution for smooth edges; blending them is what a frame costs.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace jitterscope::scene {

/// Premultiplied BGRX and, for each of its bytes, 255 - alpha: a blend is then one multiplication a byte.
struct Sprite {
  cv::Mat colour, inverse_alpha;  // CV_8UC4, same size
};

/// Puts the sprite's top left corner at (left, top) of a BGRX picture; what lies outside is cut off.
void blend(cv::Mat& picture, const Sprite& sprite, int left, int top);

struct Colour {
  double red = 0, green = 0, blue = 0;
};
using Outline = std::vector<cv::Point2d>;
/// Brightness factor at a point in design units.
using Shade = std::function<double(double x, double y)>;

class Canvas {
 public:
  /// Size in design units; `scale` pixels a design unit. Transparent at first.
  Canvas(double width, double height, double scale);
  void ellipse(double x, double y, double radius_x, double radius_y, Colour colour, double angle = 0);
  void arc(double x, double y, double radius_x, double radius_y, double from, double to, double thickness, Colour);
  void polygon(const Outline& outline, Colour colour);
  void rectangle(double x, double y, double width, double height, Colour colour);
  void line(double x1, double y1, double x2, double y2, double thickness, Colour colour);
  void text(const std::string& words, double x, double y, double height, Colour colour);
  /// Multiplies what has been drawn so far.
  void shade(const Shade& factor);
  void blur(double radius);
  /// Lays another canvas of the same size over this one.
  void stamp(const Canvas& other);
  /// The finished sprite, its alpha multiplied by `opacity`, blurred sideways by `smear` as motion does.
  Sprite sprite(double opacity = 1, double smear = 0) const;
  /// The finished picture without transparency (BGRX).
  cv::Mat picture() const;

 private:
  cv::Point fixed(double x, double y) const;
  cv::Size fixed_size(double x, double y) const;

  double scale_;  // drawn pixels a design unit
  cv::Size finished_;
  cv::Mat pixels_;
};

/// Smooth noise in -1..1, the same for the same arguments everywhere.
double noise(double x, double y, std::uint32_t seed);

}  // namespace jitterscope::scene
