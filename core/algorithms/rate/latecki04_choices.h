#pragma once
// What latecki04 §3.2 leaves open in its algorithm, each choice with its reason. Ours besides: the windows of the tests
// begin anew with each rate and each break (the receiver is told from which packet on), so that two trends one behind
// the other are two; a scale that is not full abstains; the break ends with the first verdict on its own packets that
// is not "decreasing"; "decreasing" at a rate that is sent decides nothing, since the path still recovers; ε is never
// below what the receiver's own delays scatter (StreamMonitor). Losses, high delays and missing reports decide nothing:
// the paper reads the trend alone.
#include "core/base/units/time.h"

namespace jitterscope::latecki04 {

// The search begins with a rate that a modem of 100 kb/s carries beside the sound. Until there is an R_max, a rate that
// passes is followed by one larger by this share: there is no upper bound to halve. Twice as much fills a queue within
// the shortest window, and a full queue is steady.
inline constexpr double kFirstKbps = 60, kGrowth = 0.5;
// R ≤ AB is read from "steady", which takes two scales that say so; the third is then not full yet.
inline constexpr int kSteadyScales = 2;
// R_min and R_max are so close, as a share of R_max, that the search ends, at R_min less a margin: the paper wants the
// rate "slightly below the AB", and the tests do not see what is slightly above it.
inline constexpr double kClose = 0.05, kBelow = 0.02;
// Congestion in the steady stage says that R_min is no more: it is forgotten, and the search begins between this share
// of the rate and the rate. A bound that fails is halved by the same rule.
inline constexpr double kNewLow = 0.5;
// A higher rate is tried after so long in the steady stage: each try that fails costs a queue and a break.
inline constexpr Duration kTryAfter = Duration::seconds(40);
// By so large a share, which doubles while tries pass.
inline constexpr double kTry = 0.08;
// "Ambiguous" is long when it lasts the largest scale, and "slightly" is this share.
inline constexpr int kAmbiguousPackets = 128;
inline constexpr double kSlightly = 0.03;
// R(n) is what is sent: a target that the picture does not need proves nothing, and goes no further than this many
// times the rate sent in the last seconds.
inline constexpr double kUnusedFactor = 2;
inline constexpr Duration kSentWithin = Duration::seconds(5);

}  // namespace jitterscope::latecki04
