#include "core/measures/report/demonstration_sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/units/three_digits.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/figure_difference.h"
#include "core/measures/views/loss_comparison.h"
#include "core/measures/views/rate_recovery.h"

namespace jitterscope {
namespace {

std::string upper(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return word;
}

/// Of one direction of the video.
struct LossesOfWay {
  const LossShare &packets_before, &packets_after, &frames_before, &frames_after;
  bool known() const {
    return packets_before.share && packets_after.share && frames_before.share && frames_after.share;
  }
  LossChange packets() const { return compare_losses(packets_before, packets_after); }
  LossChange frames() const { return compare_losses(frames_before, frames_after); }
};

std::string delay_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  if (!before.frame_delay.mean || !after.frame_delay.mean) return {};
  const double first = *before.frame_delay.mean, second = *after.frame_delay.mean;
  const bool longer = second > first && !is_alike_by_length(first, second) &&
                      !may_be_chance(before.intervals.frame_delay_mean, after.intervals.frame_delay_mean);
  return fmt::format(" A frame takes {} ms with {}, {} ms with {}{}", three_digits(second), upper(after.variant),
                     three_digits(first), upper(before.variant), longer ? ": the price of spreading it." : ".");
}

/// What the queue makes of the sound beside the picture.
std::string sound_beside(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const auto &first = before.audio_interarrival.stddev, &second = after.audio_interarrival.stddev;
  if (!first || !second) return {};
  return fmt::format(" The spacing of the sound beside it varied by {} ms with {}, by {} ms with {}.",
                     three_digits(*first), upper(before.variant), three_digits(*second), upper(after.variant));
}

/// "packets", "frames" or both, of which it is so; empty: of none.
std::string those(bool packets, bool frames) {
  return packets && frames ? "packets and frames" : packets ? "packets" : frames ? "frames" : "";
}
std::string those_that(const LossesOfWay& of, LossChange change) {
  return those(of.packets() == change, of.frames() == change);
}

/// Why it cannot be told of packets, of frames or of both.
std::string undecided_because(const LossesOfWay& of, const std::string& first, const std::string& second) {
  std::string reasons;
  const auto add = [&](const LossShare& before, const LossShare& after, const char* what) {
    if (compare_losses(before, after) != LossChange::kUndecided) return;
    const std::string low = interval_words(before), high = interval_words(after);
    if (!reasons.empty()) reasons += "; ";
    reasons += low.empty() || high.empty() ? fmt::format("too few seconds for an interval of {}", what)
                                           : fmt::format("the 95 % intervals of {} overlap ({} with {}, {} with {})",
                                                         what, low, first, high, second);
  };
  add(of.packets_before, of.packets_after, "packets");
  add(of.frames_before, of.frames_after, "frames");
  return reasons;
}

/// What the losses of one direction say, row by row: fewer, more, none, or not to be told.
std::string losses_sentence(const LossesOfWay& of, const std::string& first, const std::string& second) {
  std::string text = fmt::format("With {} {} of the packets and {} of the frames were lost, with {} {} and {}.", first,
                                 loss_words(of.packets_before), loss_words(of.frames_before), second,
                                 loss_words(of.packets_after), loss_words(of.frames_after));
  for (const auto& [change, claim] : {std::pair(LossChange::kLower, "fewer"), {LossChange::kHigher, "more"}})
    if (const auto units = those_that(of, change); !units.empty())
      text += fmt::format(" {} lost {} {}: the 95 % intervals lie apart.", second, claim, units);
  if (const auto units = those_that(of, LossChange::kUndecided); !units.empty())
    text += fmt::format(" Whether {} loses fewer {} than {} cannot be told from these seconds: {}.", second, units,
                        first, undecided_because(of, first, second));
  return text;
}

bool has(const LossesOfWay& of, LossChange change) {
  return of.packets() == change || of.frames() == change;
}

std::string conclusion(const LossesOfWay& of) {
  const bool fewer = has(of, LossChange::kLower), more = has(of, LossChange::kHigher);
  if (fewer && !more) return " The bursts of whole frames overrun the short queue; spread packets find room in it.";
  if (more && !fewer) return " On this link spreading the packets did not help.";
  if (of.packets() == LossChange::kNone && of.frames() == LossChange::kNone)
    return " Nothing was lost in either half: the queue had room for the bursts, or the load was too small.";
  return {};
}

LossesOfWay local_way(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  return {before.packet_loss, after.packet_loss, before.frame_loss, after.frame_loss};
}
LossesOfWay remote_way(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  return {before.peer_packet_loss, after.peer_packet_loss, before.peer_frame_loss, after.peer_frame_loss};
}

/// "A lost fewer frames both ways. ": what the directions have in common, where they differ in something else.
std::string common_sentence(const LossesOfWay& local, const LossesOfWay& remote, const std::string& second) {
  std::string text;
  for (const auto& [change, claim] : {std::pair(LossChange::kLower, "fewer"), {LossChange::kHigher, "more"}}) {
    const auto both = those(local.packets() == change && remote.packets() == change,
                            local.frames() == change && remote.frames() == change);
    if (!both.empty()) text += fmt::format("{} lost {} {} both ways. ", second, claim, both);
  }
  return text;
}

/// Of the video received locally; of the other direction too where that says something else or is all that is known.
/// What is concluded is true of both.
std::string shaping_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  constexpr auto kLocal = "Of the video received locally: ", kRemote = "Of the video received by the remote: ";
  const LossesOfWay local = local_way(before, after), remote = remote_way(before, after);
  if (!local.known() && !remote.known()) return {};
  const std::string first = upper(before.variant), second = upper(after.variant);
  const auto delay = delay_sentence(before, after) + sound_beside(before, after);
  if (!local.known()) return kRemote + losses_sentence(remote, first, second) + conclusion(remote) + delay;
  const bool differs = remote.known() && (local.packets() != remote.packets() || local.frames() != remote.frames());
  if (!differs) return losses_sentence(local, first, second) + conclusion(local) + delay;
  return common_sentence(local, remote, second) + kLocal + losses_sentence(local, first, second) + " " + kRemote +
         losses_sentence(remote, first, second) + delay;
}

