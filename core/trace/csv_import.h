#pragma once
// Packet lists as text: a header line naming the columns seq, send_us, recv_us and optionally size, frame, in any
// order.
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/metrics/stream_input.h"

namespace jitterscope {

/// One received stream: video if there is a frame column, else audio; packets sorted by recv_us (rows of equal time
/// stay in file order). Times in µs, decimals allowed; an empty send_us, size or frame = unknown; other columns are
/// ignored. If all sequence (or frame) numbers lie in 0…65535 and one falls back by more than 32768, they are 16-bit
/// numbers and are extended over the wrap. Blank lines, CRLF, a byte order mark and spaces are tolerated. nullopt when
/// a line is bad; `error` then names the line. Also nullopt when `stop` is asked for.
std::optional<StreamInput> parse_csv(std::string_view text, std::string& error, const std::stop_token& stop = {});
/// The same from a file; the sentence in `error` begins with the path.
std::optional<AnalysisInput> import_csv(const std::string& path, std::string& error, const std::stop_token& stop = {});

}  // namespace jitterscope
