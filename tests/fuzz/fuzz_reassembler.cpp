// A stream of datagrams into the reassembler. First byte: loss policy and options; then datagrams, each after its
// length (two bytes) and the milliseconds since the one before (one byte).
#include <set>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/algorithms/playout/video_stream.h"

using namespace jitterscope;

namespace {

constexpr std::size_t kFrameBytes = 8192;

struct Checker {
  void check(const VideoReassembler::Result& result) {
    for (const FrameDone& done : result.done) require(ended.insert(done.frame).second, "a frame ends once");
    if (!result.frame_ready || !reassembler.take(buffer)) return;
    const auto jpeg = buffer.jpeg();
    require(jpeg.size() > 4 && jpeg.size() <= rtp::kMaxJpegHeaderBytes + kFrameBytes + 2, "a file that fits");
    require(jpeg[0] == 0xFF && jpeg[1] == 0xD8 && jpeg.back() == 0xD9, "from SOI to EOI");
  }
  VideoReassembler reassembler;
  FrameBuffer buffer{kFrameBytes};
  std::set<std::int64_t> ended;
};

ReassemblerConfig config_of(std::uint8_t options) {
  ReassemblerConfig config;
  config.max_frame_bytes = kFrameBytes;
  config.slot_count = 4;
  config.loss_policy = options & 1 ? LossPolicy::kStripes : LossPolicy::kDiscardFrame;
  config.discard_late_frames = options & 2;
  if (options & 4) config.period = Duration::ms(10);
  return config;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  Checker checker{VideoReassembler(config_of(data[0])), FrameBuffer(kFrameBytes), {}};
  Timestamp now;
  std::size_t at = 1;
  while (size - at > 3) {
    const std::size_t length =
        std::min<std::size_t>(static_cast<std::size_t>(data[at] << 8 | data[at + 1]), size - at - 3);
    now += Duration::ms(data[at + 2]);
    const rtp::ConstBytes datagram(data + at + 3, length);
    at += 3 + length;
    checker.check(checker.reassembler.expire(now));
    const auto rtp = rtp::parse_rtp(datagram);
    if (!rtp) continue;
    const auto jpeg = rtp::parse_jpeg_payload(rtp->payload);
    if (!jpeg) continue;
    checker.check(
        checker.reassembler.push({rtp->header, rtp->extensions.block, *jpeg, now, rtp->extensions.sent_conference}));
  }
  checker.check(checker.reassembler.close(now));
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (const char* file : {"small_420.jpg", "small_420_restart.jpg"}) {
    for (const bool with_extension : {true, false}) {
      for (const std::uint8_t options : {0, 1, 7}) {
        FuzzInput input{options};
        for (std::int64_t frame = 65'533; frame < 65'541; ++frame) {
          for (const Datagram& datagram : frame_of(file, frame, 200, with_extension)) {
            const auto length = datagram.bytes.size();
            input.insert(input.end(), {static_cast<std::uint8_t>(length >> 8), static_cast<std::uint8_t>(length), 3});
            input.insert(input.end(), datagram.bytes.begin(), datagram.bytes.end());
          }
        }
        seeds.push_back(input);
      }
    }
  }
  return seeds;
}
