// The findings, tables and plots of sun97.shaping.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/stats/estimate.h"
#include "core/base/stats/exact_tests.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/published.h"
#include "core/lab/sun97/shaping_lab.h"

namespace jitterscope::sun97 {
namespace {

constexpr double kHeavyLoad = 800, kModestLoad = 600, kLightLoad = 400;  // KB/s
constexpr double kKneeMbps = 8;                                          // sun97 §4: packet delay rises from here
constexpr double kPacketsThatMatter = 0.5, kFramesThatMatter = 1;        // percentage points
constexpr double kDelayThatMatters = 0.1;                                // ms

struct Measure {
  const char *name, *label, *title;
};
constexpr Measure kMeasures[] = {{"packet_loss_percent", "Packet loss, %", "Packet loss (Fig. 7)"},
                                 {"frame_loss_percent", "Frame loss, %", "Frame loss (Fig. 8)"},
                                 {"frame_delay_ms", "Frame delay, ms", "Frame delay (Fig. 9)"},
                                 {"frame_delay_stddev_ms", "Deviation of frame delay, ms", "Its deviation (Fig. 10)"},
                                 {"packet_delay_ms", "Packet delay, ms", "Packet delay (Fig. 11)"}};

class ShapingJudge {
 public:
  ShapingJudge(const LabRun& run, const DoneCells& cells) : run_(run), cells_(cells) {
    for (const DoneCell& one : cells.all()) {
      if (!as_set(one.cell)) continue;
      const double load = one.cell.number(kLoad);
      if (std::ranges::find(loads_, load) == loads_.end()) loads_.push_back(load);
    }
    std::ranges::sort(loads_);
  }

  LabResult judge() {
    losses("packet_loss", "packets", "packet_loss_percent", "Fig. 7", kPacketsThatMatter);
    losses("frame_loss", "frames", "frame_loss_percent", "Fig. 8", kFramesThatMatter);
    frame_delays();
    packet_delays();
    if (run_.live)
      audio_first();
    else
      more_members();
    duplicates();
    LabResult result;
    result.findings = findings_.all();
    result.tables = {figures_table(), where_table(), published_as_lab_table("sun97.duplicates"),
                     published_as_lab_table("sun97.frame_delay")};
    for (const Measure& measure : kMeasures) result.plots.push_back(plot_of(measure));
    return result;
  }

 private:
  /// Whether a cell has the conditions of the figures.
  bool as_set(const LabCell& cell) const {
    if (run_.live) return cell.level(kOrder) == kFifo;
    return cell.level(kQueue) == run_.settings.at("queue") && cell.level(kBlocks) == run_.settings.at("blocks") &&
           cell.level(kArrivals) == run_.settings.at("background") && cell.level(kMembers) == "1x3";
  }
  Levels levels(const std::string& strategy, double load) const {
    Levels all{{kStrategy, strategy}, {kLoad, levels_of({load}).front()}};
    if (run_.live) {
      all.emplace_back(kOrder, kFifo);
    } else {
      all.emplace_back(kQueue, run_.settings.at("queue"));
      all.emplace_back(kBlocks, run_.settings.at("blocks"));
      all.emplace_back(kArrivals, run_.settings.at("background"));
      all.emplace_back(kMembers, "1x3");
    }
    return all;
  }
  RepeatedValues values(const std::string& strategy, double load, const char* number) const {
    return cells_.values(levels(strategy, load), number);
  }
  std::vector<double> loads_between(double low, double high) const {
    std::vector<double> some;
    std::ranges::copy_if(loads_, std::back_inserter(some), [=](double load) { return load >= low && load <= high; });
    return some;
  }
  /// Of each repetition the mean over loads.
  RepeatedValues over(const std::vector<double>& loads, const std::string& strategy, const char* number) const {
    std::vector<RepeatedValues> all;
    for (const double load : loads) all.push_back(values(strategy, load, number));
    return mean_of(all);
  }
  /// Of each repetition the least over loads of one strategy's number less another's.
  RepeatedValues least_gap(const std::vector<double>& loads, const std::string& more, const std::string& less,
                           const char* number) const {
    std::vector<RepeatedValues> gaps;
    for (const double load : loads) gaps.push_back(values(more, load, number) - values(less, load, number));
    return least_of(gaps);
  }
  /// Where B lies between A (0) and C (1), by the mean lead of A: nothing where that does not matter.
  RepeatedValues place_of_b(const std::vector<double>& loads, const char* number, double matters) const {
    const auto a = over(loads, "A", number), b = over(loads, "B", number), c = over(loads, "C", number);
    const double lead = (c - a).mean().value_or(0);
    if (lead <= matters) return {};
    return (b - a).transformed([lead](double above_a) { return std::optional(above_a / lead); });
  }