/// Of the ways that are known none lost fewer or more.
bool losses_undecided(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const LossesOfWay local = local_way(before, after), remote = remote_way(before, after);
  const auto decided = [](const LossesOfWay& way) {
    return way.known() && (has(way, LossChange::kLower) || has(way, LossChange::kHigher));
  };
  return (local.known() || remote.known()) && !decided(local) && !decided(remote);
}

constexpr double kNoDifference = 1.5;  // p99 of a quarter of a minute wanders by about as much
constexpr double kLeastMs = 1e-3;      // of a ratio
constexpr double kHeardMs = 20;        // a smaller difference in delay saves nobody
constexpr double kHardlyHeard = 0.01;  // share of lost sound
constexpr double kMostWords = 100;     // beyond it the ratio is the machine's luck

/// As the table and the bars say it.
std::string time_words(double ms) {
  return ms < 1 ? three_digits(std::max(ms, 0.0) * 1e3) + " µs" : three_digits(ms) + " ms";
}

std::string interval_words(const Interval95& ms) {
  return time_words(ms.low) + " to " + time_words(ms.high);
}

std::string class_name(const DemonstrationHalf& half) {
  return half.variant == "realtime" ? "real-time class" : half.variant + " class";
}

std::string ratio_words(double ratio) {
  if (ratio > kMostWords) return fmt::format("more than {:.0f} times", kMostWords);
  return ratio < 9.95 ? fmt::format("{:.1f} times", ratio) : fmt::format("{:.0f} times", ratio);
}

std::string kernel_to_user_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const auto &first = before.kernel_to_user.p99, &second = after.kernel_to_user.p99;
  if (!first || !second) return "The kernel gave no receive stamps, so its part is unknown.";
  const std::string numbers =
      fmt::format("In the {} 99 of 100 packets reached their thread within {} of the kernel, in the {} within {}",
                  class_name(before), time_words(*first), class_name(after), time_words(*second));
  const double ratio = *first / std::max(*second, kLeastMs);
  const auto &of_first = before.intervals.kernel_to_user_p99, &of_second = after.intervals.kernel_to_user_p99;
  if (may_be_chance(of_first, of_second))
    return fmt::format("{}: which is sooner cannot be told from these seconds, the 95 % intervals overlap ({}, {}).",
                       numbers, interval_words(*of_first), interval_words(*of_second));
  const bool sure = of_first && of_second, much = ratio >= kNoDifference || ratio <= 1 / kNoDifference;
  if (!sure && !much)
    return numbers +
           ": no difference that these seconds could tell. The threads found a free processor in time as they were, or "
           "the machine itself was held up.";
  const std::string sureness =
      sure ? ": the 95 % intervals lie apart."
           : "; no 95 % interval is known" +
                 (of_first || of_second ? " in the " + class_name(of_first ? after : before) : std::string()) + ".";
  if (is_alike_by_ratio(*first, *second)) return numbers + ", about the same" + sureness;
  if (ratio > 1)
    return fmt::format("{}, {} sooner{}{}", numbers, ratio_words(ratio), much ? "" : ", which is little", sureness);
  return fmt::format("{}, {} later{}{}", numbers, ratio_words(1 / ratio),
                     much ? ", so here the class did not help" : ", which is little", sureness);
}

