#include "core/lab/engine/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/stats/estimate.h"
#include "core/base/stats/exact_tests.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostNamed = 3;  // of findings that are open, in the first line
constexpr int kFewest = 2;             // repetitions: one run judges nothing

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Student's t knows nothing of values that are all the same: no loss in thirty runs is not none for ever.
std::optional<std::pair<double, double>> interval_of(const std::vector<double>& values) {
  const auto mean = estimate(values);
  if (!mean || !mean->half_width || *mean->half_width <= 0) return std::nullopt;
  return std::pair(mean->mean - *mean->half_width, mean->mean + *mean->half_width);
}

/// How surely the mean lies where it is seen: on its side of the nearest bound, or between both.
double p_of(const std::vector<double>& values, double mean, std::optional<double> low, std::optional<double> high) {
  if (low && high && mean >= *low && mean <= *high) {
    std::vector<double> mirrored = values;
    for (double& value : mirrored) value = -value;
    return std::max(sign_flip_p_above(values, *low), sign_flip_p_above(mirrored, -*high));
  }
  return sign_flip_p(values, !high || (low && mean < *low) ? *low : *high);
}

/// What is averaged and tested, and how the mean is told.
struct Scale {
  bool logarithms = false;
  std::optional<double> to(std::optional<double> value) const {
    if (!logarithms || !value) return value;
    return *value > 0 ? std::optional(std::log(*value)) : std::nullopt;
  }
  double back(double value) const { return logarithms ? std::exp(value) : value; }
  RepeatedValues of(const RepeatedValues& values) const {
    return values.transformed([this](double value) { return to(value); });
  }
};

/// Mean, interval and n, not judged yet.
Finding mean_of_repetitions(const RepeatedValues& scaled, const Scale& scale, const Criterion& criterion) {
  const std::vector<double> list = scaled.list();
  Finding finding{.criterion = criterion};
  if (const auto mean = scaled.mean()) finding.measured = scale.back(*mean);
  if (const auto interval = interval_of(list))
    finding.interval = std::pair(scale.back(interval->first), scale.back(interval->second));
  finding.n = static_cast<int>(list.size());
  return finding;
}

}  // namespace

void Findings::add(const Claim& claim, Finding judged, std::optional<double> p) {
  judged.id = claim.id;
  judged.statement = claim.statement + judged.statement;
  judged.unit = claim.unit;
  judged.paper = claim.paper;
  judged.reason = claim.reason;
  judged.if_not = claim.if_not;
  judged.p = p;
  findings_.push_back(std::move(judged));
}

void Findings::mean_finding(const Claim& claim, const RepeatedValues& values, const Criterion& criterion,
                            std::optional<double> low, std::optional<double> high) {
  const Scale scale{claim.ratio};
  const RepeatedValues scaled = scale.of(values);
  Finding finding = mean_of_repetitions(scaled, scale, criterion);
  if (const auto& limits = claim.limits; limits && finding.interval)
    finding.interval =
        std::pair(std::max(finding.interval->first, limits->first), std::min(finding.interval->second, limits->second));
  const int n = *finding.n;
  finding.test = low && high ? "two one-sided sign-flip tests" : "sign-flip test";
  if (claim.ratio) finding.test += " of logarithms";
  finding.judged = n >= kFewest;
  if (n == 0) finding.statement = " Not judged: nothing of it was measured.";
  if (n == 1) finding.statement = " Not judged: one repetition judges nothing.";
  add(claim, finding,
      n >= kFewest ? std::optional(p_of(scaled.list(), *scaled.mean(), scale.to(low), scale.to(high))) : std::nullopt);
}

void Findings::above(const Claim& claim, const RepeatedValues& values, double bound) {
  mean_finding(claim, values, Criterion::above(bound), bound, {});
}

void Findings::below(const Claim& claim, const RepeatedValues& values, double bound) {
  mean_finding(claim, values, Criterion::below(bound), {}, bound);
}

void Findings::within(const Claim& claim, const RepeatedValues& values, double low, double high) {
  mean_finding(claim, values, Criterion::between(low, high), low, high);
}

