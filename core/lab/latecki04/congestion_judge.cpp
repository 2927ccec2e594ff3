// The findings of latecki04.congestion (§3.1), where they hold, and its plots.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/stats/estimate.h"
#include "core/base/stats/exact_tests.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/latecki04/congestion_lab.h"

namespace jitterscope::latecki04 {
namespace {

constexpr double kTimeToAct_s = 1, kSoonMatters_s = 0.2, kCaughtMatters = 0.1, kContraryMatters = 0.05,
                 kAlarmsMatter = 0.5, kFewVerdicts = 0.1;
constexpr const char* kLongSuitsTcp =
    "\"A longer detection period is more suitable when the traffic is sent over TCP\" (§3.1, Fig. 4).";

/// What one scale has more of than another.
struct Lead {
  Claim claim;
  const char *picture, *number;
  int scale, other;
  double matters;
};

std::vector<Lead> leads() {
  return {
      {{.id = "udp.short_is_sooner",
        .statement = "Over UDP a short detection period sees the congestion sooner than a long one: time to the "
                     "first \"increasing\" after the picture's begin by K = 128 less that by K = 32; never is as "
                     "long as the picture.",
        .unit = "s",
        .reason = "\"A short detection period works well under UDP environment\" (§3.1). Ours: 0.2 s matter.",
        .if_not = "the rise is so steep that it marks a long window at once"},
       kUdp,
       "detection_s",
       128,
       32,
       kSoonMatters_s},
      {{.id = "tcp.long_catches_more",
        .statement =
            "Over TCP a long detection period catches more of the long rises than a short one: share of "
            "the windows with their middle in a rise of the queue that K = 128 calls increasing, less that of K = 32.",
        .reason = std::string(kLongSuitsTcp) + " Ours: a tenth matters.",
        .if_not = "the long window holds the fall before or after as well, and this model of TCP rises smoothly enough "
                  "for a short one"},
       kTcp,
       "caught",
       128,
       32,
       kCaughtMatters},
      {{.id = "tcp.short_contradicts",
        .statement =
            "Over TCP a short detection period says the opposite more often than a long one: share of the "
            "windows with their middle in a rise or fall of the queue that K = 32 calls the other, less that of "
            "K = 128.",
        .reason = "\"Great local variance\" (§3.1, Fig. 3). Ours: one in twenty matters, and a window is held to the "
                  "queue at its middle. That was chosen after the first runs; the table has its end, too "
                  "(contrary_at_once), where a long window contradicts more often while nobody else sends.",
        .if_not = "the long window holds the fall before or after as well"},
       kTcp,
       "contrary",
       32,
       128,
       kContraryMatters},
      {{.id = "udp.short_cries_wolf",
        .statement = "While the queue neither rises nor falls, empty or full, the shortest scale raises more false "
                     "alarms than the longest: the difference.",
        .unit = "per minute",
        .reason = "\"The detection period was so small so that the measurements were dominated by the noises\" "
                  "(§3.1). Ours: one in two minutes matters.",
        .if_not = "the medians of groups swallow single packets of others"},
       kUdp,
       "false_alarms_per_minute",
       32,
       128,
       kAlarmsMatter}};
}

class CongestionJudge {
 public:
  CongestionJudge(const LabRun& run, const DoneCells& cells)
      : run_(run), cells_(cells), others_(*parse_numbers(run.settings.at("cross-kbps"), 0, 1000)) {}

