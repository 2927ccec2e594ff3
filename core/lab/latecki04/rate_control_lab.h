#pragma once
// The lab latecki04.rate-control: the paper's scenario (§4) with the picture over UDP and over TCP: without control,
// with the paper's algorithm alone, and with a controller that is named.
#include <string>
#include <vector>

#include "core/lab/engine/lab.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope::latecki04 {

// Factors of simulated cells. A live cell is a repetition of all cases at once, each with a line of its own.
inline constexpr const char *kTransport = "transport", *kControl = "control", *kCross = "others_kbps";
inline constexpr const char *kWithout = "without", *kPaper = "paper", *kWith = "with";  // of kControl
inline constexpr const char* kNone = "0";                                               // of kCross

/// One transport under one control.
struct RateCase {
  Transport transport{};
  std::string control;
  RateScenario scenario;
  std::string name() const;  // "udp.with."
};

/// What others send beside none, kbit/s of UDP payload: levels of kCross.
std::vector<std::string> cross_levels(const LabRun& run);

/// Of a case that has been run: numbers and, of the first repetition, what is drawn of it; all named with `prefix`.
void set_figures(const RateCase& one, const RateRun& ran, const std::string& prefix, bool drawn, CellFigures& out);

/// Limits of a run with control: convergence within 20 s; from then on no sound lost, its delay up by 2 ms in the mean
/// (5 ms over the whole picture), at least 0.9 of the link used.
bool within_limits(const RateFigures& figures);

/// live.cpp: runs them through a kernel's queue, all at once. False: `error` says why.
bool run_live(const LabRun& run, const LabCell& cell, std::vector<RateCase> cases, CellFigures& out,
              std::string& error);
/// What a live run needs and this machine has not; empty: nothing.
std::string live_lacks(const LabRun& run);

// rate_control_judge.cpp:
/// What the paper prints of its runs, with their picture over TCP; "audio_loss" and "video_drop" are shares.
std::optional<double> printed(std::string_view measure, bool control);
LabResult judge_rate_control(const LabRun& run, const DoneCells& cells);

}  // namespace jitterscope::latecki04
