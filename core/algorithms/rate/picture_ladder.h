#pragma once
// The sizes that a picture can be sent in when the rate asks for smaller ones.
#include <vector>

namespace jitterscope {

struct PictureDimensions {
  int width = 0, height = 0;
  bool operator==(const PictureDimensions&) const = default;
};

/// As captured, then ever smaller ones down to about 128 pixels of width: multiples of 16 (whole MCUs) whose aspect is
/// the captured one's within 4 %. Never empty; one element when the captured picture is that small.
std::vector<PictureDimensions> picture_ladder(int width, int height);

}  // namespace jitterscope