  LabResult judge() {
    LabResult result;
    Findings findings;
    findings.above(
        {.id = "udp.detected_in_time",
         .statement = "Over UDP the increase is seen before the queue is full: time from the first \"increasing\" of "
                      "K = 32 to a full queue.",
         .unit = "s",
         .reason =
             "\"We can respond to the congestion even before packet loss happens\" (§3.1). Ours: a second is left "
             "for the report and the next rate.",
         .if_not = "the queue is short, or others' packets hide the rise"},
        over_others(kUdp, "lead_s", 32), kTimeToAct_s);
    for (const Lead& lead : leads())
      findings.above(
          lead.claim,
          over_others(lead.picture, lead.number, lead.scale) - over_others(lead.picture, lead.number, lead.other),
          lead.matters);
    findings.below(
        {.id = "starved.no_trend",
         .statement = "On a link below the sound's own rate the queue is full, a third of the sound is lost, "
                      "and its delays have no trend: share of the final decisions there that say increasing "
                      "(§3.1, congested phase).",
         .reason = "\"OWDs are stable in both the steady and congested phases\" (§3.1). Ours: one in ten.",
         .if_not = "the room that one packet leaves drifts against the sound's own pace"},
        cells_.values({{kPicture, kStarved}}, "increasing_when_full"), kFewVerdicts);
    result.findings = findings.all();
    result.tables = {scales_table(), where_table()};
    for (const auto& [name, picture, title, y_label] :
         {std::tuple("detection_s", kUdp, "Time to detection, picture over UDP", "Time, s"),
          std::tuple("caught", kTcp, "Long rises that are caught, picture over TCP", "Share of windows"),
          std::tuple("contrary", kTcp, "Rises and falls called the opposite, picture over TCP", "Share of windows"),
          std::tuple("false_alarms_per_minute", kUdp, "False alarms, picture over UDP", "Per minute")})
      result.plots.push_back(by_scale(name, picture, title, y_label));
    for (const char* picture : {kUdp, kTcp, kStarved})
      for (const DoneCell* one : cells_.with({{kPicture, picture}}))
        if (one->machine == 0 && !one->figures.sample("at").empty()) draw(picture, one->figures, result.plots);
    return result;
  }

 private:
  RepeatedValues values(const char* picture, const char* number, double scale, double others) const {
    return cells_.values({{kPicture, picture}, {kOthers, levels_of({others}).front()}},
                         fmt::format("{}.{:g}", number, scale));
  }
  /// Mean over all rates of others.
  RepeatedValues over_others(const char* picture, const char* number, int scale) const {
    std::vector<RepeatedValues> all;
    for (const double others : others_) all.push_back(values(picture, number, scale, others));
    return mean_of(all);
  }

  LabTable scales_table() const {
    LabTable table{"scales",
                   {"picture", kOthers, "k", "detection_s", "lead_s", "false_alarms_per_minute", "caught",
                    "caught_at_once", "contrary", "contrary_at_once"},
                   {}};
    for (const char* picture : {kUdp, kTcp})
      for (const double others : others_)
        for (const std::size_t scale : kScales) {
          std::vector<TableField> row{std::string(picture), others, static_cast<double>(scale)};
          for (std::size_t column = row.size(); column < table.columns.size(); ++column)
            row.push_back(
                table_field(values(picture, table.columns[column].c_str(), static_cast<double>(scale), others).mean()));
          table.rows.push_back(std::move(row));
        }
    return table;
  }

  /// Each lead at each rate of others, and whether it surely holds there.
  LabTable where_table() const {
    LabTable table{
        "where_it_holds", {"finding", kOthers, "n", "difference", "low_95", "high_95", "p", "p_holm", "verdict"}, {}};
    std::vector<double> p;
    std::vector<std::optional<Estimate>> means;
    std::vector<double> bounds;
    for (const Lead& lead : leads())
      for (const double others : others_) {
        const auto list = (values(lead.picture, lead.number, lead.scale, others) -
                           values(lead.picture, lead.number, lead.other, others))
                              .list();
        p.push_back(list.size() < 2 ? 1 : sign_flip_p(list, lead.matters));
        means.push_back(estimate(list));
        bounds.push_back(lead.matters);
        const auto& mean = means.back();
        table.rows.push_back({lead.claim.id, others, static_cast<double>(list.size()),
                              mean ? TableField(mean->mean) : TableField(),
                              mean ? table_field(mean->low()) : TableField(),
                              mean && mean->half_width ? TableField(mean->mean + *mean->half_width) : TableField()});
      }
    const std::vector<double> adjusted = holm_adjusted(p);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const bool sure = means[i] && adjusted[i] < 0.05;
      const char* verdict = !sure ? "undecided" : means[i]->mean > bounds[i] ? "holds" : "does not hold";
      for (TableField field : {TableField(p[i]), TableField(adjusted[i]), TableField(std::string(verdict))})
        table.rows[i].push_back(std::move(field));
    }
    return table;
  }

