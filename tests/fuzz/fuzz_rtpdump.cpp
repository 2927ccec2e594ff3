// rtptools' files, the lists of their packets, and their sound.
#include "core/measures/offline/stream_analysis.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/opened_streams.h"
#include "tests/unit/record/trace/capture_bytes.h"

using namespace jitterscope;
using namespace jitterscope::capture_bytes;

namespace {

FuzzInput dump(std::size_t captured) {
  std::string file = "#!rtpplay1.0 10.0.0.2/5006\n" + std::string(16, '\0');
  for (std::uint16_t i = 0; i < 6; ++i) {
    const std::string whole = rtp_packet({.sequence = i, .timestamp = i * 160u}, 20), one = whole.substr(0, captured);
    file += big(static_cast<std::uint16_t>(one.size() + 8)) + big(static_cast<std::uint16_t>(whole.size())) +
            big(i * 20u) + one;
  }
  return input_of(file);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const CaptureOptions& options : {CaptureOptions{}, CaptureOptions{.port = {}, .ssrc = 0x11223344}}) {
    std::string error, note;
    const auto input = parse_rtpdump(text_of(data, size), options, error, note);
    require(input.has_value() || !error.empty(), "what cannot be read has a reason");
    if (!input) continue;
    for (const StreamInput& stream : input->streams) {
      require(!stream.packets.empty(), "a stream has packets");
      analyze_stream(stream);
    }
    list_and_hear("rtpdump", data, size, *input);
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  return {dump(1000), dump(12)};
}
