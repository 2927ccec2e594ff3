#pragma once
// The lab latecki04.rate-control: the paper's scenario (§4) with the picture over UDP and over TCP, without and with
// control: two-stream, or any controller that is named.
#include <string>
#include <utility>
#include <vector>

#include "core/lab/engine/lab.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope {

/// One transport, with or without control; one run a seed. Times in milliseconds, shares of 1.
struct Latecki04Case {
  Transport transport{};
  bool control = false;
  RateScenario scenario;
  RateRun first;                     // of the first seed, whole
  std::vector<RateFigures> figures;  // by seed, the first's too
  std::string name() const;          // "udp, with control"
};

/// Limits of a run with control: convergence within 20 s; from then on no sound lost, its delay up by 2 ms in the mean
/// (5 ms over the whole picture), at least 0.9 of the link used.
bool within_limits(const RateFigures& figures);
/// Ids as in its result.json.
std::vector<Finding> latecki04_findings(const std::vector<Latecki04Case>& cases);
/// Findings, tables and series; nothing else of the result is set.
LabResult latecki04_result(const std::vector<Latecki04Case>& cases, std::uint64_t first_seed);

/// The cases that `run` asks for, not yet run; `control` steers those with control.
std::vector<Latecki04Case> latecki04_cases(const LabRun& run, const RateControllerInput& control);

/// live.cpp: runs them through a kernel's queue and fills in `machine`; the scenarios become what was run.
/// False: `error` says why.
bool run_latecki04_live(const LabRun& run, std::vector<Latecki04Case>& cases,
                        std::vector<std::pair<std::string, std::string>>& machine, std::string& error);
/// What a live run needs and this machine has not; empty: nothing.
std::string latecki04_live_lacks(const LabRun& run);

}  // namespace jitterscope
