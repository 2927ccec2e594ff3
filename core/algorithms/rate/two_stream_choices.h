#pragma once
// Every choice that latecki04 leaves open in its controller (§3.2), in one place, each with its reason.
#include "core/base/units/time.h"

namespace jitterscope::two_stream {

// The search begins with a rate that a modem of 100 kb/s carries beside the sound, and that a quick path leaves behind
// in seconds.
inline constexpr double kFirstKbps = 60;
// Until there is an R_max a rate that passes is followed by one larger by this share: an overshoot is then small enough
// for the queue of a slow link.
inline constexpr double kFirstGrowth = 0.5;
// From steady a higher rate is tried in small steps that double while they pass: the step that fails is the only one
// that fills a queue, and a bandwidth that has risen much is found in a few of them.
inline constexpr double kProbeGrowth = 0.04, kMostGrowth = 0.5;
// The search that follows a probe or a break: twice the probe, doubling while that passes.
inline constexpr double kAfterProbe = 2 * kProbeGrowth;
// Less than this is no step.
inline constexpr double kLeastGain = kProbeGrowth / 2;
// An R_max this close above R_min was found by a probe, which has then failed.
inline constexpr double kOneProbe = kProbeGrowth + 0.01;
// What these shares and kClose are of: the rate, or so many times the sound's where that is more.
inline constexpr double kSoundInSteps = 2;
// When to try: soon after a higher rate passed, then each time one fails later, but never so late that a risen
// bandwidth is not used within 20 s.
inline constexpr Duration kFirstProbe = Duration::seconds(6), kLastProbe = Duration::seconds(10);
inline constexpr double kProbeBackOff = 1.5;
// R_min and R_max this close (their quotient less 1) end the search; the rate is then R_min less a margin for what the
// tests cannot see in a second.
inline constexpr double kClose = 0.04, kMargin = 0.015;

// How many packets of sound must be judged before a rate passes: while growing, two reports; between bounds the
// smallest scale, because a queue grows slowly there.
inline constexpr int kPacketsGrowing = 16, kPacketsBetween = 32;
inline constexpr Duration kLeastStep = Duration::ms(600);
// A token bucket holds at least one full Ethernet frame: so much lets an idle link pass at once, and a step that adds
// little shows in no delay before (live, through tbf, steps of 0.6 s above the bandwidth passed).
inline constexpr double kSavedUpBytes = 1540;
inline constexpr Duration kLongestStep = Duration::seconds(3);

// A queue shows in the median of 8 delays before any scale is full. Congestion is a rise over the lowest such median of
// the last seconds by more than this, and more than a part of the time that the largest packet takes, and more than
// what our own bursts can make the sound wait on a path that just carries them; all beside what the medians scatter
// anyway.
inline constexpr double kRiseMs = 4, kPacketShare = 0.5, kScatterFactor = 1.5, kMostScatterMs = 60, kScatterGain = 0.1;
// But never so much that the delay of a packet of sound, which is more than the median, comes to 100 ms over the base.
inline constexpr double kStandingMs = 50, kStandingPackets = 1;
// The remote's sound tells of a queue on the way back when it rises by so many times that much.
inline constexpr double kBackFactor = 1.2;
// With noise above this (of group medians, as the monitor measures it) two reports must agree.
inline constexpr double kQuietMs = 6;
inline constexpr Duration kReferenceAge = Duration::seconds(5);
// So far above the base a queue stands even when no delay rises: it is full.
inline constexpr double kFarMs = 100, kFarWaits = 2;
// Of both media within a second: less may be a radio's.
inline constexpr double kLossShare = 0.05;
inline constexpr int kLossPackets = 3;
inline constexpr Duration kLossWindow = Duration::seconds(1);
// An "increasing" without this share of a quick rise is a beat between sound and picture.
inline constexpr double kTrendShare = 0.5;
// Beyond so many times the limit, or so far beyond it, the congestion is severe: the growth of the delays tells the
// bandwidth.
inline constexpr double kSevere = 3, kSevereMs = 50;
// Delays that grow like this (ms a ms) are severe before 8 packets of the step are judged.
inline constexpr double kRush = 0.2;
// A report tells of delays this long ago: half of its packets, its way, its waiting. A queue grew on meanwhile.
inline constexpr Duration kReportLag = Duration::ms(300);
// Growing like that to so many times the queue that a break was for, they are severe before any packet after it: the
// path became narrower while the first reports of it were under way.
inline constexpr double kMuchMore = 1.25;

// Where the largest packet of the picture takes at least so long, the sound's waits behind our own packets tell what
// the path carries (CapacityFit): a search by overshoots would cost 100 ms there. On quicker paths noise hides them.
inline constexpr double kSlowPacketMs = 8;
// By the reports of this time, as many at least: more than a picture's period, less than it takes to notice a rise.
inline constexpr Duration kFitted = Duration::ms(2200);
inline constexpr std::size_t kFewestFitted = 4;
// What the delays may have besides: so many times as much as each report differs from the model, within limits. Where
// they differ by more than this share they are not of our making.
inline constexpr double kLeastFitNoiseMs = 0.7, kFitNoiseMs = 3, kMisfitFactor = 2, kMisfit = 0.4;
// A delay beyond the model's by more than this, and so many times what it differs by, and half a packet of the picture:
// the path became narrower. At once where it is more than a packet that came before its time can make, else when it
// grows.
inline constexpr double kUnexplainedMs = 15, kMisfits = 6, kOnePacketMore = 1.2;
// Within this factor a rate is known sharply: the search needs no overshoot, and nothing beyond it is tried.
inline constexpr double kSharp = 1.15;
// Shares of what the path carries that the media may fill: in steady; in the search and its probes; of what it
// carries at least; of what it carries perhaps. Two packets of the picture one behind the other, a burst of a
// camera's, and RTCP, which is not counted, still have room.
inline constexpr double kFilled = 0.94, kMostFilled = 0.965, kLeastFilled = 0.94, kPerhapsFilled = 0.8;
// Less where a packet of the picture takes longer than this, by so much for each ms more: one that comes before its
// time makes the sound wait for as long again, and 100 ms are two of them.
inline constexpr double kLongPacketMs = 35, kLessAMs = 0.002;
// For so long after its delays last showed what it carries, a path on which a packet takes at least kBigPacketMs counts
// as slow: steps stay small.
inline constexpr Duration kStillSlow = Duration::seconds(10);
inline constexpr double kBigPacketMs = 25;
// Where the delays tell no upper bound a step of the search adds no more than this share: packets in step with each
// other may hide how full the path is.
inline constexpr double kUnboundedGrowth = 0.3;
// A fuller path is left by no more than this at once: the model may be wrong.
inline constexpr double kMostLess = 0.2;

// A break lasts as the queue takes to drain by what was seen; when that is short, so long and no report is waited for,
// else until the decreasing phase is over, or all but this share of the queue gone. It ends at last when the delay does
// not fall any more: a new path, or another's queue.
inline constexpr double kBreakFactor = 1.3, kDrainedShare = 0.1, kStandingShare = 0.05;
inline constexpr int kStandingReports = 2;
inline constexpr int kOverdue = 3;  // times as long without a report of the drain
inline constexpr Duration kLeastBreak = Duration::ms(60), kShortBreak = Duration::ms(400),
                          kLongestBreak = Duration::seconds(5);

// Slight congestion in steady, or a long ambiguous one: a little less, without a break; twice as much when it goes on
// within this time; at the end of the doubling it is severe.
inline constexpr double kDecrease = 0.03, kMostDecrease = 0.24;
inline constexpr Duration kForget = Duration::seconds(4);
// A decrease shows when eight packets of sound (256 ms) that came after it have been reported.
inline constexpr Duration kDecreaseShows = Duration::ms(600);
inline constexpr int kAmbiguousReports = 16;  // of 8 packets: as long as the largest scale
// After severe congestion: this share of the bandwidth that the delays showed, within these of the rate that failed,
// as that may be far off.
inline constexpr double kBackTo = 0.88, kLeastBackTo = 0.1, kMostBackTo = 0.9;
// And R_max after a break whose drain showed it: that is exact, and a second overshoot costs more than a probe later.
inline constexpr double kAboveTold = 1.04;
// A bound is too old when the path contradicts it: R_min at congestion in steady, or when delays show less than this
// share of it; R_max when a rate above it passes.
inline constexpr double kStaleLow = 0.8;

// Without reports for so long, or as long as so many take to be due, and each time so long again, half the rate.
inline constexpr Duration kSilence = Duration::seconds(2);
inline constexpr int kMissedReports = 3;
// Below the lowest rate the picture stops; it is tried again after this, doubled each time up to the last until a
// higher rate passes. Not before the sound has no queue any more: it comes first. A delay that did not change by more
// than this share in so long a time, without losses, is the path's own.
inline constexpr Duration kFirstRetry = Duration::seconds(6), kLastRetry = Duration::seconds(24);
inline constexpr double kOwnDelayShare = 0.03, kOwnDelayMs = 12;  // the monitor's base itself drifts by 6
inline constexpr Duration kOwnDelayAfter = Duration::seconds(12);

// What a queue showed of the path holds so long: a search comes near it in small steps, and beyond this factor of it
// grows freely, with this step to begin with.
inline constexpr Duration kStillKnown = Duration::seconds(30);
inline constexpr double kNearKnown = 0.9, kBeyondKnown = 1.05, kBeyondGrowth = 4 * kProbeGrowth;
// A picture that needs less than the target proves nothing of it: the target goes no further than this many times what
// is sent.
inline constexpr double kUnusedFactor = 2;
// And one of which nothing was sent for so long does not flow: nothing is judged.
inline constexpr Duration kFlowing = Duration::seconds(3);

}  // namespace jitterscope::two_stream