  void losses(const std::string& group, const char* what, const char* number, const char* where, double matters) {
    const std::vector<double> heavy = loads_between(kHeavyLoad, HUGE_VAL),
                              modest = loads_between(kLightLoad, kModestLoad);
    findings_.above({.id = group + ".a_below_c",
                     .statement = fmt::format("A loses fewer {} than C at every load from 800 KB/s on (sun97 {}): the "
                                              "least of C - A over these loads.",
                                              what, where),
                     .unit = "percentage points",
                     .reason = fmt::format("The figures' curves are not in the text, which says \"under all range of "
                                           "network load\". Ours: {:g} points and more matter.",
                                           matters),
                     .if_not = "the queue is longer than the paper's, or the load lighter"},
                    least_gap(heavy, "C", "A", number), matters);
    if (!modest.empty())
      findings_.above(
          {.id = group + ".b_modest",
           .statement = fmt::format("B loses fewer {} than C under modest load (400 to 600 KB/s; sun97 {}): "
                                    "C - B, mean over these loads.",
                                    what, where),
           .unit = "percentage points",
           .reason = "\"Better than that of Strategy C when the network is modestly loaded\" (§4); what "
                     "modest means and that a tenth of a point matters is ours.",
           .if_not = "C hardly loses anything there"},
          over(modest, "C", number) - over(modest, "B", number), 0.1);
    if (heavy.empty()) return;
    findings_.within(
        {.id = group + ".b_between",
         .statement = fmt::format("B's loss of {} lies between A's and C's, or beside one, from 800 KB/s on "
                                  "(sun97 {}): its place between A (0) and C (1).",
                                  what, where),
         .reason = "§4: its bursts are larger than A's and smaller than C's. Ours: a tenth beyond is beside.",
         .if_not = "A and B lose alike, and the one or the other is ahead by chance"},
        place_of_b(heavy, number, matters), -0.1, 1.1);
    findings_.within(
        {.id = group + ".b_like_c_heavy",
         .statement = fmt::format("B loses {} like C under heavy load (the highest; sun97 {}): its place "
                                  "between A (0) and C (1).",
                                  what, where),
         .reason = "\"Similar packet loss performance with Strategy C\" (§4); that a quarter of the way is "
                   "similar is ours.",
         .if_not = "a queue that holds a burst of three keeps B near A"},
        place_of_b({heavy.back()}, number, matters), 0.75, 1.25);
  }