void Findings::share_finding(const Claim& claim, const RepeatedValues& truths, const Criterion& criterion,
                             double bound) {
  const std::vector<double> list = truths.list();
  const int n = static_cast<int>(list.size());
  const auto count = static_cast<int>(std::ranges::count_if(list, [](double truth) { return truth != 0; }));
  Finding finding{.measured = n > 0 ? std::optional(static_cast<double>(count) / n) : std::nullopt,
                  .criterion = criterion,
                  .judged = n >= kFewest};
  finding.n = n;
  finding.test = "exact binomial test";
  if (n > 0) {
    const Interval95 wilson = wilson_interval(count, n);
    finding.interval = std::pair(wilson.low, wilson.high);
  }
  if (n == 0) finding.statement = " Not judged: nothing of it was measured.";
  if (n == 1) finding.statement = " Not judged: one repetition judges nothing.";
  add(claim, finding, n >= kFewest ? std::optional(binomial_p(count, n, bound)) : std::nullopt);
}

void Findings::share_above(const Claim& claim, const RepeatedValues& truths, double bound) {
  share_finding(claim, truths, Criterion::above(bound), bound);
}

void Findings::share_below(const Claim& claim, const RepeatedValues& truths, double bound) {
  share_finding(claim, truths, Criterion::below(bound), bound);
}

void Findings::consistency(const Claim& claim, std::optional<double> measured, Criterion criterion) {
  add(claim, {.measured = measured, .criterion = criterion, .kind = FindingKind::kConsistency}, {});
}

void Findings::calibrated(const Claim& claim, std::optional<double> measured, Criterion criterion) {
  add(claim, {.measured = measured, .criterion = criterion, .kind = FindingKind::kCalibrated}, {});
}

void Findings::not_judged(const Claim& claim, std::optional<double> measured, Criterion criterion,
                          const std::string& why) {
  add(claim, {.statement = " Not judged: " + why, .measured = measured, .criterion = criterion, .judged = false}, {});
}

void Findings::not_judged(const Claim& claim, const RepeatedValues& values, Criterion criterion,
                          const std::string& why) {
  const Scale scale{claim.ratio};
  Finding finding = mean_of_repetitions(scale.of(values), scale, criterion);
  finding.statement = " Not judged: " + why;
  finding.judged = false;
  add(claim, finding, {});
}

std::vector<Finding> Findings::all() const {
  std::vector<Finding> judged = findings_;
  std::vector<double> p;
  for (const Finding& finding : judged)
    if (finding.p) p.push_back(*finding.p);
  const std::vector<double> adjusted = holm_adjusted(p);
  auto next = adjusted.begin();
  for (Finding& finding : judged)
    if (finding.p) finding.p_adjusted = *next++;
  return judged;
}

/// Those that did not reproduce are all named, with the likely reason.
std::string verdict_line(const std::vector<Finding>& findings) {
  int all = 0, good = 0;
  std::vector<std::string> failed, open, unjudged;
  for (const Finding& finding : findings) {
    if (finding.kind != FindingKind::kFinding) continue;
    ++all;
    const auto reproduced = finding.reproduced();
    if (!reproduced) (finding.judged ? open : unjudged).push_back(finding.id);
    if (reproduced == true) ++good;
    if (reproduced == false)
      failed.push_back(finding.if_not.empty() ? finding.id : fmt::format("{} ({})", finding.id, finding.if_not));
  }
  if (all == 0) return {};
  std::string line = fmt::format("Reproduced: {} of {} finding{}", good, all, all == 1 ? "" : "s");
  if (!failed.empty()) line += fmt::format("; not reproduced: {}", joined(failed));
  const auto few_named = [](const std::vector<std::string>& ids) {
    return ids.size() <= kMostNamed ? joined(ids) : std::to_string(ids.size());
  };
  if (!open.empty()) line += "; undecided: " + few_named(open);
  if (!unjudged.empty()) line += "; not judged: " + few_named(unjudged);
  return line + ".";
}

}  // namespace jitterscope
