#pragma once
// A whole lab, as small as one can be: does a coin that is loaded fall on its head more often than a fair one?
#include <random>

#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope {

inline LabDesign toy_design(const LabRun& run) {
  return {{{"coin", {"fair", "loaded"}}}, static_cast<int>(number(run, "repetitions"))};
}

inline std::optional<CellFigures> toss(const LabRun& run, const LabCell& cell, std::string& error) {
  const double share = cell.level("coin") == "fair" ? 0.5 : number(run, "share");
  if (share > 0.99) {
    error = "Such a coin has no tail.";
    return std::nullopt;
  }
  std::mt19937_64 random(cell.seed);
  double heads = 0;
  for (int i = 0; i < 100; ++i) heads += static_cast<double>(random() >> 11) * 0x1p-53 < share;
  CellFigures figures;
  figures.set("heads", heads);
  return figures;
}

inline LabResult judge_coins(const LabRun&, const DoneCells& cells) {
  const auto fair = cells.values({{"coin", "fair"}}, "heads"), loaded = cells.values({{"coin", "loaded"}}, "heads");
  Findings findings;
  findings.above({.id = "loaded_falls_more",
                  .statement = "The loaded coin shows its head more often.",
                  .unit = "of 100",
                  .reason = "Ours: five in a hundred matter.",
                  .if_not = "the coin is not loaded enough"},
                 loaded - fair, 5);
  LabResult result;
  result.findings = findings.all();
  result.plots = {{.name = "heads",
                   .title = "Heads of a hundred tosses",
                   .x_label = "Coin",
                   .y_label = "Heads",
                   .layers = {means_layer("mean", {{0, fair.list()}, {1, loaded.list()}})},
                   .categories = {"fair", "loaded"}}};
  return result;
}

inline LabDefinition toy_lab() {
  return {.name = "own.coins",
          .title = "Coins",
          .parameters = {LabParameter::count("repetitions", "9", "of each coin", 1, 100),
                         {"share", "0.7", "of heads of the loaded coin", 0, 1}},
          .live = false,
          .design = toy_design,
          .cell = toss,
          .judge = judge_coins};
}

}  // namespace jitterscope
