#pragma once
// Tests of a difference that need no distribution: they go through every way in which the values could have fallen, or
// through many drawn with a fixed seed where those are too many. All p-values are exact or on the safe side.
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/stats/interval95.h"

namespace jitterscope {

/// p of a sign-flip test that independent values lie symmetrically about `centre`, two-sided (Fisher 1935). The least
/// that n values can give is 2 / 2^n; 1 for none.
double sign_flip_p(std::span<const double> values, double centre);
/// p of the same that their mean is at most `bound`, one-sided.
double sign_flip_p_above(std::span<const double> values, double bound);
/// p of an exact binomial test that `count` of `n` independent trials come from a share of `share`, two-sided: twice
/// the smaller tail, at most 1.
double binomial_p(int count, int n, double share);

/// Holm's adjustment: where a p so adjusted is below α, the chance of one wrong rejection among all is below α. In the
/// order of the p given.
std::vector<double> holm_adjusted(std::span<const double> p);

/// The fewest pairs with which a sign-flip test can reject at 0.05 after Holm's adjustment among so many tests.
int pairs_for(int tests);

/// Wilson's 95 % interval of a share, of `n` independent trials.
Interval95 wilson_interval(double count, double n);

}  // namespace jitterscope
