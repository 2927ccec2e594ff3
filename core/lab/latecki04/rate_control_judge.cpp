// The findings of latecki04.rate-control: the paper's numbers (§4.2, picture over TCP) and the limits of this program.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/stats/estimate.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/published.h"
#include "core/lab/latecki04/controller.h"
#include "core/lab/latecki04/rate_control_lab.h"
#include "core/lab/latecki04/run_curves.h"

namespace jitterscope::latecki04 {
namespace {

constexpr double kMostRise_ms = 5, kMostRiseConverged_ms = 2, kMostConvergence_s = 20, kLeastUtilisation = 0.9;
constexpr double kDamagedDelay_ms = 500;  // what the paper's 1274 ms are an instance of
constexpr double kLossThatMatters = 0.001, kHeardLoss = 0.01, kMostWithCross_ms = 10, kMostRuns = 0.75;
constexpr const char* kOursDelay = "Ours: half a second makes a conversation impossible.";

constexpr const char* kNumbers[] = {"audio_loss",
                                    "audio_loss_converged",
                                    "audio_delay_before_ms",
                                    "audio_delay_ms",
                                    "audio_delay_rise_ms",
                                    "audio_delay_rise_converged_ms",
                                    "video_packet_ms",
                                    "video_delay_ms",
                                    "video_drop",
                                    "convergence_s",
                                    "converges",
                                    "utilisation",
                                    "within_limits"};

class RateControlJudge {
 public:
  RateControlJudge(const LabRun& run, const DoneCells& cells) : run_(run), cells_(cells) {}

  LabResult judge() {
    LabResult result;
    for (const Transport transport : {Transport::kUdp, Transport::kTcp}) {
      const std::string& asked = run_.settings.at("transport");
      if (asked != "both" && asked != to_string(transport)) continue;
      transport_ = transport;
      without_control();
      with_control();
      paper_alone();
      if (!run_.live) beside_others();
      for (LabPlot& plot : plots_of(transport, drawn())) result.plots.push_back(std::move(plot));
    }
    result.findings = findings_.all();
    result.tables = {means_table(), published_as_lab_table("latecki04.rate_control"),
                     published_as_lab_table("latecki04.convergence")};
    const std::string judged = controller_words(run_, "controller");
    if (!judged.empty()) result.headline = "With control, the controller judged is " + judged + ".";
    return result;
  }

 private:
  std::string name() const { return std::string(to_string(transport_)); }
  RepeatedValues values(const std::string& control, const std::string& number, const char* cross = kNone) const {
    if (run_.live) return cells_.values({}, fmt::format("{}.{}.{}", name(), control, number));
    return cells_.values({{kTransport, name()}, {kControl, control}, {kCross, cross}}, number);
  }
  /// The paper's numbers are of TCP.
  std::optional<double> of_tcp(std::optional<double> number) const {
    return transport_ == Transport::kTcp ? number : std::nullopt;
  }
  std::optional<double> printed_rise_ms() const {
    return of_tcp(*printed("audio_delay_ms", true) - *printed("audio_delay_before_ms", true));
  }
  Claim claim(const char* control, const char* id, const char* statement, const char* unit, std::optional<double> paper,
              std::string reason, const char* if_not = "") const {
    return {
        fmt::format("{}.{}.{}", name(), control, id),
        fmt::format(fmt::runtime(statement), fmt::arg("over", transport_ == Transport::kTcp ? "over TCP" : "over UDP")),
        unit,
        paper,
        std::move(reason),
        if_not};
  }

  void without_control() {
    findings_.above(claim(kWithout, "audio_loss",
                          "Without control, picture {over}, sound is lost: share of its packets "
                          "while there is picture.",
                          "of packets", of_tcp(printed("audio_loss", false)),
                          "Ours: one packet in a hundred is heard; the paper has 4.77 %.",
                          "a sender of TCP slows down before the queue overflows"),
                    values(kWithout, "audio_loss"), kHeardLoss);
    findings_.above(claim(kWithout, "audio_delay_ms",
                          "Without control, picture {over}, the sound's delay makes a "
                          "conversation impossible: mean while there is picture.",
                          "ms", of_tcp(printed("audio_delay_ms", false)), kOursDelay, "the queue is shorter"),
                    values(kWithout, "audio_delay_ms"), kDamagedDelay_ms);
    findings_.above(claim(kWithout, "video_delay_ms",
                          "Without control the picture {over} comes late: mean delay of its "
                          "frames.",
                          "ms", of_tcp(printed("video_delay_ms", false)), kOursDelay, "the queue is shorter"),
                    values(kWithout, "video_delay_ms"), kDamagedDelay_ms);
    findings_.above(
        claim(kWithout, "video_drop",
              "Without control many frames {over} are dropped, by the sender or on "
              "the way: share of all that were due.",
              "of frames", of_tcp(printed("video_drop", false)), "Ours: one in twenty is many; the paper has 17.7 %."),
        values(kWithout, "video_drop"), 0.05);
  }

