// The findings of sun97.shaping from its cells.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/lab/engine/published.h"
#include "core/lab/sun97/measures.h"
#include "core/lab/sun97/shaping_lab.h"

namespace jitterscope {
namespace sun97 {
namespace {

constexpr double kHeavyLoad = 800, kModestLoad = 600;  // KB/s
constexpr double kKneeMbps = 8;                        // sun97 §4: packet delay rises from here
constexpr std::size_t kA = 0, kB = 1, kC = 2;

class Sun97Findings {
 public:
  explicit Sun97Findings(const Sun97Table& table) : table_(table) {}

  std::vector<Finding> all() {
    losses("packet_loss", "packets", kPacketLoss, "Fig. 7");
    losses("frame_loss", "frames", kFrameLoss, "Fig. 8");
    below("frame_lost_or_late.a_below_c", "frames, late ones (R_i - R_{i-1} > T) counted as lost too,", kFrameError,
          "§2.1");
    frame_delays();
    deviations();
    packet_delays();
    duplicates();
    return std::move(findings_);
  }

 private:
  std::vector<double> values(std::size_t strategy, std::size_t load, const Measure& measure) const {
    return values_of(table_.cells[strategy][load], measure);
  }
  std::optional<double> mean(std::size_t strategy, std::size_t load, const Measure& measure) const {
    const auto result = estimate(values(strategy, load, measure));
    return result ? std::optional(result->mean) : std::nullopt;
  }
  std::vector<std::size_t> loads_between(double low, double high) const {
    std::vector<std::size_t> loads;
    for (std::size_t i = 0; i < table_.loads.size(); ++i)
      if (table_.loads[i] >= low && table_.loads[i] <= high) loads.push_back(i);
    return loads;
  }
  std::vector<std::size_t> every_load() const { return loads_between(0, HUGE_VAL); }

  /// Mean over the loads; nullopt if a cell has none.
  std::optional<double> over(const std::vector<std::size_t>& loads, std::size_t strategy,
                             const Measure& measure) const {
    double sum = 0;
    for (const std::size_t load : loads) {
      const auto one = mean(strategy, load, measure);
      if (!one) return std::nullopt;
      sum += *one;
    }
    return loads.empty() ? std::nullopt : std::optional(sum / static_cast<double>(loads.size()));
  }
  /// The smallest over the loads of mean(more) − mean(less); `surely`: of the lower end of its 95 % interval over
  /// paired repetitions.
  std::optional<double> least_gap(const std::vector<std::size_t>& loads, std::size_t less, std::size_t more,
                                  const Measure& measure, bool surely) const {
    std::optional<double> least;
    for (const std::size_t load : loads) {
      const auto low = values(less, load, measure), high = values(more, load, measure);
      std::vector<double> gaps;
      for (std::size_t i = 0; i < std::min(low.size(), high.size()); ++i) gaps.push_back(high[i] - low[i]);
      const auto gap = estimate(gaps);
      if (!gap || (surely && !gap->half_width)) return std::nullopt;
      const double one = surely ? *gap->low() : gap->mean;
      least = least ? std::min(*least, one) : one;
    }
    return least;
  }

  void add(std::string id, std::string statement, std::optional<double> measured, const char* unit, Criterion criterion,
           const char* why_not = "not measured in this run") {
    findings_.push_back(finding_of(std::move(id), std::move(statement), measured, unit, criterion, why_not));
  }

  void below(const std::string& id, const char* what, const Measure& measure, const char* where) {
    add(id,
        fmt::format(
            "A loses fewer {} than C at every load from 800 KB/s on (sun97 {}): the least lower end of the 95 % "
            "interval of C - A.",
            what, where),
        least_gap(loads_between(kHeavyLoad, HUGE_VAL), kA, kC, measure, true), "percentage points", Criterion::above(0),
        "it needs loads from 800 KB/s on and two repetitions");
  }

  /// Where B lies: 0 = like A, 1 = like C.
  std::optional<double> place_of_b(const std::vector<std::size_t>& loads, const Measure& measure) const {
    const auto a = over(loads, kA, measure), b = over(loads, kB, measure), c = over(loads, kC, measure);
    if (!a || !b || !c || *c - *a < 0.05) return std::nullopt;
    return (*b - *a) / (*c - *a);
  }

