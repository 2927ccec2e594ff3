// RTP packets (RFC 3550 §5.1) with their header extension, a stream of them after each other. First byte: which element
// ids are agreed; then datagrams, each after its length (a byte).
#include "core/algorithms/rtp/sequence_runs.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/algorithms/playout/video_stream.h"

using namespace jitterscope;
using namespace jitterscope::rtp;

namespace {

/// What is written of what was read, is read as the same.
void check_writing(const RtpPacket& packet, ExtensionIds ids) {
  FuzzInput room(kMaxRtpHeaderBytes);
  room.resize(write_rtp_header(room, packet.header, packet.extensions, ids));
  const auto again = parse_rtp(room, ids);
  require(again && again->header == packet.header, "the header reads back");
  require(again->extensions.block == packet.extensions.block || ids.block == 0, "the block reads back");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::uint8_t choice = input.byte();
  const ExtensionIds ids = choice & 1 ? ExtensionIds{} : ExtensionIds{static_cast<std::uint8_t>(choice >> 4 & 7), 9};
  SequenceRuns runs;
  std::size_t held = 0;
  Timestamp at;
  while (!input.empty()) {
    const ConstBytes datagram = input.bytes(input.byte());
    const auto packet = parse_rtp(datagram, ids);
    if (!packet) continue;
    require(within(packet->payload, datagram), "the payload lies in the datagram");
    check_writing(*packet, ids);
    at += Duration::ms(packet->header.timestamp % 4000);
    const auto answer = runs.add({packet->header.sequence, packet->header.timestamp, at, packet->header.marker});
    const bool placed =
        answer.verdict != SequenceRuns::Verdict::kHeld && answer.verdict != SequenceRuns::Verdict::kOther;
    require(!placed || static_cast<std::uint16_t>(answer.place.sequence) == packet->header.sequence,
            "the number is the packet's");
    held += answer.verdict == SequenceRuns::Verdict::kHeld;
    require(answer.given_up + answer.held.size() <= held, "what is decided was held");
    held -= answer.given_up + answer.held.size();
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  FuzzInput plain{0}, extended{1};
  for (const std::int64_t frame : {65'535, 65'536, 65'540}) {
    for (const bool with_extension : {false, true}) {
      FuzzInput& seed = with_extension ? extended : plain;
      for (const Datagram& datagram : frame_of("small_420.jpg", frame, 100, with_extension)) {
        const auto length = static_cast<std::uint8_t>(std::min<std::size_t>(datagram.bytes.size(), 255));
        seed.push_back(length);
        seed.insert(seed.end(), datagram.bytes.begin(), datagram.bytes.begin() + length);
      }
    }
  }
  // Two contributing sources, an unknown element, padding.
  const FuzzInput foreign{1, 32, 0xB2, 0x80, 0, 9,    0,    0, 0, 1,    0, 0, 0, 7, 0, 0, 0,
                          8, 0,  0,    0,    9, 0xBE, 0xDE, 0, 1, 0x30, 1, 0, 0, 5, 5, 0, 2};
  return {plain, extended, foreign};
}
