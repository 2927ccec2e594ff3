// A byte stream cut into packets (RFC 4571): pieces as they are received, each after its length (a byte).
#include <algorithm>

#include "core/algorithms/rtp/rfc4571.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  rtp::FramedPackets packets;
  while (!input.empty()) {
    const auto piece = input.bytes(input.byte());
    for (std::size_t at = 0; at < piece.size();) {
      const auto room = packets.room();
      require(!room.empty(), "there is room once all packets were taken");
      const std::size_t count = std::min(room.size(), piece.size() - at);
      std::copy_n(piece.begin() + static_cast<std::ptrdiff_t>(at), count, room.begin());
      packets.received(count);
      at += count;
      while (const auto packet = packets.next())
        require(!packet->empty() && packet->size() <= rtp::kMostFramedBytes, "a packet that can be");
    }
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  FuzzInput packets;
  for (const std::uint8_t size : {3, 0, 120, 1}) {
    const auto framing = rtp::framing_of(size);
    packets.push_back(static_cast<std::uint8_t>(framing.size()));
    packets.insert(packets.end(), framing.begin(), framing.end());
    packets.push_back(size);
    packets.insert(packets.end(), size, 0x80);
  }
  return {packets};
}