  void frame_delays() {
    const char* number = "frame_delay_ms";
    const auto published = published_table("sun97.frame_delay");
    for (const auto& row : published.rows) {
      const double paper = std::stod(row[1]);
      const Claim claim{.id = fmt::format("frame_delay.{}", static_cast<char>(row[0][0] - 'A' + 'a')),
                        .statement = fmt::format("Mean frame delay of {} over all loads (sun97 Fig. 9, about {:g} ms).",
                                                 row[0], paper),
                        .unit = "ms",
                        .paper = paper,
                        .reason = row[0] == "C" ? "It set send-call-ms: twelve calls of 2.5 ms make its 30 ms."
                                                : "It follows from the schedule: the last burst begins T_s (h - 1)/h, "
                                                  "or 60 ms, after the first."};
      const auto measured = over(loads_, row[0], number).mean();
      const auto near = Criterion::between(paper * 0.75, paper * 1.25);
      if (run_.live)
        findings_.not_judged(claim, measured, near, "live frames are of other size and period.");
      else if (row[0] == "C")
        findings_.calibrated(claim, measured, near);
      else
        findings_.consistency(claim, measured, near);
    }
    std::vector<RepeatedValues> of_a;
    for (const double load : loads_) of_a.push_back(values("A", load, number));
    findings_.below({.id = "frame_delay.a_constant",
                     .statement = "A's frame delay stays constant over the loads (sun97 §4): its largest mean over its "
                                  "smallest.",
                     .reason = "\"Remain constant about 150 ms\" (§4); that a fifth more is still constant is ours.",
                     .if_not = "waiting in a long queue adds to the schedule"},
                    largest_of(of_a) / least_of(of_a), 1.2);
    const std::vector<double> heavy = loads_between(kHeavyLoad, HUGE_VAL);
    const auto lost = over(heavy, "C", "frame_loss_percent").mean();
    for (const char* strategy : {"A", "B"})
      findings_.above(
          {.id = fmt::format("frame_delay_deviation.{}_below_c", strategy[0] == 'A' ? 'a' : 'b'),
           .statement = fmt::format("{} has a smaller deviation of frame delay than C (sun97 Fig. 10): C's less its "
                                    "own, mean over the loads from 800 KB/s on, where C loses {} % of its frames.",
                                    strategy, lost ? field_text(*lost) : "–"),
           .unit = "ms",
           .reason = "\"Smaller delay variations than that of Strategy C\" (§4). Ours: a tenth of a ms matters. Lost "
                     "frames have no delay, so that C's are of those that met an empty queue.",
           .if_not = "only C's frames that met an empty queue have a delay, and a schedule that goes by the number of "
                     "blocks adds its own deviation"},
          over(heavy, "C", "frame_delay_stddev_ms") - over(heavy, strategy, "frame_delay_stddev_ms"),
          kDelayThatMatters);
  }

  void packet_delays() {
    const char* number = "packet_delay_ms";
    findings_.above({.id = "packet_delay.c_highest",
                     .statement = "C has the highest mean packet delay at every load (sun97 Fig. 11): the least of "
                                  "C - A and C - B. Lost packets have no delay.",
                     .unit = "ms",
                     .reason = "\"Higher than those of the other two strategies\" (§4). Ours: a tenth of a ms matters.",
                     .if_not = "a sender whose calls take longer than a packet's time on the cable makes no queue of "
                               "its own"},
                    least_of({least_gap(loads_, "C", "A", number), least_gap(loads_, "C", "B", number)}),
                    kDelayThatMatters);
    if (run_.live) return;
    std::vector<double> light, heavy;
    for (const double load : loads_)
      (values("A", load, "network_mbps").mean().value_or(0) < kKneeMbps ? light : heavy).push_back(load);
    if (light.empty() || heavy.empty()) return;
    const auto of = [&](double load) { return values("A", load, number); };
    findings_.below({.id = "packet_delay.flat_below_8_mbps",
                     .statement = "Packet delay is rather constant until the network's load reaches 8 Mb/s (sun97 Fig. "
                                  "11): A's at the highest load below over that at the lowest.",
                     .reason = "\"Rather constant\" (§4); that half as much again is still so is ours.",
                     .if_not = "a shared cable makes packets wait long before it is full"},
                    of(light.back()) / of(light.front()), 1.5);
    findings_.above(
        {.id = "packet_delay.rises_from_8_mbps",
         .statement = "Packet delay rises from 8 Mb/s on (sun97 Fig. 11): A's at the highest load over that "
                      "at the highest below 8 Mb/s.",
         .reason = "\"Until the network load reaches 8 Mbps\" (§4); that half as much again is a rise is "
                   "ours.",
         .if_not = "the highest load is too near to 8 Mb/s"},
        of(heavy.back()) / of(light.back()), 1.5);
  }

