#pragma once
// What a lab draws: plots of layers, the same for the report, the hand-out and the window.
#include <optional>
#include <string>
#include <vector>

#include "core/base/stats/box_plot.h"

namespace jitterscope {

struct PlotPoint {
  double x = 0, y = 0;
  std::optional<double> low = {}, high = {};  // of a 95 % interval: an error bar, a bar's whisker, a band's edge
};

enum class PlotMark {
  kPoints,  // with error bars where a point has an interval
  kLine,    // from point to point, with a band where points have an interval
  kSteps,   // a distribution, or what stays until it changes
  kBars,
  kBoxes
};

struct PlotBox {
  double x = 0;
  BoxPlot box;
};

struct PlotLayer {
  std::string name;  // in the legend
  PlotMark mark = PlotMark::kPoints;
  std::vector<PlotPoint> points = {};
  std::vector<PlotBox> boxes = {};  // of kBoxes
  bool printed = false;             // numbers of the paper, drawn with the paper's own mark
  std::string with = {};            // the layer whose colour it has; empty: one of its own
};

struct LabPlot {
  std::string name;  // of its file: "variance_ms2"
  std::string title, x_label, y_label;
  std::vector<PlotLayer> layers = {};
  std::vector<std::string> categories = {};  // names of x = 0, 1, 2, …; empty: x is a number
  std::string remark = {};                   // beneath it; empty: none
};

/// A layer of points at the means of samples, with the 95 % interval of each where it has two values or more.
PlotLayer means_layer(std::string name, const std::vector<std::pair<double, std::vector<double>>>& samples);
/// The same of medians, without intervals.
PlotLayer medians_layer(std::string name, const std::vector<std::pair<double, std::vector<double>>>& samples);
/// The least-squares line through points, from the least to the greatest x, with the 95 % band of the line (Working and
/// Hotelling's is wider; this is the band of the mean at each x). No points: fewer than two different x.
PlotLayer fitted_layer(std::string name, std::string with, const std::vector<std::pair<double, double>>& points);
/// The empirical distribution: share of the values, in percent, that are at most x. At most 500 corners.
PlotLayer distribution_layer(std::string name, std::vector<double> values);

}  // namespace jitterscope