std::string jitter_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const auto &first = before.audio_interarrival.stddev, &second = after.audio_interarrival.stddev;
  if (!first || !second) return {};
  return fmt::format(" The spacing of the sound varied by {} in the {}, by {} in the {}.", time_words(*first),
                     class_name(before), time_words(*second), class_name(after));
}

std::string gaps_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  if (!before.audio_gaps || !after.audio_gaps) return {};
  if (*before.audio_gaps == 0 && *after.audio_gaps == 0) return " No gap was heard in either half.";
  return fmt::format(" Gaps in the sound: {} in the {}, {} in the {}.", *before.audio_gaps, class_name(before),
                     *after.audio_gaps, class_name(after));
}

/// rtkit gives round robin for real-time.
bool is_as_asked(const DemonstrationHalf& half) {
  return !half.effective || half.effective->starts_with(half.variant) ||
         (half.variant == "realtime" && half.effective->starts_with("rr"));
}

std::string class_sentence(const DemonstrationHalf& half, std::string_view when) {
  if (is_as_asked(half)) return {};
  return fmt::format("{} the kernel had the receiver of sound in the class \"{}\", not as asked for. ", when,
                     *half.effective);
}

/// Where something else is compared in place of the real-time class.
std::string refused_words(const DemonstrationHalf& after) {
  return after.variant == "nice" || after.variant == "slice" ? " The real-time class was refused." : "";
}

std::string priority_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const bool seen = before.kernel_to_user.n + before.audio_interarrival.n > 0 &&
                    after.kernel_to_user.n + after.audio_interarrival.n > 0;
  if (!seen) return {};
  return class_sentence(before, "Before,") + class_sentence(after, "After,") + kernel_to_user_sentence(before, after) +
         jitter_sentence(before, after) + gaps_sentence(before, after) + refused_words(after);
}

/// Of waits that were undecided a second time.
std::string twice_words(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const auto &first = before.intervals.kernel_to_user_p99, &second = after.intervals.kernel_to_user_p99;
  if (may_be_chance(first, second)) return " Nor do two more video applications decide it.";
  return first && second ? "" : " Two more video applications changed nothing: it cannot be measured on this machine.";
}

/// Within what the machine's luck makes, in the classes that were asked for.
bool waits_undecided(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const auto &first = before.kernel_to_user.p99, &second = after.kernel_to_user.p99;
  if (!first || !second || !is_as_asked(before) || !is_as_asked(after)) return false;
  const double ratio = *first / std::max(*second, kLeastMs);
  return (ratio < kNoDifference && ratio > 1 / kNoDifference) ||
         may_be_chance(before.intervals.kernel_to_user_p99, after.intervals.kernel_to_user_p99);
}

std::string sound_words(const DemonstrationHalf& half) {
  const std::string late = half.peer_sound_delay.p50
                               ? fmt::format("the sound came {} late (median)", time_words(*half.peer_sound_delay.p50))
                               : std::string("how late the sound came is not known");
  return fmt::format("{}, {} of it was lost", late, loss_words(half.peer_sound_loss));
}