  void more_members() {
    const std::string last = loads_.empty() ? "" : levels_of({loads_.back()}).front();
    const auto lost = [&](const char* members) {
      return cells_.values({{kStrategy, "C"},
                            {kLoad, last},
                            {kQueue, run_.settings.at("queue")},
                            {kBlocks, run_.settings.at("blocks")},
                            {kArrivals, run_.settings.at("background")},
                            {kMembers, members}},
                           "packet_loss_percent");
    };
    for (const auto& [id, members, what] : {std::tuple("more_participants", "1x5", "five participants than with three"),
                                            std::tuple("more_conferences", "2x3", "two conferences than with one")})
      findings_.above(
          {.id = fmt::format("packet_loss.{}", id),
           .statement = fmt::format("C loses more packets with {} (sun97 §5), at the highest load.", what),
           .unit = "percentage points",
           .reason = "\"When the number of participants or the number of conferences is large\" (§5). Ours: "
                     "half a point matters.",
           .if_not = "the cable is full already"},
          lost(members) - lost("1x3"), kPacketsThatMatter);
  }

  void audio_first() {
    if (loads_.empty()) return;
    const auto lost = [&](const char* order) {
      return cells_.values({{kStrategy, "C"}, {kLoad, levels_of({loads_.back()}).front()}, {kOrder, order}},
                           "audio_loss_percent");
    };
    findings_.above(
        {.id = "audio_first.saves_sound",
         .statement = "Beside C at the highest load less sound is lost where the queue serves sound first: "
                      "the difference.",
         .unit = "percentage points",
         .reason = "Ours: the paper announces results of priority between sound and picture (§4) and prints "
                   "none; half a point matters.",
         .if_not = "the queue had room for the sound without that"},
        lost(kRelayFifo) - lost(kAudioFirst), kPacketsThatMatter);
  }

  void duplicates() {
    double paper[2] = {0, 0}, rows[2] = {0, 0};
    for (const auto& row : published_table("sun97.duplicates").rows)
      if (row[0] != "B") paper[row[0] == "C"] += std::stod(row[2]), ++rows[row[0] == "C"];
    const Claim claim{.id = "duplicates.a_below_c",
                      .statement = "A has fewer duplicate packets than C (sun97 Table 2): C - A, mean over the loads.",
                      .unit = "percentage points",
                      .paper = std::round((paper[1] / rows[1] - paper[0] / rows[0]) * 1000) / 1000,
                      .reason = "Table 2: any difference counts.",
                      .if_not = "what makes duplicates here does not go by bursts"};
    const auto of_a = over(loads_, "A", "duplicates_percent"), of_c = over(loads_, "C", "duplicates_percent");
    if (of_a.mean().value_or(0) + of_c.mean().value_or(0) > 0)
      findings_.above(claim, of_c - of_a, 0);
    else
      findings_.not_judged(claim, (of_c - of_a).mean(), Criterion::above(0),
                           "the paper puts duplicates down to its interface cards, and none came here.");
  }

  LabTable figures_table() const {
    LabTable table{"figures", {"strategy", "background_kbytes_per_second", "network_mbps"}, {}};
    for (const Measure& measure : kMeasures)
      for (const std::string& column : {std::string(measure.name), std::string(measure.name) + "_95"})
        table.columns.push_back(column);
    for (const char* strategy : {"A", "B", "C", "own"})
      for (const double load : loads_) {
        const auto mbps = values(strategy, load, "network_mbps").mean();
        if (!mbps) continue;
        std::vector<TableField> row{std::string(strategy), load, *mbps};
        for (const Measure& measure : kMeasures) {
          const auto mean = estimate(values(strategy, load, measure.name).list());
          row.push_back(mean ? TableField(mean->mean) : TableField());
          row.push_back(mean ? table_field(mean->half_width) : TableField());
        }
        table.rows.push_back(std::move(row));
      }
    return table;
  }

