#include "core/lab/latecki04/run_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/events/bytes_on_link.h"

namespace jitterscope::latecki04 {
namespace {

constexpr double kPaperPacket_s = 0.04;
constexpr std::size_t kEachSound = 5;  // of the sound's packets one in so many is drawn

class RunCurves {
 public:
  RunCurves(const RateCase& one, const RateRun& ran, const std::string& prefix, CellFigures& out)
      : case_(one), run_(ran), prefix_(prefix), out_(out) {}

  void draw() {
    by_second("video_made_kbps", false, [this](const FrameFate& frame) {
      return frame.omitted == OmitReason::kObsolete || !frame.omitted ? frame_bytes(frame) * 8e-3 : 0;
    });
    by_second("video_drop", true, [](const FrameFate& frame) { return frame.delay ? 0.0 : 1.0; });
    draw_sound_loss();
    for (std::size_t i = 0; i < run_.seconds.size(); ++i)
      add("video_on_link_kbps", static_cast<double>(i), static_cast<double>(run_.seconds[i].picture) * 8e-3);
    for (std::size_t i = 0; i < run_.sound.size(); i += kEachSound)
      if (run_.sound[i].delay) add("audio_delay_ms", run_.sound[i].sent.seconds(), run_.sound[i].delay->ms());
    for (std::size_t i = 0; i < run_.frames.size(); i += 2 * kEachSound)
      if (run_.frames[i].delay) add("video_delay_ms", run_.frames[i].due.seconds(), run_.frames[i].delay->ms());
    if (case_.control == kWithout) return;
    for (const RateDecided& decision : run_.decisions) {
      const double at = decision.at.seconds();
      add("target_kbps", at, decision.sending ? decision.target_kbps : 0);
      if (decision.low_kbps) add("r_min_kbps", at, *decision.low_kbps);
      if (decision.high_kbps) add("r_max_kbps", at, *decision.high_kbps);
    }
    for (const TrendReported& report : run_.measured)
      if (report.verdict) add("verdict", report.at.seconds(), *report.verdict);
  }

 private:
  void add(const char* name, double seconds, double value) {
    out_.samples[prefix_ + name + ".x"].push_back(seconds / case_.scenario.sound.period.seconds());
    out_.samples[prefix_ + name + ".y"].push_back(value);
  }
  void draw_sound_loss() {
    std::map<std::int64_t, std::pair<double, double>> sent_and_lost;  // by second
    for (const SoundFate& packet : run_.sound) {
      auto& [sent, lost] = sent_and_lost[static_cast<std::int64_t>(packet.sent.seconds())];
      ++sent, lost += !packet.delay;
    }
    for (const auto& [second, of] : sent_and_lost) add("audio_loss", static_cast<double>(second), of.second / of.first);
  }
  /// Of the frame with RTP's headers, without those below, as the paper counts its own.
  double frame_bytes(const FrameFate& frame) const {
    const double headers = packet_header_bytes(case_.transport);
    return frame.bytes - std::ceil(frame.bytes / (case_.scenario.picture.block + headers)) * headers;
  }
  /// Sum of a value over the frames of each second, or its mean.
  void by_second(const char* name, bool mean, const std::function<double(const FrameFate&)>& value) {
    const auto count = static_cast<std::size_t>(case_.scenario.length().seconds()) + 1;
    std::vector<double> sums(count, 0), frames(count, 0);
    for (const FrameFate& frame : run_.frames) {
      const auto second = std::min(count - 1, static_cast<std::size_t>(std::max(0.0, frame.due.seconds())));
      sums[second] += value(frame), ++frames[second];
    }
    for (std::size_t i = 0; i < count; ++i)
      if (frames[i] > 0) add(name, static_cast<double>(i), mean ? sums[i] / frames[i] : sums[i]);
  }