  void losses(const std::string& group, const char* what, const Measure& measure, const char* where) {
    below(group + ".a_below_c", what, measure, where);
    const auto c_lost = over(every_load(), kC, measure);
    add(group + ".a_below_c_everywhere", fmt::format("A loses no more {} than C at any load (sun97 {}).", what, where),
        c_lost && *c_lost > 0 ? least_gap(every_load(), kA, kC, measure, false) : std::nullopt, "percentage points",
        Criterion::above(-0.005), "C loses nothing");
    std::optional<double> rise;
    const std::size_t last = table_.loads.size() - 1;
    const auto a0 = mean(kA, 0, measure), a1 = mean(kA, last, measure), c0 = mean(kC, 0, measure),
               c1 = mean(kC, last, measure);
    if (a0 && a1 && c0 && c1 && *c1 - *c0 > 0.05) rise = (*a1 - *a0) / (*c1 - *c0);
    add(group + ".a_nearly_flat",
        fmt::format("A's loss of {} is nearly flat over the load (sun97 {}): its rise as a share of C's.", what, where),
        rise, "of C's rise", Criterion::below(0.25), "C's loss does not rise");
    const char* no_gap = "A and C lose alike there";
    add(group + ".b_modest",
        fmt::format("B loses fewer {} than C under modest load (400 to 600 KB/s): its place between A (0) and C (1).",
                    what),
        place_of_b(loads_between(400, kModestLoad), measure), "", Criterion::below(0.75), no_gap);
    add(group + ".b_between",
        fmt::format("B's loss of {} lies between A's and C's, or beside one, from 800 KB/s on: its place between A (0) "
                    "and C (1).",
                    what),
        place_of_b(loads_between(kHeavyLoad, HUGE_VAL), measure), "", Criterion::between(-0.1, 1.1), no_gap);
    add(group + ".b_like_c_heavy",
        fmt::format("B loses {} like C under heavy load (the highest): its place between A (0) and C (1).", what),
        place_of_b({last}, measure), "", Criterion::between(0.75, 1.25), no_gap);
  }

  void frame_delays() {
    const auto a_b = least_gap(every_load(), kB, kA, kFrameDelay, false),
               b_c = least_gap(every_load(), kC, kB, kFrameDelay, false);
    add("frame_delay.order", "Frame delay A > B > C at every load (sun97 Fig. 9): the least of A - B and B - C.",
        a_b && b_c ? std::optional(std::min(*a_b, *b_c)) : std::nullopt, "ms", Criterion::above(0));
    const auto published = published_table("sun97.frame_delay");
    for (std::size_t strategy = 0; strategy < published.rows.size() && strategy < 3; ++strategy) {
      const double paper = std::stod(published.rows[strategy][1]), slack = strategy == kC ? 0.5 : 0.25;
      const std::string& name = published.rows[strategy][0];
      std::string letter(1, static_cast<char>('a' + strategy));
      add("frame_delay." + letter,
          fmt::format("Mean frame delay of {} over all loads (sun97 Fig. 9, about {:g} ms).", name, paper),
          over(every_load(), strategy, kFrameDelay), "ms",
          Criterion::between(paper * (1 - slack), paper * (1 + slack)));
      findings_.back().paper = paper;
      if (!table_.live) continue;
      findings_.back().judged = false;
      findings_.back().statement += " Not judged: the live frames are of other size and period.";
    }
    double least = HUGE_VAL, most = 0;
    for (const std::size_t load : every_load()) {
      const double delay = mean(kA, load, kFrameDelay).value_or(NAN);
      least = std::min(least, delay), most = std::max(most, delay);
    }
    add("frame_delay.a_constant",
        "A's frame delay stays nearly constant over the loads (sun97 §4): its largest over its smallest mean.",
        most > 0 ? std::optional(most / least) : std::nullopt, "", Criterion::between(1, 1.2));
  }