  void with_control() {
    findings_.below(claim(kWith, "audio_loss",
                          "No sound is lost with the picture {over} while there is picture: share "
                          "of its packets (latecki04 §4.2: 0 of 3000).",
                          "of packets", of_tcp(printed("audio_loss", true)),
                          "Ours: one packet in a thousand is as good as none.", "a search that probes too high"),
                    values(kWith, "audio_loss"), kLossThatMatters);
    findings_.below(claim(kWith, "audio_loss_converged",
                          "After convergence no sound is lost, picture {over}; of the "
                          "runs that converge.",
                          "of packets", {}, "Ours: one packet in a thousand is as good as none."),
                    values(kWith, "audio_loss_converged"), kLossThatMatters);
    findings_.below(
        claim(kWith, "audio_delay_rise_ms",
              "The sound's delay hardly rises: beyond that before the picture "
              "and the wait behind one usual packet of picture, mean over the whole picture, {over} (the "
              "paper's plain rise is 2 ms).",
              "ms", printed_rise_ms(), "Ours: 5 ms, the search and its breaks included.", "a search that probes long"),
        values(kWith, "audio_delay_rise_ms"), kMostRise_ms);
    findings_.below(claim(kWith, "audio_delay_rise_converged_ms",
                          "The same after convergence, {over}; of the runs that "
                          "converge.",
                          "ms", {}, "The paper's plain rise is 2 ms."),
                    values(kWith, "audio_delay_rise_converged_ms"), kMostRiseConverged_ms);
    findings_.below(claim(kWith, "video_delay_ms",
                          "The picture {over} comes in time for a conversation: mean delay of "
                          "its frames.",
                          "ms", of_tcp(printed("video_delay_ms", true)),
                          "Ours: 150 ms are left to the picture of what a conversation bears."),
                    values(kWith, "video_delay_ms"), 150);
    findings_.below(claim(kWith, "video_drop",
                          "Few frames are left out for the search and the breaks {over}: share of "
                          "all that were due.",
                          "of frames", of_tcp(printed("video_drop", true)),
                          "Ours: three times the paper's 5 %, which it has of one run."),
                    values(kWith, "video_drop"), 0.15);
    findings_.share_above(claim(kWith, "converges",
                                "Runs {over} find a rate: from some time on it stays within 10 % "
                                "with 0.9 of the link in use.",
                                "of runs", {}, "Ours: three runs of four."),
                          values(kWith, "converges"), kMostRuns);
    findings_.below(claim(kWith, "convergence_s",
                          "The rate is found about 20 s after the picture begins {over}: the "
                          "last time that it is outside 10 % of its median over the last third, but for short "
                          "excursions; of the runs that find one.",
                          "s", of_tcp(printed("seconds_to_converge", true)), "\"About 20 seconds\" (§4.2).",
                          "a smaller step of the search"),
                    values(kWith, "convergence_s"), kMostConvergence_s);
    findings_.above(claim(kWith, "utilisation",
                          "From then on sound and picture {over} use the link nearly whole: share "
                          "of its rate, headers counted.",
                          "of the link", {},
                          "The paper's 48.8 kbit/s of frames are 99.6 of the 100 with all headers; "
                          "ours: nine tenths."),
                    values(kWith, "utilisation"), kLeastUtilisation);
    findings_.share_above(claim(kWith, "runs_within_limits",
                                "Runs {over} keep all of this at once: rise <= 5 ms, after "
                                "convergence <= 2 ms and no loss, converged in 20 s, utilisation >= 0.9.",
                                "of runs", {}, "Ours: three runs of four."),
                          values(kWith, "within_limits"), kMostRuns);
  }

  void paper_alone() {
    const char* as_ours = "As with the controller judged.";
    findings_.below(claim(kPaper, "audio_loss", "With the paper's algorithm alone no sound is lost, picture {over}.",
                          "of packets", of_tcp(printed("audio_loss", true)), as_ours, "a search that probes too high"),
                    values(kPaper, "audio_loss"), kLossThatMatters);
    findings_.below(
        claim(kPaper, "audio_delay_rise_ms", "With the paper's algorithm alone the sound's delay hardly rises {over}.",
              "ms", printed_rise_ms(), "As with the controller judged; what the paper does not print is ours.",
              "a verdict needs more than a second of sound, and the queue is long by then"),
        values(kPaper, "audio_delay_rise_ms"), kMostRise_ms);
    findings_.share_above(claim(kPaper, "converges", "With the paper's algorithm alone runs {over} find a rate.",
                                "of runs", {}, "Ours: three runs of four.", "it searches for as long as it runs"),
                          values(kPaper, "converges"), kMostRuns);
    findings_.below(claim(kPaper, "convergence_s",
                          "With the paper's algorithm alone the rate is found about 20 s after the picture begins "
                          "{over}; of the runs that find one.",
                          "s", of_tcp(printed("seconds_to_converge", true)), "\"About 20 seconds\" (§4.2).",
                          "smaller steps of the search"),
                    values(kPaper, "convergence_s"), kMostConvergence_s);
    findings_.above(claim(kPaper, "utilisation",
                          "With the paper's algorithm alone sound and picture {over} use the link nearly whole.",
                          "of the link", {}, as_ours, "it searches for as long as it runs"),
                    values(kPaper, "utilisation"), kLeastUtilisation);
  }

