#pragma once
// `jitterscope compare FILE [FILE2]`: what changed between two stretches of a call, or between two calls.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/measures/definitions/stream_clocks.h"
#include "core/record/import/payload_rule.h"

namespace jitterscope {

/// Seconds since the call began, of other files since the first packet.
struct CompareSpan {
  std::optional<double> from_s, to_s;
};

struct CompareOptions {
  std::vector<std::string> files;     // one or two
  std::array<CompareSpan, 2> spans;   // before, after
  std::optional<std::uint16_t> port;  // of captures
  std::vector<PayloadRule> payloads;  // of captures
  std::optional<ClockRelation> clocks;
  bool json = false;
};

/// Prints to standard output, complaints to standard error. Returns the exit status: 0, or 1 when a file failed.
int run_compare(const CompareOptions& options);
/// Adds the subcommand; parsing it sets `run`.
CLI::App* add_compare(CLI::App& app, std::function<int()>& run);

}  // namespace jitterscope
