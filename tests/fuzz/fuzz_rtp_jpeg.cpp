// Payloads of RFC 2435: JPEG pictures in RTP.
#include "tests/fuzz/fuzz.h"
#include "tests/unit/algorithms/playout/video_stream.h"

using namespace jitterscope;
using namespace jitterscope::rtp;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ConstBytes payload(data, size);
  const auto jpeg = parse_jpeg_payload(payload);
  if (!jpeg) return 0;
  require(!jpeg->scan.empty() && within(jpeg->scan, payload), "the scan lies in the payload");
  require(jpeg->header.has_restart_markers() == jpeg->restart.has_value(), "restart headers where the type has them");
  if (jpeg->header.q > 0 && jpeg->header.q < 100) quant_tables_of_q(jpeg->header.q);

  FuzzInput room(kMaxJpegPayloadHeaderBytes);
  const auto tables = jpeg->header.q >= 128 && jpeg->header.offset == 0 && jpeg->tables ? &*jpeg->tables : nullptr;
  room.resize(write_jpeg_payload_header(room, jpeg->header, jpeg->restart.value_or(RestartHeader{}), tables));
  require(!room.empty(), "headers fit");
  if (jpeg->header.q == 255 && !tables && jpeg->header.offset == 0) return 0;  // refused without tables
  room.push_back(0);
  const auto again = parse_jpeg_payload(room);
  require(again && again->header == jpeg->header && again->restart == jpeg->restart, "headers read back");
  require(!tables || again->tables == jpeg->tables, "tables read back");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (const char* file : {"small_420.jpg", "small_422_restart.jpg"})
    for (const Datagram& datagram : frame_of(file, 1)) {
      const auto payload = parse_rtp(datagram.bytes)->payload;
      seeds.emplace_back(payload.begin(), payload.end());
    }
  FuzzInput one_table{0, 0, 0, 0, 1, 255, 8, 6, 0, 0, 0, 64};  // of all components, as ffmpeg sends it
  one_table.resize(one_table.size() + 64, 16);
  one_table.insert(one_table.end(), {1, 2, 3, 4});
  seeds.push_back(std::move(one_table));
  return seeds;
}