/// Whether the sound fared better, in what the table says of it.
std::string sound_sentence(const DemonstrationHalf& without, const DemonstrationHalf& with) {
  const auto &first = without.peer_sound_delay.p50, &second = with.peer_sound_delay.p50;
  const LossChange loss = compare_losses(without.peer_sound_loss, with.peer_sound_loss);
  const bool chance = may_be_chance(without.intervals.peer_sound_delay_p50, with.intervals.peer_sound_delay_p50);
  const auto much_less = [chance](const std::optional<double>& less, const std::optional<double>& than) {
    return less && than && !chance && *than >= kNoDifference * *less && *than - *less >= kHeardMs;
  };
  const bool sooner = much_less(second, first), later = much_less(first, second);
  const bool fewer = loss == LossChange::kLower, more = loss == LossChange::kHigher;
  if ((sooner && more) || (later && fewer))
    return sooner ? " The sound comes sooner, and more of it is lost."
                  : " Less of the sound is lost, and it comes later.";
  const bool whole = with.peer_sound_loss.share.value_or(1) <= kHardlyHeard;
  if (sooner || fewer) return whole ? " The sound is saved." : " The sound fares better, and still suffers.";
  if (later || more) return " Here the controller did not help the sound.";
  if (first && second && !chance && without.intervals.peer_sound_delay_p50 && with.intervals.peer_sound_delay_p50)
    return fmt::format(" The sound comes {} {}, which nobody hears: the 95 % intervals lie apart.",
                       time_words(std::abs(*first - *second)), *second < *first ? "sooner" : "later");
  return chance ? " No difference of the sound could be shown here: the 95 % intervals of its delay overlap."
                : " No difference of the sound could be shown here.";
}

std::string picture_sentence(const DemonstrationHalf& without, const DemonstrationHalf& with) {
  const auto recovery = rate_recovery(without, with);
  if (!recovery) return " What the link left to the picture could not be measured.";
  const std::string share =
      fmt::format("{} of {} kbit/s", three_digits(recovery->sent_kbps), three_digits(recovery->available_kbps));
  return recovery->within_s ? fmt::format(" The picture reached {} after {:.0f} s.", share, *recovery->within_s)
                            : fmt::format(" The picture is still searching: it has come to {}.", share);
}

std::string left_out_sentence(const DemonstrationHalf& with) {
  if (with.pictures_left_out == 0) return {};
  return fmt::format(" The controller left out {} of {} pictures.", with.pictures_left_out,
                     with.pictures_sent + with.pictures_left_out);
}

constexpr auto kNoReports = "The remote’s reports do not come back: nothing can be compared.";
// They come after each 8th packet of sound that arrives: several times a second; with the longest blocks, of which half
// are lost, each 4 s. The controller misses them after two.
constexpr double kLongestUnreportedS = 10;

std::string rate_sentence(const DemonstrationHalf& without, const DemonstrationHalf& with) {
  const auto reported = [](const DemonstrationHalf& half) {
    return half.peer_sound_delay.n > 0 || half.peer_sound_loss.share;
  };
  if (!reported(without) || !reported(with)) return kNoReports;
  return fmt::format("Without rate control {}. With it {}.", sound_words(without), sound_words(with)) +
         sound_sentence(without, with) + picture_sentence(without, with) + left_out_sentence(with);
}

/// Neither half was cut short.
bool is_whole(DemonstrationKind kind, const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const auto nearly = [kind](DemonstrationPhase half) { return duration_of(kind, half).seconds() - 1; };
  return before.seconds > nearly(DemonstrationPhase::kBefore) && after.seconds > nearly(DemonstrationPhase::kAfter);
}

}  // namespace

bool is_undecided(DemonstrationKind kind, const DemonstrationHalf& before, const DemonstrationHalf& after) {
  switch (kind) {
    case DemonstrationKind::kPriority: return waits_undecided(before, after);
    case DemonstrationKind::kRateControl: return false;
    case DemonstrationKind::kShaping: break;
  }
  return losses_undecided(before, after);
}

bool lacks_reports(const DemonstrationView& view) {
  const auto& half = view.after ? view.after : view.before;
  return view.kind == DemonstrationKind::kRateControl && half && half->unreported_s >= kLongestUnreportedS;
}

std::string demonstration_sentence(const DemonstrationView& view, bool last) {
  if (view.state == to_string(DemonstrationPhase::kStopped) && lacks_reports(view)) return kNoReports;
  if (!view.before || !view.after) return {};
  const auto &before = *view.before, &after = *view.after;
  const bool twice = last && view.again && is_whole(view.kind, before, after) && is_undecided(view.kind, before, after);
  switch (view.kind) {
    case DemonstrationKind::kPriority:
      return priority_sentence(before, after) + (twice ? twice_words(before, after) : "");
    case DemonstrationKind::kRateControl: return rate_sentence(before, after);
    case DemonstrationKind::kShaping: break;
  }
  return shaping_sentence(before, after) +
         (twice ? " No difference could be shown here, also with half the queue." : "");
}

}  // namespace jitterscope