  const RateCase& case_;
  const RateRun& run_;
  const std::string& prefix_;
  CellFigures& out_;
};

struct DrawnPlot {
  const char *name, *title, *y_label;
};
constexpr DrawnPlot kPlots[] = {{"audio_delay_ms", "Delay of the sound (Fig. 10)", "Delay, ms"},
                                {"video_delay_ms", "Delay of the picture (Fig. 11)", "Delay, ms"},
                                {"video_made_kbps", "Picture as it is made (Figs 6, 8)", "kbit/s of frames"},
                                {"video_on_link_kbps", "Picture on the link (Figs 7, 9)", "kbit/s"},
                                {"audio_loss", "Sound that is lost (Fig. 12)", "Share in a second"},
                                {"video_drop", "Frames left out or lost (Fig. 13)", "Share in a second"},
                                {"verdict", "Final decision on the trend", "1 increasing, -1 decreasing"}};

std::optional<PlotLayer> layer_of(const DrawnRun& run, const std::string& sample, std::string name, PlotMark mark) {
  const auto& x = run.figures->sample(run.prefix + sample + ".x");
  const auto& y = run.figures->sample(run.prefix + sample + ".y");
  if (x.empty() || x.size() != y.size()) return std::nullopt;
  PlotLayer layer{.name = std::move(name), .mark = mark};
  for (std::size_t i = 0; i < x.size(); ++i) layer.points.push_back({x[i], y[i]});
  return layer;
}

/// What the paper prints with its picture over TCP, at the middle of what it is the mean of.
PlotLayer printed_layer(std::string_view plot, const std::vector<DrawnRun>& runs) {
  PlotLayer layer{.name = "the paper's means", .printed = true};
  if (runs.empty()) return layer;
  const auto& with_picture = runs.front().figures->sample(runs.front().prefix + "video_drop.x");
  if (with_picture.empty()) return layer;
  const double begin = with_picture.front(), middle = (begin + with_picture.back()) / 2;
  for (const bool control : {false, true}) {
    const auto add = [&](double x, const char* measure) {
      if (const auto value = printed(measure, control)) layer.points.push_back({x, *value});
    };
    if (plot == "audio_delay_ms") add(begin / 2, "audio_delay_before_ms"), add(middle, "audio_delay_ms");
    if (plot == "video_delay_ms") add(middle, "video_delay_ms");
    if (plot == "audio_loss") add(middle, "audio_loss");
    if (plot == "video_drop") add(middle, "video_drop");
    if (plot == "video_made_kbps" && control)
      add(begin + printed("seconds_to_converge", true).value_or(0) / kPaperPacket_s, "video_frames_kbps");
  }
  return layer;
}

std::string words_of(const std::string& control) {
  if (control == kWithout) return "without control";
  return control == kPaper ? "the paper's algorithm" : "with control";
}

}  // namespace

void draw_run(const RateCase& one, const RateRun& ran, const std::string& prefix, CellFigures& out) {
  RunCurves(one, ran, prefix, out).draw();
}

std::vector<LabPlot> plots_of(Transport transport, const std::vector<DrawnRun>& runs) {
  std::vector<LabPlot> plots;
  const std::string over = transport == Transport::kTcp ? "TCP" : "UDP";
  for (const DrawnPlot& drawn : kPlots) {
    LabPlot plot{.name = fmt::format("{}_{}", to_string(transport), drawn.name),
                 .title = fmt::format("{}, {}", drawn.title, over),
                 .x_label = "Number of the sound's packet",
                 .y_label = drawn.y_label};
    for (const DrawnRun& run : runs)
      if (auto layer = layer_of(run, drawn.name, words_of(run.control), PlotMark::kLine))
        plot.layers.push_back(std::move(*layer));
    if (plot.layers.empty()) continue;
    if (PlotLayer printed = printed_layer(drawn.name, runs); transport == Transport::kTcp && !printed.points.empty())
      plot.layers.push_back(std::move(printed));
    plots.push_back(std::move(plot));
  }
  for (const DrawnRun& run : runs) {
    if (run.control == kWithout) continue;
    LabPlot plot{.name = fmt::format("{}_rate_search_{}", to_string(transport), run.control),
                 .title = fmt::format("Search of the rate, {}, {}", over, words_of(run.control)),
                 .x_label = "Number of the sound's packet",
                 .y_label = "kbit/s"};
    for (const auto& [sample, name] :
         {std::pair("target_kbps", "R"), std::pair("r_min_kbps", "R_min"), std::pair("r_max_kbps", "R_max")})
      if (auto layer = layer_of(run, sample, name, PlotMark::kSteps)) plot.layers.push_back(std::move(*layer));
    plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace jitterscope::latecki04