  LabPlot by_scale(const char* number, const char* picture, const char* title, const char* y_label) const {
    LabPlot plot{.name = fmt::format("{}_{}", picture, number),
                 .title = title,
                 .x_label = "Detection period K, packets",
                 .y_label = y_label,
                 .categories = {"32", "64", "128"}};
    for (const double others : others_) {
      std::vector<std::pair<double, std::vector<double>>> samples;
      for (std::size_t i = 0; i < std::size(kScales); ++i)
        samples.emplace_back(static_cast<double>(i),
                             values(picture, number, static_cast<double>(kScales[i]), others).list());
      PlotLayer layer =
          means_layer(others > 0 ? fmt::format("others {:g} kbit/s", others) : std::string("no others"), samples);
      layer.mark = PlotMark::kBars;
      plot.layers.push_back(std::move(layer));
    }
    return plot;
  }

  static PlotLayer layer(std::string name, const std::vector<double>& x, const std::vector<double>& y, PlotMark mark) {
    PlotLayer layer{.name = std::move(name), .mark = mark};
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) layer.points.push_back({x[i], y[i]});
    return layer;
  }

  void draw(const std::string& picture, const CellFigures& figures, std::vector<LabPlot>& plots) const {
    const std::string title = picture == kStarved ? "sound alone on a link below its rate"
                              : picture == kTcp   ? "picture over TCP"
                                                  : "picture over UDP";
    const char* axis = "Number of the sound's packet";
    const auto& queue_ms = figures.sample("queue_ms");
    const double full_ms = full_queue_ms(picture);
    std::vector<double> filled;
    for (const double ms : queue_ms) filled.push_back(ms / full_ms);
    plots.push_back(
        {.name = picture + "_delay",
         .title = fmt::format("Delay and queue, {}{}", title,
                              picture == kTcp   ? " (Fig. 3)"
                              : picture == kUdp ? " (Fig. 1)"
                                                : ""),
         .x_label = axis,
         .y_label = "ms",
         .layers = {layer("delay of the sound", figures.sample("sent"), figures.sample("delay_ms"), PlotMark::kLine),
                    layer("true queue, most in a second", figures.sample("second"), queue_ms, PlotMark::kLine)}});
    plots.push_back(
        {.name = picture + "_decision",
         .title = fmt::format("Final decision over the true queue, {}{}", title, picture == kTcp ? " (Fig. 5)" : ""),
         .x_label = axis,
         .y_label = "1 increasing, -1 decreasing",
         .layers = {layer("all scales together", figures.sample("at"), figures.sample("verdict"), PlotMark::kSteps),
                    layer("true queue, share of a full one", figures.sample("second"), filled, PlotMark::kLine)}});
    for (const std::size_t scale : kScales) {
      if (picture != kTcp && scale != kScales[0]) continue;
      LabPlot tests{.name = fmt::format("{}_k{}", picture, scale),
                    .title = fmt::format("S_PCT and S_PDT, K = {}, {}{}", scale, title,
                                         picture == kTcp   ? " (Fig. 4)"
                                         : picture == kUdp ? " (Fig. 2)"
                                                           : ""),
                    .x_label = axis,
                    .y_label = "-1 falling, 1 rising"};
      for (const char* test : {"PCT", "PDT"})
        tests.layers.push_back(layer(test, figures.sample(fmt::format("at.{}", scale)),
                                     figures.sample(fmt::format("{}.{}", test[1] == 'C' ? "pct" : "pdt", scale)),
                                     PlotMark::kLine));
      plots.push_back(std::move(tests));
    }
  }

  double full_queue_ms(const std::string& picture) const {
    return static_cast<double>(kQueueBytes) * 8 / number(run_, picture == kStarved ? "starved-kbps" : "available-kbps");
  }

  const LabRun& run_;
  const DoneCells& cells_;
  const std::vector<double> others_;
};

}  // namespace

LabResult judge_congestion(const LabRun& run, const DoneCells& cells) {
  return CongestionJudge(run, cells).judge();
}

}  // namespace jitterscope::latecki04
