#include "core/lab/engine/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kWidth = 560, kHeight = 320, kLeft = 62, kRight = 90, kTop = 14, kBottom = 44;
constexpr std::array<const char*, 6> kColours{"#0072b2", "#e69f00", "#d55e00",
                                              "#009e73", "#cc79a7", "#56b4e9"};  // Okabe & Ito

struct Axis {
  double low = 0, high = 1, step = 1;
};

/// About five ticks at 1, 2 or 5 times a power of ten.
Axis axis_of(double least, double most) {
  Axis axis{std::min(least, 0.0), most, 1};
  if (!(axis.high > axis.low)) axis.high = axis.low + 1;
  const double rough = (axis.high - axis.low) / 5, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    axis.step = factor * power;
    if (axis.step >= rough) break;
  }
  axis.low = std::floor(axis.low / axis.step) * axis.step;
  axis.high = std::ceil(axis.high / axis.step - 1e-9) * axis.step;
  return axis;
}

struct Frame {
  Axis x, y;
  double px(double value) const { return kLeft + (value - x.low) / (x.high - x.low) * (kWidth - kLeft - kRight); }
  double py(double value) const {
    return kHeight - kBottom - (value - y.low) / (y.high - y.low) * (kHeight - kTop - kBottom);
  }
};

std::string axes(const Frame& frame, const LabSeries& labels) {
  std::string out;
  const double bottom = kHeight - kBottom, right = kWidth - kRight;
  for (int i = 0; i <= std::lround((frame.y.high - frame.y.low) / frame.y.step); ++i) {
    const double value = frame.y.low + i * frame.y.step, y = frame.py(value);
    out += fmt::format(
        "<path d=\"M{} {:.1f}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n",
        kLeft, y, right, kLeft - 6, y + 4, value);
  }
  for (int i = 0; i <= std::lround((frame.x.high - frame.x.low) / frame.x.step); ++i) {
    const double value = frame.x.low + i * frame.x.step, x = frame.px(value);
    out += fmt::format(
        "<path d=\"M{:.1f} {}v5\" stroke=\"#444\"/><text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>\n", x,
        bottom, x, bottom + 18, value);
  }
  out += fmt::format("<path d=\"M{} {}V{}H{}\" fill=\"none\" stroke=\"#444\"/>\n", kLeft, kTop, bottom, right);
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", (kLeft + right) / 2, kHeight - 8,
                     xml_text(labels.x_label));
  return out + fmt::format("<text transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                           (kTop + bottom) / 2, xml_text(labels.y_label));
}

std::string curve(const Frame& frame, const LabSeries& series, const std::string& name, std::size_t index) {
  const char* colour = kColours[index % kColours.size()];
  std::string path, marks;
  for (const auto& [x, y] : series.points) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", frame.px(x), frame.py(y));
    marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>", frame.px(x), frame.py(y), colour);
  }
  const double y = kTop + 12 + 18 * static_cast<double>(index), x = kWidth - kRight + 12;
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>{}\n"
      "<path d=\"M{} {}h16\" stroke=\"{}\" stroke-width=\"3\"/><text x=\"{}\" y=\"{}\">{}</text>\n",
      path, colour, marks, x, y - 4, colour, x + 22, y, xml_text(name));
}

}  // namespace

std::vector<SeriesGroup> series_groups(const std::vector<LabSeries>& series) {
  std::vector<SeriesGroup> groups;
  for (const LabSeries& one : series) {
    const auto colon = one.name.find(": ");
    const std::string group = one.name.substr(0, colon),
                      name = colon == std::string::npos ? one.name : one.name.substr(colon + 2);
    auto found =
        std::find_if(groups.begin(), groups.end(), [&](const SeriesGroup& other) { return other.name == group; });
    if (found == groups.end()) found = groups.insert(groups.end(), {group, {}, {}});
    found->names.push_back(name);
    found->curves.push_back(&one);
  }
  return groups;
}

std::string svg_plot(const SeriesGroup& group) {
  double left = 0, right = 0, low = 0, high = 0;
  for (const LabSeries* series : group.curves)
    for (const auto& [x, y] : series->points)
      left = std::min(left, x), right = std::max(right, x), low = std::min(low, y), high = std::max(high, y);
  const Frame frame{axis_of(left, right), axis_of(low, high)};
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight);
  out += axes(frame, *group.curves.front());
  for (std::size_t i = 0; i < group.curves.size(); ++i) out += curve(frame, *group.curves[i], group.names[i], i);
  return out + "</svg>\n";
}

std::string xml_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

}  // namespace jitterscope
