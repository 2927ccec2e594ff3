#include <gtest/gtest.h>

#include "tests/unit/lab/engine/lab_trial.h"

namespace jitterscope::congestion_test {
namespace {

/// Made-up cells in which the long scale is so much later, catches so much more, and the short one cries wolf so often.
LabResult judged(double later_s, double catches_more, double false_alarms, double when_full) {
  return judged_cells("latecki04.congestion", {}, [=](const LabCell& cell) {
    const double noise = 0.001 * cell.repetition;
    CellFigures figures;
    if (cell.level("picture") == "starved") {
      figures.set("increasing_when_full", when_full + noise);
      return figures;
    }
    figures.set("lead_s.32", 4 * later_s + noise);
    figures.set("detection_s.32", 0.5);
    figures.set("detection_s.128", 0.5 + later_s + noise);
    figures.set("contrary.32", catches_more + noise);
    figures.set("contrary.128", 0.01);
    figures.set("caught.32", 0.4);
    figures.set("caught.128", 0.4 + catches_more + noise);
    figures.set("false_alarms_per_minute.32", false_alarms + noise);
    figures.set("false_alarms_per_minute.128", 0);
    return figures;
  });
}

TEST(Latecki04Congestion, EachFindingCanHoldAndCanFail) {
  for (const Finding& one : judged(1, 0.3, 2, 0).findings) EXPECT_EQ(one.reproduced(), true) << one.id;
  for (const Finding& one : judged(0, 0, 0, 0.5).findings) EXPECT_EQ(one.reproduced(), false) << one.id;
}

TEST(Latecki04Congestion, AShortScaleSeesAPictureOverUdpSooner) {
  const LabResult result = result_of("latecki04.congestion", {.scale = 0.5, .settings = {{"repetitions", "8"}}});
  EXPECT_EQ(finding(result, "udp.detected_in_time").reproduced(), true);
  EXPECT_EQ(finding(result, "udp.short_is_sooner").reproduced(), true);
  EXPECT_EQ(result.tables[0].rows.size(), 18u) << "two pictures, three rates of others, three scales";
  EXPECT_EQ(result.tables[1].rows.size(), 12u) << "four findings, three rates of others";
  EXPECT_EQ(result.plots.size(), 4u + 3 + 5 + 3);
  const LabResult fits =
      result_of("latecki04.congestion", {.scale = 0.3, .settings = {{"repetitions", "8"}, {"available-kbps", "1000"}}});
  EXPECT_EQ(finding(fits, "udp.detected_in_time").reproduced(), std::nullopt) << "where all fits nothing is detected";
}

/// A third of the sound finds no room once the queue is full; with a picture beside it, it would be most of it.
TEST(Latecki04Congestion, AStarvedLinkCarriesNothingButSound) {
  const LabResult result = result_of("latecki04.congestion", {.settings = {{"repetitions", "1"}}});
  const LabTable& runs = result.tables.back();
  const auto loss = std::ranges::find(runs.columns, "audio_loss") - runs.columns.begin();
  for (const auto& row : runs.rows)
    if (row[0] == TableField(std::string("starved"))) {
      const double lost = std::get<double>(row[static_cast<std::size_t>(loss)]);
      EXPECT_GT(lost, 0.15);
      EXPECT_LT(lost, 1 - 20 / 29.2);
    }
}

}  // namespace
}  // namespace jitterscope::congestion_test
