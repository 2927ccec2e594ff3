#pragma once
// What `irtt client -o FILE` writes as streams: the packets to the server, and its answers.
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/measures/definitions/stream_input.h"
#include "core/record/disk/whole_file.h"

namespace jitterscope {

/// Text that can be JSON of irtt and no list of rows: it begins with a brace.
bool is_irtt(std::string_view text);

/// Where the server's times are told, two streams: client to server, then server to client; both by the wall clocks
/// where the server tells its, else by the monotonic ones: two clocks that nobody says agree. A packet whose answer was
/// lost on the way back has no time at the server: it is left out of the first stream and lost in the second; one of
/// which irtt does not know where it was lost is lost in the first. So their numbers are places among the packets that
/// a stream has, not those of irtt. Without the server's times one stream, whose delays are round trips by the client's
/// clock. Notes say so. nullopt and a sentence without an end in `error` where it is no such file; also nullopt when
/// `stop` is asked for.
std::optional<std::vector<StreamInput>> parse_irtt(std::string_view text, std::string& error,
                                                   const std::stop_token& stop = {},
                                                   std::size_t most_packets = trace::packets_that_fit());

}  // namespace jitterscope
