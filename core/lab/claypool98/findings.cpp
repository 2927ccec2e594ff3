// The findings of claypool98.priority from its cells.
#include <fmt/format.h>

#include <cmath>

#include "core/base/units/plain_digits.h"
#include "core/lab/claypool98/measures.h"
#include "core/lab/claypool98/priority_lab.h"

namespace jitterscope {
namespace claypool98 {
namespace {

constexpr const char* kUnit = "ms2/counter";
constexpr double kFlat = 0.05, kGentle = 0.5;  // of the slope of the default class
constexpr double kLeastCorrelation = 0.9, kPaperCorrelation = 0.98, kPaperCrossing = 1;
constexpr double kLeastDelayRatio = 5;

class Claypool98Findings {
 public:
  explicit Claypool98Findings(const Claypool98Table& table) : table_(table) {
    for (std::size_t c = 0; c < 3; ++c) fits_[c] = fit_line(points_of(table, c, false));
  }

  std::vector<Finding> all() {
    slope(kDefaultClass, "default.slope", "in the default class rises with the load (claypool98 Figs 6, 10)");
    correlation();
    slope(kNiceClass, "nice.slope", "when nice -19 rises with the load (claypool98 Fig 11)");
    difference("nice.below_default", "rises less when nice than in the default class (claypool98 Fig 10)",
               kDefaultClass, kNiceClass);
    gentle_slope();
    crossing();
    difference("realtime.below_nice", "rises less in the real-time class than when nice (claypool98 Fig 11)",
               kNiceClass, kRealtimeClass);
    flat_slope();
    delay();
    return std::move(findings_);
  }

 private:
  bool bounded(std::size_t c) const { return fits_[c] && fits_[c]->slope_error; }
  bool rises(std::size_t c) const { return bounded(c) && *fits_[c]->slope_estimate().low() > 0; }

  void add(std::string id, std::string statement, std::optional<double> measured, const char* unit, Criterion criterion,
           const char* why_not) {
    findings_.push_back(finding_of(std::move(id), std::move(statement), measured, unit, criterion, why_not));
  }

  static constexpr const char* kNeedsPoints = "it needs two loads and three runs";
  static constexpr const char* kNoRise = "the variance of the default class does not surely rise";

  static std::string bounds(bool known, const Estimate& slope) {
    if (!known) return {};
    return fmt::format(", 95 % bounds {} to {}", plain_digits(*slope.low(), 3),
                       plain_digits(slope.mean + *slope.half_width, 3));
  }

  /// Above zero by more than the half width of its 95 % interval.
  void slope(std::size_t c, const char* id, const char* what) {
    const Estimate slope = bounded(c) ? fits_[c]->slope_estimate() : Estimate{0, 0};
    add(id, fmt::format("The variance of interarrival times {}: its slope{}.", what, bounds(bounded(c), slope)),
        bounded(c) ? std::optional(slope.mean) : std::nullopt, kUnit, Criterion::above(*slope.half_width),
        kNeedsPoints);
  }

  void difference(const char* id, const char* what, std::size_t steep, std::size_t flat) {
    const bool known = bounded(steep) && bounded(flat);
    const Estimate gap = known ? slope_difference(*fits_[steep], *fits_[flat]) : Estimate{0, 0};
    add(id, fmt::format("The variance {}: the difference of the slopes{}.", what, bounds(known, gap)),
        known ? std::optional(gap.mean) : std::nullopt, kUnit, Criterion::above(*gap.half_width), kNeedsPoints);
  }

  void gentle_slope() {
    std::optional<double> ratio;
    if (bounded(kNiceClass) && rises(kDefaultClass))
      ratio = std::abs(fits_[kNiceClass]->slope) / fits_[kDefaultClass]->slope;
    add("nice.gentle",
        "\"Significantly gentler\" (claypool98 §5.2): the slope when nice as a share of the default class's.", ratio,
        "of the default class's slope", Criterion::below(kGentle), kNoRise);
  }

  void flat_slope() {
    const bool known = bounded(kRealtimeClass) && rises(kDefaultClass);
    const Estimate slope = known ? fits_[kRealtimeClass]->slope_estimate() : Estimate{0, 0};
    const double limit = known ? kFlat * fits_[kDefaultClass]->slope : 0;
    add("realtime.slope",
        fmt::format(
            "\"Almost no increase\" of the variance in the real-time class (claypool98 §5.2, Fig 11): its slope{}, "
            "is less than {:g} of the default class's either way.",
            bounds(known, slope), kFlat),
        known ? std::optional(slope.mean) : std::nullopt, kUnit, Criterion::between(-limit, limit), kNoRise);
  }

  void correlation() {
    const auto fit = fit_line(points_of(table_, kDefaultClass, true));
    add("default.correlation",
        "Variance and load of the default class lie on a line (claypool98 Fig 6; 0.97 to 0.99 in Fig 7): r of the "
        "cells' medians.",
        fit && fit->points > 2 ? fit->correlation : std::nullopt, "", Criterion::above(kLeastCorrelation),
        "it needs three loads");
    findings_.back().paper = kPaperCorrelation;
  }

  void crossing() {
    std::optional<double> later;
    if (rises(kDefaultClass) && rises(kNiceClass)) later = *fits_[kNiceClass]->root() - *fits_[kDefaultClass]->root();
    add("nice.crosses_later",
        "The line of the nice class meets the x-axis at a higher load than that of the default class (claypool98 §5.2, "
        "about 2 and 1): even a light load is felt less.",
        later, "counters", Criterion::above(0), "one of the two does not surely rise");
    findings_.back().paper = kPaperCrossing;
  }

  void delay() {
    const auto at_most = [&](std::size_t of_class) -> std::optional<double> {
      if (table_.loads.empty()) return std::nullopt;
      return median_of(values_of(table_.cells[of_class].back(), &StreamFigures::delay_p99_ms));
    };
    const auto ratio = ratio_of(at_most(kDefaultClass), at_most(kRealtimeClass));
    add("realtime.delay",
        "Not of the paper: variance alone misleads when a stream locks to the tick, so the delay too must be less in "
        "the real-time class: p99 of kernel to user in the default class over that in the real-time class, medians "
        "at the highest load.",
        ratio, "", Criterion::above(kLeastDelayRatio), "the kernel did not stamp the packets");
  }

  const Claypool98Table& table_;
  std::optional<LineFit> fits_[3];
  std::vector<Finding> findings_;
};

}  // namespace
}  // namespace claypool98

std::vector<Finding> claypool98_priority_findings(const Claypool98Table& table) {
  return claypool98::Claypool98Findings(table).all();
}

}  // namespace jitterscope
