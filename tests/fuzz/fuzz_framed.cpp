// Byte streams cut into packets: RFC 4571, and the frames and fragments of nahrstedt94 §2.1. First byte: which; then
// pieces as they are received, each after its length (a byte).
#include <algorithm>
#include <cstring>

#include "core/algorithms/rtp/rfc4571.h"
#include "core/base/net/frame_stream_format.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;

namespace {

void read_packets(Pieces& input) {
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
}

void check(const StreamedFrame& frame) {
  require(frame.header.bytes == frame.bytes.size() && frame.header.bytes <= kLargestFrame, "a frame of its size");
  const auto again = read_frame_header(write_frame_header(frame.header));
  require(again && *again == frame.header, "a header reads back");
}

void read_frames(Pieces& input) {
  FrameStreamReader reader;
  while (!input.empty() && !reader.broken()) {
    const auto piece = input.bytes(input.byte());
    for (std::size_t at = 0; at < piece.size() && !reader.broken();) {
      const auto room = reader.room();
      const std::size_t count = std::min(room.size(), piece.size() - at);
      std::memcpy(room.data(), piece.data() + at, count);
      at += count;
      if (reader.take(count)) check(reader.frame());
    }
  }
}

void read_fragments(Pieces& input) {
  FragmentReassembler frames;
  while (!input.empty()) {
    const std::uint8_t length = input.byte();
    const auto datagram = std::as_bytes(input.bytes(length == 255 ? kLargestFragment : length));
    if (frames.take(datagram)) check(frames.frame());
    read_announcement(datagram);
  }
}

template <typename Bytes>
void append(FuzzInput& input, const Bytes& bytes) {
  input.push_back(static_cast<std::uint8_t>(bytes.size()));
  for (const auto byte : bytes) input.push_back(static_cast<std::uint8_t>(byte));
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  switch (input.byte() % 3) {
    case 0: read_packets(input); break;
    case 1: read_frames(input); break;
    default: read_fragments(input);
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  FuzzInput packets{0}, frames{1}, fragments{2};
  for (const std::uint8_t size : {3, 0, 120, 1}) {
    append(packets, rtp::framing_of(size));
    append(packets, FuzzInput(size, 0x80));
  }
  FrameHeader header{1, Timestamp::ns(5), 100};
  for (header.frame = 1; header.frame < 4; ++header.frame) {
    append(frames, write_frame_header(header));
    append(frames, FuzzInput(header.bytes, 7));
    auto datagram = write_fragment_header(header, 0);
    FuzzInput whole(datagram.size() + header.bytes, 7);
    std::memcpy(whole.data(), datagram.data(), datagram.size());
    append(fragments, whole);
  }
  append(fragments, write_announcement({DataRate::kbits_per_second(500), 3, 1}));
  return {packets, frames, fragments};
}
