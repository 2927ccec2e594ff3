#pragma once
// `jitterscope analyze FILE...`: the figures of streams from a trace or a packet list.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/measures/definitions/stream_clocks.h"
#include "core/record/import/payload_rule.h"

namespace jitterscope {

struct AnalyzeOptions {
  std::vector<std::string> files;
  std::optional<double> period_ms;
  double dvt_factor = 1.5;
  bool reference_first = false;  // else the minimum transit
  std::optional<std::uint32_t> ssrc;
  std::optional<std::uint16_t> port;  // of captures
  std::vector<PayloadRule> payloads;  // of captures
  std::optional<ClockRelation> clocks;
  std::optional<double> playout_ms;
  std::optional<double> from_s, to_s;  // since the call began, of other files since the first packet
  bool remove_skew = false;
  bool json = false;
};

/// Prints to standard output, complaints to standard error. Returns the exit status: 0, or 1 when a file failed.
int run_analyze(const AnalyzeOptions& options);
/// Adds the subcommand; parsing it sets `run`.
CLI::App* add_analyze(CLI::App& app, std::function<int()>& run);

}  // namespace jitterscope
