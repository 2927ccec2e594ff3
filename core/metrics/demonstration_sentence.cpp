#include "core/metrics/demonstration_sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace jitterscope {
namespace {

std::string upper(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return word;
}

std::string percent(double share) {
  if (share <= 0) return "0 %";
  return share < 0.0995 ? fmt::format("{:.1f} %", share * 100) : fmt::format("{:.0f} %", share * 100);
}

struct Losses {
  double packets, frames;
};

/// As received here; else as the far end counts what it receives.
std::optional<Losses> losses_of(const DemonstrationHalf& half) {
  if (half.packet_loss && half.frame_loss) return Losses{*half.packet_loss, *half.frame_loss};
  if (half.peer_packet_loss && half.peer_frame_loss) return Losses{*half.peer_packet_loss, *half.peer_frame_loss};
  return std::nullopt;
}

/// False: both intervals of the loss are known and overlap.
bool told_apart(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  if (!before.packet_loss_low || !before.packet_loss_high || !after.packet_loss_low || !after.packet_loss_high)
    return true;
  return *before.packet_loss_low > *after.packet_loss_high || *after.packet_loss_low > *before.packet_loss_high;
}

std::string delay_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  if (!before.frame_delay.mean || !after.frame_delay.mean) return {};
  return fmt::format(" A frame takes {:.0f} ms with {}, {:.0f} ms with {}: the price of spreading it.",
                     *after.frame_delay.mean, upper(after.variant), *before.frame_delay.mean, upper(before.variant));
}

std::string shaping_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const auto first = losses_of(before), second = losses_of(after);
  if (!first || !second) return {};
  std::string text = fmt::format("With {} {} of the packets and {} of the frames were lost, with {} {} and {}.",
                                 upper(before.variant), percent(first->packets), percent(first->frames),
                                 upper(after.variant), percent(second->packets), percent(second->frames));
  if (second->packets > first->packets && told_apart(before, after))
    return text + " On this link spreading the packets did not help.";
  if (second->packets < first->packets && told_apart(before, after))
    return text + " The bursts of whole frames overrun the short queue; spread packets find room in it." +
           delay_sentence(before, after);
  return text +
         " On this link shaping made no difference: the queue had room for the bursts, or the load was too small.";
}

constexpr double kNoDifference = 1.5;  // p99 of ten seconds wanders by about as much
constexpr double kMostWords = 100;     // beyond it the ratio is the machine's luck

/// µs where ms would be zeros.
std::string time_words(double ms) {
  if (ms < 0.1) return fmt::format("{:.0f} µs", std::max(ms, 0.0) * 1e3);
  return ms < 9.95 ? fmt::format("{:.1f} ms", ms) : fmt::format("{:.0f} ms", ms);
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
  const double ratio = *first / std::max(*second, 1e-3);
  if (ratio >= kNoDifference) return fmt::format("{}: {} sooner.", numbers, ratio_words(ratio));
  if (ratio <= 1 / kNoDifference) return numbers + ": here the class did not help.";
  return numbers +
         ": no difference. The threads found a free processor in time as they were, or the machine itself was held up.";
}

std::string jitter_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const auto &first = before.audio_interarrival.stddev, &second = after.audio_interarrival.stddev;
  if (!first || !second) return {};
  return fmt::format(" The spacing of sound varied by {} before, by {} after.", time_words(*first),
                     time_words(*second));
}

std::string gaps_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  if (!before.audio_gaps || !after.audio_gaps) return {};
  if (*before.audio_gaps == 0 && *after.audio_gaps == 0) return " No gap was heard in either half.";
  return fmt::format(" Gaps in the sound: {} before, {} after.", *before.audio_gaps, *after.audio_gaps);
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

std::string priority_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const bool seen = before.kernel_to_user.n + before.audio_interarrival.n > 0 &&
                    after.kernel_to_user.n + after.audio_interarrival.n > 0;
  if (!seen) return {};
  return class_sentence(before, "Before,") + class_sentence(after, "After,") + kernel_to_user_sentence(before, after) +
         jitter_sentence(before, after) + gaps_sentence(before, after);
}

}  // namespace

std::string demonstration_sentence(DemonstrationKind kind, const DemonstrationHalf& before,
                                   const DemonstrationHalf& after) {
  return kind == DemonstrationKind::kPriority ? priority_sentence(before, after) : shaping_sentence(before, after);
}

}  // namespace jitterscope
