#pragma once
// Any file with streams: trace, packet list, capture or rtpdump, told apart by what is in it; all but traces also
// packed by gzip.
#include <optional>
#include <stop_token>
#include <string>

#include "core/record/import/capture_import.h"

namespace jitterscope {

struct AnalysisInput;

enum class StreamFileKind : std::uint8_t { kTrace, kPacketList, kCapture, kRtpdump, kUnknown };

/// By the first bytes, of a packed file those of what is in it; kUnknown: unreadable, a folder, a packed trace, or
/// nothing of these.
StreamFileKind stream_file_kind(const std::string& path);

/// nullopt and one sentence in `error`. `note`: what was left out, in words; empty = nothing. `options` are for
/// captures. Also nullopt soon after `stop` is asked for.
std::optional<AnalysisInput> read_stream_file(const std::string& path, const CaptureOptions& options,
                                              std::string& error, std::string& note, const std::stop_token& stop = {});

}  // namespace jitterscope
