// A demonstration of rate control: how late the sound comes and what of it is lost, and what the picture takes, without
// and with the two-stream controller.
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/rate_recovery.h"
#include "ui/demonstrations/comparison.h"
#include "ui/plots/halves_plot.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

using Half = DemonstrationHalf;

constexpr double kLowestMs = 1, kLeastTopMs = 1000;

std::string variant_word(const Half& half) {
  return half.variant == "off" ? "without" : "with control";
}

std::optional<double> left_out_share(const Half& half) {
  const auto due = half.pictures_sent + half.pictures_left_out;
  return due > 0 ? std::optional(static_cast<double>(half.pictures_left_out) / static_cast<double>(due)) : std::nullopt;
}

QString left_out_words(const Half& half) {
  const auto share = left_out_share(half);
  return share ? Tr::tr("%1 (%2 of %3)")
                     .arg(percent(share), count_text(half.pictures_left_out),
                          count_text(half.pictures_sent + half.pictures_left_out))
               : kDash;
}

class RateComparison : public OnePlotComparison {
 public:
  RateComparison()
      : OnePlotComparison(new HalvesPlot(Tr::tr("Delay of the sound"), "ms", kLowestMs, kLeastTopMs, Hue::kAudio)) {}
  const std::vector<ComparisonRow>& rows() const override;
  QString variant_name(const std::string& variant, bool after) const override;
  std::vector<BarPair> bars(const DemonstrationView&) const override;

 protected:
  std::vector<EnvelopeSlot> series_of(const Half& half) const override {
    std::vector<EnvelopeSlot> made;
    for (const auto& point : half.peer_sound_delay_series) made.push_back({point.at_s, point.value, point.value});
    return made;
  }
};

}  // namespace

const DemonstrationFacts& rate_facts() {
  static const DemonstrationFacts kFacts{
      Tr::tr("Rate control"),
      Tr::tr("Without, then with the two-stream controller, on a link for half of the picture"),
      Tr::tr("The link carries half of this picture, and the sound shares it. Watch the sound."),
      Tr::tr("The way to the remote becomes narrow: half of the picture fits. Nobody controls the rate."),
      Tr::tr("Without rate control: the picture fills the queue, and the sound waits in it."),
      Tr::tr("The controller takes over."),
      Tr::tr("With rate control: the picture makes room, and feels for what the link has left.")};
  return kFacts;
}

const std::vector<ComparisonRow>& RateComparison::rows() const {
  static const std::vector<ComparisonRow> made{
      delay_row(Tr::tr("Delay of the sound, median"),
                Tr::tr("One-way, of your sound as the remote reports it: half of the reports say more, half less"),
                &Half::peer_sound_delay, &SampleFigures::p50, &HalfIntervals::peer_sound_delay_p50),
      delay_row(Tr::tr("Delay of the sound, p95"),
                Tr::tr("One-way, of your sound as the remote reports it: 95th percentile"), &Half::peer_sound_delay,
                &SampleFigures::p95),
      loss_row(Tr::tr("Sound lost"), Tr::tr("Of your sound, as the remote counts it"), &Half::peer_sound_loss,
               variant_word),
      loss_row(Tr::tr("Pictures lost"), Tr::tr("Of your pictures, as the remote counts them"), &Half::peer_frame_loss,
               variant_word),
      {Tr::tr("Pictures left out"), Tr::tr("By this end, to keep to its target and in breaks: of all that were due"),
       left_out_words,
       [](const Half& before, const Half& after) {
         return ratio_words(left_out_share(before), left_out_share(after));
       }},
      {Tr::tr("Rate of the picture"), Tr::tr("As it leaves this end, with all headers: mean of the half"),
       [](const Half& half) { return rate_text(mean_value(half.picture_kbps)); },
       [](const Half& before, const Half& after) {
         return ratio_words(mean_value(before.picture_kbps), mean_value(after.picture_kbps));
       }},
      {Tr::tr("The link carried"), Tr::tr("Of everything, with all headers: mean while packets waited for it"),
       [](const Half& half) { return rate_text(half.link_kbps); },
       [](const Half& before, const Half& after) { return ratio_words(before.link_kbps, after.link_kbps); }}};
  return made;
}

QString RateComparison::variant_name(const std::string& variant, bool after) const {
  if (variant.empty()) return after ? Tr::tr("With rate control") : Tr::tr("Without");
  return variant == "off"          ? Tr::tr("Without")
         : variant == "two-stream" ? Tr::tr("With rate control")
                                   : QString::fromStdString(variant);
}

std::vector<BarPair> RateComparison::bars(const DemonstrationView& view) const {
  std::vector<BarPair> pairs{
      figure_bars(
          Tr::tr("The sound comes late by (median)"), Hue::kAudio, view,
          [](const Half& half) { return half.peer_sound_delay.p50; }, in_ms, &HalfIntervals::peer_sound_delay_p50),
      loss_bars(Tr::tr("Sound lost"), Hue::kAudio, view, &Half::peer_sound_loss),
      loss_bars(Tr::tr("Pictures lost"), Hue::kVideo, view, &Half::peer_frame_loss)};
  if (!view.before || !view.after) return pairs;
  if (const auto recovery = rate_recovery(*view.before, *view.after))
    pairs.push_back({Tr::tr("Picture sent in five seconds, of what is left"),
                     Hue::kVideo,
                     {recovery->available_kbps, {}, {}, rate_text(recovery->available_kbps)},
                     {recovery->sent_kbps, {}, {}, rate_text(recovery->sent_kbps)},
                     Tr::tr("Left"),
                     Tr::tr("Sent")});
  return pairs;
}

std::unique_ptr<HalvesComparison> rate_comparison() {
  return std::make_unique<RateComparison>();
}

}  // namespace jitterscope