  void deviations() {
    for (const std::size_t strategy : {kA, kB})
      for (const Measure* measure : {&kFrameDeviation, &kPacketDeviation}) {
        const auto own = over(every_load(), strategy, *measure), of_c = over(every_load(), kC, *measure);
        add(fmt::format("{}.{}_below_c",
                        measure == &kFrameDeviation ? "frame_delay_deviation" : "packet_delay_deviation",
                        strategy == kA ? "a" : "b"),
            fmt::format("{} has a smaller deviation of {} delay than C{}: C's less its own, mean over the loads.",
                        strategy == kA ? "A" : "B", measure == &kFrameDeviation ? "frame" : "packet",
                        measure == &kFrameDeviation
                            ? " (sun97 Fig. 10; a schedule that goes by the number of blocks adds its own deviation)"
                            : ""),
            own && of_c ? std::optional(*of_c - *own) : std::nullopt, "ms", Criterion::above(0));
      }
  }

  void packet_delays() {
    const auto over_a = least_gap(every_load(), kA, kC, kPacketDelay, false),
               over_b = least_gap(every_load(), kB, kC, kPacketDelay, false);
    add("packet_delay.c_highest",
        "C has the highest mean packet delay at every load (sun97 Fig. 11): the least of C - A and C - B. Lost packets "
        "have no delay.",
        over_a && over_b ? std::optional(std::min(*over_a, *over_b)) : std::nullopt, "ms", Criterion::above(0));
    if (table_.live) return;
    std::vector<std::size_t> light, heavy;
    for (const std::size_t load : every_load()) (total_mbps(load) < kKneeMbps ? light : heavy).push_back(load);
    const auto delay = [&](const std::vector<std::size_t>& loads) { return over(loads, kA, kPacketDelay); };
    const auto ratio = [&](const std::vector<std::size_t>& more, std::size_t less) -> std::optional<double> {
      if (light.empty() || heavy.empty()) return std::nullopt;
      const auto high = delay({more.back()}), low = delay({less});
      return high && low && *low > 0 ? std::optional(*high / *low) : std::nullopt;
    };
    add("packet_delay.flat_below_8_mbps",
        "Packet delay is rather constant until the network's load reaches 8 Mb/s (sun97 Fig. 11): A's at the highest "
        "load below over that at the lowest.",
        ratio(light, light.empty() ? 0 : light.front()), "", Criterion::below(1.5),
        "the loads lie on one side of 8 Mb/s, or nothing of A arrives");
    add("packet_delay.rises_from_8_mbps",
        "Packet delay rises from 8 Mb/s on (sun97 Fig. 11): A's at the highest load over that at the highest below 8 "
        "Mb/s.",
        ratio(heavy, light.empty() ? 0 : light.back()), "", Criterion::above(1.5),
        "the loads lie on one side of 8 Mb/s, or nothing of A arrives");
  }

  void duplicates() {
    const auto published = published_table("sun97.duplicates");
    const char* names[] = {"A", "B", "C"};
    double paper[3] = {0, 0, 0}, rows[3] = {0, 0, 0};
    for (const auto& row : published.rows)
      for (int i = 0; i < 3; ++i)
        if (row[0] == names[i]) paper[i] += std::stod(row[2]), ++rows[i];
    const auto a = over(every_load(), kA, kDuplicates), c = over(every_load(), kC, kDuplicates);
    const bool some = a && c && *a + *c > 0;
    add("duplicates.a_below_c",
        "A has fewer duplicate packets than C (sun97 Table 2): C - A, mean over the loads. The paper puts duplicates "
        "down to its interface cards.",
        some ? std::optional(*c - *a) : std::nullopt, "percentage points", Criterion::above(0),
        table_.live ? "no packet came twice" : "the model of the network makes no duplicates");
    if (rows[0] > 0 && rows[2] > 0)
      findings_.back().paper = std::round((paper[2] / rows[2] - paper[0] / rows[0]) * 1000) / 1000;
  }

  double total_mbps(std::size_t load) const {
    return table_.conference_mbps + table_.loads[load] * table_.background_mbps_of_kbyte;
  }

  const Sun97Table& table_;
  std::vector<Finding> findings_;
};

}  // namespace
}  // namespace sun97

std::vector<Finding> sun97_findings(const Sun97Table& table) {
  return sun97::Sun97Findings(table).all();
}

}  // namespace jitterscope
