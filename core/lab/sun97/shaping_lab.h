#pragma once
// The lab sun97.shaping: its cells in virtual time and on this machine, and its judge.
#include <string>

#include "core/events/settings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/sun97/shaping_measures.h"

namespace jitterscope::sun97 {

// Factors. A cell of the figures has the paper's conditions; the others say where its findings hold.
inline constexpr const char *kStrategy = "strategy", *kLoad = "background_kbytes_per_second", *kQueue = "queue",
                            *kBlocks = "blocks", *kArrivals = "background", *kMembers = "members",
                            *kOrder = "queue_order";
inline constexpr const char *kVaried = "4-8", *kConstant = "6";  // blocks a frame
// Of the queue, live. An interface's queue knows no media: the pair that compares goes through the relay.
inline constexpr const char *kFifo = "fifo", *kRelayFifo = "relay-fifo", *kAudioFirst = "relay-audio-first";

/// KB/s. nullopt: the parameter is something else.
std::optional<std::vector<double>> loads_of(const LabRun& run);
/// A, B, C, or one's own; nullopt: its words are wrong.
std::optional<ShapingSetting> shaping_of(const LabRun& run, const std::string& strategy);
/// Adds them under the names of columns, shares in percent.
void set_figures(const ShapingFigures& figures, CellFigures& out);

/// live.cpp: a call of this program to itself through a tight link.
std::optional<CellFigures> measure_live(const LabRun& run, const LabCell& cell, std::string& error);
/// Whether a live run goes through a queue of the kernel.
bool through_kernel(const LabRun& run);

/// shaping_judge.cpp.
LabResult judge_shaping(const LabRun& run, const DoneCells& cells);

}  // namespace jitterscope::sun97