  /// Of runs with the controller judged, mean over the rates of others; what only simulated runs have.
  void beside_others() {
    const char* similar =
        "\"When cross traffic was added, ... all the experiments showed similar results\" (§4.1), at "
        "rates that it does not print; ";
    const auto over_rates = [&](const char* number, auto function) {
      std::vector<RepeatedValues> all;
      for (const std::string& level : cross_levels(run_)) all.push_back(values(kWith, number, level.c_str()));
      return function(all);
    };
    findings_.below(
        claim("cross", "audio_loss", "Beside others' traffic no sound is lost, picture {over}, with control.",
              "of packets", {}, similar + std::string("one packet in a thousand is ours."),
              "bursts of others fill the queue"),
        over_rates("audio_loss", mean_of), kLossThatMatters);
    findings_.below(claim("cross", "audio_delay_rise_ms",
                          "Beside others' traffic the sound's delay hardly rises either, picture {over}, with control.",
                          "ms", {}, similar + std::string("10 ms are ours."),
                          "bursts of others fill the queue for a moment whatever the rate"),
                    over_rates("audio_delay_rise_ms", mean_of), kMostWithCross_ms);
    findings_.share_above(claim("cross", "converges",
                                "Beside others' traffic runs {over} find a rate, with control, whatever of the rates "
                                "others send at.",
                                "of runs", {}, similar + std::string("three runs of four are ours."),
                                "each burst of others looks like too high a rate, so that the search begins anew"),
                          over_rates("converges", least_of), kMostRuns);
    findings_.above(
        claim("cross", "utilisation",
              "Beside others' traffic the link is used nearly whole, picture {over}, with control: share of "
              "its rate, others' packets and headers counted.",
              "of the link", {}, similar + std::string("nine tenths are ours."),
              "each burst of others looks like too high a rate, so that the rate stays below what is left"),
        over_rates("utilisation", mean_of), kLeastUtilisation);
  }

  std::vector<DrawnRun> drawn() const {
    std::vector<DrawnRun> runs;
    for (const char* control : {kWithout, kPaper, kWith})
      for (const DoneCell& one : cells_.all()) {
        if (one.cell.repetition != 1 || one.machine != 0) continue;
        if (run_.live)
          runs.push_back({control, &one.figures, fmt::format("{}.{}.", name(), control)});
        else if (one.cell.level(kTransport) == name() && one.cell.level(kControl) == control &&
                 one.cell.level(kCross) == kNone)
          runs.push_back({control, &one.figures, ""});
      }
    return runs;
  }

  LabTable means_table() {
    LabTable table{"means", {"transport", "control", kCross, "figure", "n", "mean", "low_95", "high_95"}, {}};
    std::vector<std::string> crosses{kNone};
    if (!run_.live)
      for (std::string& level : cross_levels(run_)) crosses.push_back(std::move(level));
    for (const Transport transport : {Transport::kUdp, Transport::kTcp})
      for (const char* control : {kWithout, kPaper, kWith})
        for (const std::string& cross : crosses)
          for (const char* number : kNumbers) {
            transport_ = transport;
            const auto list = values(control, number, cross.c_str()).list();
            const auto mean = estimate(list);
            if (!mean) continue;
            table.rows.push_back({name(), std::string(control), std::string(cross), std::string(number),
                                  static_cast<double>(list.size()), mean->mean, table_field(mean->low()),
                                  mean->half_width ? TableField(mean->mean + *mean->half_width) : TableField()});
          }
    return table;
  }

  const LabRun& run_;
  const DoneCells& cells_;
  Transport transport_ = Transport::kUdp;
  Findings findings_;
};

}  // namespace

std::optional<double> printed(std::string_view measure, bool control) {
  const auto share = [control](std::string_view part, std::string_view whole) {
    const auto some = printed(part, control), all = printed(whole, control);
    return some && all ? std::optional(*some / *all) : std::nullopt;
  };
  if (measure == "audio_loss") return share("audio_packets_lost", "audio_packets_sent");
  if (measure == "video_drop") return share("video_frames_dropped", "video_frames_due");
  for (const char* table : {"latecki04.rate_control", "latecki04.convergence"})
    for (const auto& row : published_table(table).rows)
      if (row[0] == measure) return std::stod(row[std::min<std::size_t>(control ? 2 : 1, row.size() - 1)]);
  return std::nullopt;
}

bool within_limits(const RateFigures& figures) {
  return figures.sound_loss_converged <= 0 && figures.rise_ms <= kMostRise_ms &&
         figures.rise_converged_ms <= kMostRiseConverged_ms && figures.convergence_s &&
         *figures.convergence_s <= kMostConvergence_s && figures.utilisation.value_or(0) >= kLeastUtilisation;
}

LabResult judge_rate_control(const LabRun& run, const DoneCells& cells) {
  return RateControlJudge(run, cells).judge();
}

}  // namespace jitterscope::latecki04
