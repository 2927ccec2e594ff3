// The tables and curves of latecki04.rate-control (its Figures 6 to 13), the curves over the number of the sound's
// packet as the paper draws them.
#include <fmt/format.h>

#include <algorithm>

#include "core/lab/engine/published.h"
#include "core/lab/latecki04/rate_control_lab.h"

namespace jitterscope {
namespace {

constexpr const char* kPacketAxis = "Audio packet";

LabTable runs_table(const std::vector<Latecki04Case>& cases, std::uint64_t first_seed) {
  LabTable out{"runs",
               {"transport", "control", "seed", "within_limits", "audio_loss", "audio_loss_converged",
                "audio_delay_before_ms", "audio_delay_ms", "audio_delay_rise_ms", "audio_delay_rise_converged_ms",
                "video_packet_ms", "video_delay_ms", "video_drop", "convergence_s", "utilisation"},
               {}};
  for (const Latecki04Case& one : cases) {
    double seed = static_cast<double>(first_seed);
    for (const RateFigures& run : one.figures)
      out.rows.push_back({std::string(to_string(one.transport)), std::string(one.control ? "with" : "without"), seed++,
                          one.control ? TableField(std::string(within_limits(run) ? "yes" : "no")) : TableField(),
                          run.sound_loss, run.sound_loss_converged, run.base_ms, run.sound_delay_ms, run.rise_ms,
                          run.rise_converged_ms, run.packet_ms, table_field(run.picture_delay_ms), run.picture_omitted,
                          table_field(run.convergence_s), table_field(run.utilisation)});
  }
  return out;
}

LabTable decisions_table(const std::vector<Latecki04Case>& cases) {
  LabTable out{"decisions", {"transport", "at_s", "stage", "target_kbps", "r_min_kbps", "r_max_kbps", "reason"}, {}};
  for (const Latecki04Case& one : cases) {
    if (!one.control) continue;
    for (const RateDecided& decision : one.first.decisions)
      out.rows.push_back({std::string(to_string(one.transport)), decision.at.seconds(),
                          std::string(decision.stage.view()), decision.sending ? decision.target_kbps : 0.0,
                          table_field(decision.low_kbps), table_field(decision.high_kbps),
                          std::string(decision.reason.view())});
  }
  return out;
}

/// The curves of one case's first run.
class Curves {
 public:
  Curves(const Latecki04Case& one, std::vector<LabSeries>& all) : case_(one), all_(all) {}

  void add() {
    asked();
    on_link();
    sound_delay();
    picture_delay();
    losses();
    if (case_.control) bounds();
    verdicts();
  }

 private:
  double packet_at(double seconds) const { return seconds / case_.scenario.sound.period.seconds(); }
  LabSeries& curve(const std::string& figure, const std::string& y_label, const std::string& name = {}) {
    const std::string own = name.empty() ? (case_.control ? "with control" : "without control") : name;
    all_.push_back({fmt::format("{}_{}: {}", to_string(case_.transport), figure, own), kPacketAxis, y_label, {}});
    return all_.back();
  }

  /// Frames as the program made them, a second's mean: Figures 6 and 8.
  void asked() {
    LabSeries& made = curve("picture_made_kbps", "kbit/s");
    by_second(
        [](const FrameFate& frame) {
          return frame.omitted == OmitReason::kObsolete || !frame.omitted ? frame.bytes * 8e-3 : 0;
        },
        false, made);
  }

  void on_link() {
    LabSeries& sent = curve("picture_on_link_kbps", "kbit/s");
    for (std::size_t i = 0; i < case_.first.seconds.size(); ++i)
      sent.points.emplace_back(packet_at(static_cast<double>(i)),
                               static_cast<double>(case_.first.seconds[i].picture) * 8e-3);
  }

  void sound_delay() {
    LabSeries& delays = curve("audio_delay_ms", "ms");
    for (const SoundFate& packet : case_.first.sound)
      if (packet.delay) delays.points.emplace_back(packet_at(packet.sent.seconds()), packet.delay->ms());
  }

  void picture_delay() {
    LabSeries& delays = curve("video_delay_ms", "ms");
    for (const FrameFate& frame : case_.first.frames)
      if (frame.delay) delays.points.emplace_back(packet_at(frame.due.seconds()), frame.delay->ms());
  }

  void losses() {
    LabSeries& lost = curve("audio_loss", "share of packets in a second");
    std::vector<double> sent(seconds(), 0), gone(seconds(), 0);
    for (const SoundFate& packet : case_.first.sound) {
      const auto second = std::min(seconds() - 1, static_cast<std::size_t>(std::max(0.0, packet.sent.seconds())));
      ++sent[second];
      if (!packet.delay) ++gone[second];
    }
    for (std::size_t i = 0; i < seconds(); ++i)
      if (sent[i] > 0) lost.points.emplace_back(packet_at(static_cast<double>(i)), gone[i] / sent[i]);
    LabSeries& dropped = curve("video_drop", "share of frames in a second");
    by_second([](const FrameFate& frame) { return frame.delay ? 0.0 : 1.0; }, true, dropped);
  }

  void bounds() {
    std::vector<std::pair<const char*, std::function<std::optional<double>(const RateDecided&)>>> lines{
        {"R", [](const RateDecided& one) { return std::optional(one.sending ? one.target_kbps : 0); }},
        {"R_min", [](const RateDecided& one) { return one.low_kbps; }},
        {"R_max", [](const RateDecided& one) { return one.high_kbps; }}};
    for (const auto& [name, value] : lines) {
      LabSeries& line = curve("rate_search", "kbit/s", name);
      for (const RateDecided& decision : case_.first.decisions) {
        const double at = packet_at(decision.at.seconds());
        if (!line.points.empty()) line.points.emplace_back(at, line.points.back().second);  // a step
        if (const auto now = value(decision)) line.points.emplace_back(at, *now);
      }
    }
  }

  void verdicts() {
    LabSeries& line = curve("verdict", "1 increasing, -1 decreasing");
    for (const TrendReported& report : case_.first.measured)
      if (report.verdict) line.points.emplace_back(packet_at(report.at.seconds()), *report.verdict);
  }

  std::size_t seconds() const { return static_cast<std::size_t>(case_.scenario.length().seconds()) + 1; }

  /// Sum of a value over the frames of each second, or its mean.
  void by_second(const std::function<double(const FrameFate&)>& value, bool mean, LabSeries& into) {
    std::vector<double> sums(seconds(), 0), counts(seconds(), 0);
    for (const FrameFate& frame : case_.first.frames) {
      const auto second = std::min(seconds() - 1, static_cast<std::size_t>(std::max(0.0, frame.due.seconds())));
      sums[second] += value(frame);
      ++counts[second];
    }
    for (std::size_t i = 0; i < seconds(); ++i)
      if (counts[i] > 0)
        into.points.emplace_back(packet_at(static_cast<double>(i)), mean ? sums[i] / counts[i] : sums[i]);
  }

  const Latecki04Case& case_;
  std::vector<LabSeries>& all_;
};

}  // namespace

LabResult latecki04_result(const std::vector<Latecki04Case>& cases, std::uint64_t first_seed) {
  LabResult result;
  result.findings = latecki04_findings(cases);
  result.tables = {runs_table(cases, first_seed), decisions_table(cases),
                   published_as_lab_table("latecki04.rate_control"), published_as_lab_table("latecki04.convergence")};
  for (const Latecki04Case& one : cases) Curves(one, result.series).add();
  return result;
}

}  // namespace jitterscope
