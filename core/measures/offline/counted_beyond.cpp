#include "core/measures/offline/counted_beyond.h"

#include <algorithm>

#include "core/measures/definitions/sender_count.h"

namespace jitterscope {

std::int64_t counted_beyond(const StreamInput& stream, std::int64_t lowest, std::int64_t highest) {
  if (stream.sender_counts.empty()) return 0;
  const SenderCount &first = stream.sender_counts.front(), &last = stream.sender_counts.back();
  std::int64_t highest_then = lowest - 1;  // when the first report came
  for (std::size_t i = 0; i < stream.packets.size(); ++i)
    if (stream.packets.received(i) <= first.at && stream.packets.sequence(i) <= highest)
      highest_then = std::max(highest_then, stream.packets.sequence(i));
  return packets_beyond({first.packets, highest_then}, {last.packets, highest});
}

}  // namespace jitterscope
