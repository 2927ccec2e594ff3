// A demonstration of priority: what the receiver and the senders wait for a processor in the default class beside
// real-time, under load.
#include "core/measures/views/demonstration_view.h"
#include "ui/demonstrations/comparison.h"
#include "ui/plots/halves_plot.h"
#include "ui/tr.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

using Half = DemonstrationHalf;
constexpr double kLowestUs = 1, kLeastTopUs = 1000;

std::optional<double> gaps(const Half& half) {
  return half.audio_gaps ? std::optional(static_cast<double>(*half.audio_gaps)) : std::nullopt;
}

class PriorityComparison : public OnePlotComparison {
 public:
  PriorityComparison() : OnePlotComparison(new HalvesPlot(Tr::tr("Kernel to user"), "µs", kLowestUs, kLeastTopUs)) {}
  const std::vector<ComparisonRow>& rows() const override;
  QString variant_name(const std::string& variant, bool after) const override;
  std::vector<BarPair> bars(const DemonstrationView&) const override;

 protected:
  std::vector<EnvelopeSlot> series_of(const Half& half) const override {
    auto entries = half.kernel_to_user_series;
    for (auto& slot : entries) slot.min *= kMicro, slot.max *= kMicro;
    return entries;
  }
};

}  // namespace

const DemonstrationFacts& priority_facts() {
  static const DemonstrationFacts kFacts{
      Tr::tr("Priority"),
      Tr::tr("The default class, then real-time, beside four programs that want the processor"),
      Tr::tr("Four programs want the processor of the receivers. Who runs first?"),
      Tr::tr("Four programs that count begin on the receivers’ processor. The media threads are in the default class; "
             "blocks of sound are 21.4 ms long (the remote’s where it agrees), to come at every place of the kernel’s "
             "tick."),
      Tr::tr("The default class is measured: the kernel shares the processor out evenly."),
      Tr::tr("The media threads change their class: they go first."),
      Tr::tr("The %1 class is measured: media threads go first."),
      Tr::tr("These seconds tell no or little difference. Once more, with two video applications beside: the default "
             "class begins.")};
  return kFacts;
}

std::vector<BarPair> PriorityComparison::bars(const DemonstrationView& view) const {
  const auto in_time = [](std::optional<double> ms) { return duration_text(ms); };
  const auto gap_words = [](std::optional<double> count) {
    return count ? count_text(static_cast<std::int64_t>(*count)) : kDash;
  };
  return {figure_bars(
              Tr::tr("1 of 100 packets waits over"), Hue::kSystem, view,
              [](const Half& half) { return half.kernel_to_user.p99; }, in_time, &HalfIntervals::kernel_to_user_p99),
          figure_bars(
              Tr::tr("Half of the packets wait over"), Hue::kSystem, view,
              [](const Half& half) { return half.kernel_to_user.p50; }, in_time, &HalfIntervals::kernel_to_user_p50),
          figure_bars(
              Tr::tr("Spacing of the sound varies by"), Hue::kAudio, view,
              [](const Half& half) { return half.audio_interarrival.stddev; }, in_time,
              &HalfIntervals::audio_interarrival_stddev),
          figure_bars(Tr::tr("Gaps in the sound"), Hue::kAudio, view, gaps, gap_words)};
}

const std::vector<ComparisonRow>& PriorityComparison::rows() const {
  static const std::vector<ComparisonRow> made{
      {Tr::tr("Effective class"), Tr::tr("What the kernel gave audio-receive"),
       [](const Half& half) { return half.effective ? class_words(*half.effective) : kDash; },
       [](const Half&, const Half&) { return QString(); }},
      times_row(Tr::tr("Kernel to user, p50"),
                Tr::tr("From the kernel’s receive stamp until the receive call returned: median"),
                &Half::kernel_to_user, &SampleFigures::p50, duration_text, &HalfIntervals::kernel_to_user_p50),
      times_row(Tr::tr("Kernel to user, p99"),
                Tr::tr("From the kernel’s receive stamp until the receive call returned: 99th percentile"),
                &Half::kernel_to_user, &SampleFigures::p99, duration_text, &HalfIntervals::kernel_to_user_p99),
      times_row(Tr::tr("Spacing of the sound, σ"),
                Tr::tr("Standard deviation of the time between audio packets as they arrive locally"),
                &Half::audio_interarrival, &SampleFigures::stddev, duration_text,
                &HalfIntervals::audio_interarrival_stddev),
      times_row(Tr::tr("Wake-up of senders, p99"),
                Tr::tr("From the deadline until the thread runs: 99th percentile of this end’s senders"),
                &Half::sender_wake, &SampleFigures::p99, duration_text),
      share_row(Tr::tr("Operating system’s share"),
                Tr::tr("Of the delay that the operating system and the network make together"), &Half::os_share),
      {Tr::tr("Gaps in the sound"), Tr::tr("Runs of late or lost audio blocks"),
       [](const Half& half) { return half.audio_gaps ? count_text(*half.audio_gaps) : kDash; },
       [](const Half& before, const Half& after) { return ratio_words(gaps(before), gaps(after)); }}};
  return made;
}

QString PriorityComparison::variant_name(const std::string& variant, bool after) const {
  const auto words = variant.empty() ? (after ? Tr::tr("real-time") : Tr::tr("default")) : class_words(variant);
  return words.left(1).toUpper() + words.mid(1);
}

std::unique_ptr<HalvesComparison> priority_comparison() {
  return std::make_unique<PriorityComparison>();
}

}  // namespace jitterscope
