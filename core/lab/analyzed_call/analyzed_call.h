#pragma once
// A call with some options, and all that `analyze` says of what was received in it: cells of several labs.
#include <map>
#include <optional>
#include <string>

#include "core/lab/engine/cell_figures.h"
#include "core/lab/engine/lab.h"

namespace jitterscope {

/// Options of a call by name, without dashes.
using CallOptions = std::map<std::string, std::string>;

/// "link=rate=2mbit,limit=20;fps=15": options parted by semicolons. nullopt: `error` says what is wrong.
std::optional<CallOptions> parse_options(const std::string& words, std::string& error);
/// Why this option cannot be of such a call, one sentence; empty: it can, and the words are good as far as they are
/// known here.
std::string why_no_option(const std::string& name, const std::string& words, bool live);

/// Two processes of this program hold the call; their traces stay in `folder`.
std::optional<CellFigures> live_call(const CallOptions& options, double seconds, std::uint64_t seed,
                                     const std::string& folder, std::string& error);
/// The same in virtual time, of this program's own steps. It takes "latest-wake-ms" too: threads that send wake up to
/// so much late.
std::optional<CellFigures> simulated_call(const CallOptions& options, double seconds, std::uint64_t seed,
                                          std::string& error);

/// Numbers of the received streams of a trace: "video.delay_ms.p95", as the keys of `analyze --json` are, and those of
/// its quality; with the corners of the compensation curves as samples, "audio.curve.buffer_ms" and
/// "audio.curve.dropped_percent". nullopt: `error` says why.
std::optional<CellFigures> figures_of_trace(const std::string& path, std::string& error);

}  // namespace jitterscope
