#pragma once
// What is drawn of one run of latecki04's scenario, as samples of its cell: "NAME.x" and "NAME.y".
#include "core/lab/latecki04/rate_control_lab.h"

namespace jitterscope::latecki04 {

/// Named with `prefix`; x is the number of the sound's packet, as in the paper.
void draw_run(const RateCase& one, const RateRun& ran, const std::string& prefix, CellFigures& out);

/// What was drawn of a case: the samples of these figures whose names begin with the prefix.
struct DrawnRun {
  std::string control;
  const CellFigures* figures;
  std::string prefix;
};
/// A plot of each kind of curve, "udp_audio_delay_ms" …, with a layer of each control.
std::vector<LabPlot> plots_of(Transport transport, const std::vector<DrawnRun>& runs);

}  // namespace jitterscope::latecki04