  /// C's loss of packets and frames less A's in every condition that was run, and whether A's is surely less.
  LabTable where_table() const {
    LabTable table{"a_below_c", {}, {}};
    std::vector<LabCell> conditions;
    for (const DoneCell& one : cells_.all())
      if (one.machine == 0 && one.cell.repetition == 1 && one.cell.level(kStrategy) == "A")
        conditions.push_back(one.cell);
    if (conditions.empty()) return table;
    for (std::size_t i = 1; i < conditions[0].levels.size(); ++i)
      table.columns.push_back(conditions[0].levels[i].first);
    for (const char* column : {"packets_c_less_a", "low_95", "high_95", "packets", "frames_c_less_a", "frames"})
      table.columns.emplace_back(column);
    std::vector<double> p;
    std::vector<std::vector<double>> gaps;
    for (const LabCell& condition : conditions)
      for (const auto& [number, matters] :
           {std::pair("packet_loss_percent", kPacketsThatMatter), std::pair("frame_loss_percent", kFramesThatMatter)}) {
        Levels of_a, of_c;
        for (const auto& [factor, level] : condition.levels) {
          of_a.emplace_back(factor, level);
          of_c.emplace_back(factor, factor == kStrategy ? "C" : level);
        }
        gaps.push_back((cells_.values(of_c, number) - cells_.values(of_a, number)).list());
        p.push_back(gaps.back().size() < 2 ? 1 : sign_flip_p(gaps.back(), matters));
      }
    const std::vector<double> adjusted = holm_adjusted(p);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      std::vector<TableField> row;
      for (std::size_t level = 1; level < conditions[i].levels.size(); ++level)
        row.emplace_back(conditions[i].levels[level].second);
      const auto packets = estimate(gaps[2 * i]), frames = estimate(gaps[2 * i + 1]);
      row.push_back(packets ? TableField(packets->mean) : TableField());
      row.push_back(packets ? table_field(packets->low()) : TableField());
      row.push_back(packets && packets->half_width ? TableField(packets->mean + *packets->half_width) : TableField());
      row.emplace_back(words_for(packets, adjusted[2 * i], kPacketsThatMatter));
      row.push_back(frames ? TableField(frames->mean) : TableField());
      row.emplace_back(words_for(frames, adjusted[2 * i + 1], kFramesThatMatter));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  static std::string words_for(const std::optional<Estimate>& gap, double p, double matters) {
    if (!gap || p >= 0.05) return "undecided";
    return gap->mean > matters ? "holds" : "does not hold";
  }

  LabPlot plot_of(const Measure& measure) const {
    LabPlot plot{.name = measure.name, .title = measure.title, .x_label = "Background, KB/s", .y_label = measure.label};
    for (const char* strategy : {"A", "B", "C", "own"}) {
      std::vector<std::pair<double, std::vector<double>>> samples;
      for (const double load : loads_) samples.emplace_back(load, values(strategy, load, measure.name).list());
      PlotLayer layer = means_layer(strategy, samples);
      if (layer.points.empty()) continue;
      PlotLayer line{.name = layer.name, .mark = PlotMark::kLine, .points = layer.points};
      plot.layers.push_back(std::move(line));
    }
    if (measure.name == std::string_view("frame_delay_ms") && !run_.live)
      for (const auto& row : published_table("sun97.frame_delay").rows) {
        PlotLayer layer{.name = fmt::format("{}, paper", row[0]), .printed = true};
        for (const double load : loads_) layer.points.push_back({load, std::stod(row[1])});
        plot.layers.push_back(std::move(layer));
      }
    return plot;
  }

  const LabRun& run_;
  const DoneCells& cells_;
  std::vector<double> loads_;  // of cells that are done
  Findings findings_;
};

}  // namespace

LabResult judge_shaping(const LabRun& run, const DoneCells& cells) {
  return ShapingJudge(run, cells).judge();
}

}  // namespace jitterscope::sun97
