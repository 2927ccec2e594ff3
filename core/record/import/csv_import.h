#pragma once
// Packet lists as text: a header line naming the columns seq, send_us, recv_us and optionally size, frame, block,
// rtp_timestamp, clock_hz, ssrc and Marker, in any order and letter case.
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/measures/definitions/stream_input.h"
#include "core/record/disk/whole_file.h"

namespace jitterscope {

/// One stream for each ssrc (decimal or 0x…), in order of appearance, or one without any (listed_streams.h): video if
/// there is a frame column, else audio; packets sorted by recv_us (rows of equal time stay in file order). All were
/// sent if no row has a recv_us; else a row without one is a packet that was lost. Times in µs, decimals allowed; an
/// empty send_us, size or frame = unknown. Of the clock_hz of a stream the first one counts; a Marker is set by "SET";
/// what makes no sense in these or in block or rtp_timestamp is unknown. Other columns are ignored. If all sequence (or
/// frame) numbers of a stream lie in 0…65535 and one falls back by more than 32768, they are 16-bit numbers and are
/// extended over the wrap; rtp_timestamp likewise with 32 bits. Text may be UTF-8 or UTF-16, with or without a byte
/// order mark; its rows are as list_text.h and its header as list_header.h has them. nullopt when a line is bad, its
/// times or numbers are more than the analysis takes (73 years, 2^48), there are more than `most_packets`, or more than
/// 65536 streams; `error` then names the line. Also nullopt when `stop` is asked for.
std::optional<std::vector<StreamInput>> parse_csv(std::string_view text, std::string& error,
                                                  const std::stop_token& stop = {},
                                                  std::size_t most_packets = trace::packets_that_fit());

}  // namespace jitterscope
