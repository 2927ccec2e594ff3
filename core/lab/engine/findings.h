#pragma once
// How a lab judges its findings: each by an exact test over its repetitions, all together by Holm's procedure, so that
// the chance of one wrong verdict among them is below 5 %.
#include <optional>
#include <string>
#include <vector>

#include "core/lab/engine/done_cells.h"
#include "core/lab/engine/lab_result.h"

namespace jitterscope {

/// What a finding says, before it is judged.
struct Claim {
  std::string id, statement;
  std::string unit = {};
  std::optional<double> paper = {};  // the number that the paper prints
  std::string reason = {};           // for its criterion: the paper's words, or why ours
  std::string if_not = {};           // the likely reason, where it should not be reproduced
  /// The values are ratios: mean, interval and test are of their logarithms, and what is not above 0 is left out. A
  /// half as often as a double is no effect, but has a mean of 1.25 and no symmetry about it, which the test asks for.
  bool ratio = false;
  /// What the number can be, as -1 to 1 of a correlation; its interval is cut to that.
  std::optional<std::pair<double, double>> limits = {};
};

inline constexpr std::pair<double, double> kOfCorrelation{-1, 1};

/// Judges use it once, add in the order of the page, and take all() at the end.
class Findings {
 public:
  // The mean over the repetitions, which are independent and lie symmetrically about it; by a two-sided sign-flip test
  // against the bound. Reproduced or not reproduced where Holm's p is below 0.05, else undecided.
  void above(const Claim& claim, const RepeatedValues& values, double bound);
  void below(const Claim& claim, const RepeatedValues& values, double bound);
  /// By two one-sided tests, each against its bound: "alike", "flat", "near".
  void within(const Claim& claim, const RepeatedValues& values, double low, double high);

  // The share of repetitions whose value is true (not 0), by the exact binomial test, with Wilson's interval.
  void share_above(const Claim& claim, const RepeatedValues& truths, double bound);
  void share_below(const Claim& claim, const RepeatedValues& truths, double bound);

  /// It follows from the model or from arithmetic, as claim.reason says: it is told and never counted.
  void consistency(const Claim& claim, std::optional<double> measured, Criterion criterion);
  /// A printed number that set a parameter, as claim.reason says: it is told and never counted.
  void calibrated(const Claim& claim, std::optional<double> measured, Criterion criterion);
  /// It cannot be judged, whatever was measured.
  void not_judged(const Claim& claim, std::optional<double> measured, Criterion criterion, const std::string& why);
  /// The same with the interval of the mean.
  void not_judged(const Claim& claim, const RepeatedValues& values, Criterion criterion, const std::string& why);

  /// With Holm's p.
  std::vector<Finding> all() const;

 private:
  void add(const Claim& claim, Finding judged, std::optional<double> p);
  void mean_finding(const Claim& claim, const RepeatedValues& values, const Criterion& criterion,
                    std::optional<double> low, std::optional<double> high);
  void share_finding(const Claim& claim, const RepeatedValues& truths, const Criterion& criterion, double bound);
  std::vector<Finding> findings_;
};

/// How many findings were reproduced, which were not and why, and which are undecided; the first line of a report.
/// Empty where there are none.
std::string verdict_line(const std::vector<Finding>& findings);

}  // namespace jitterscope
