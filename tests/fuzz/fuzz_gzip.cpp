// Files of any kind by their path: told apart, unpacked within bounds, read and shown. First byte: as it is, or packed
// here.
#include <zlib.h>

#include "core/record/disk/packed_file.h"
#include "core/record/open/opened_call.h"
#include "core/record/open/stream_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/scratch_file.h"
#include "tests/unit/record/trace/capture_bytes.h"

using namespace jitterscope;
using namespace jitterscope::capture_bytes;

namespace {

constexpr std::size_t kRatio = 200, kRatioCountsFrom = 16 << 20, kStep = 1 << 20;

FuzzInput packed(std::span<const std::uint8_t> bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  FuzzInput out(deflateBound(&stream, bytes.size()));
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

void unpack(const std::string& path, std::size_t packed_size) {
  std::string error;
  require(trace::unpacked_head(path, 64).size() <= 64, "a head no longer than asked for");
  const auto whole = trace::unpack_gzip(path, error);
  require(whole.has_value() || !error.empty(), "what cannot be unpacked has a reason");
  if (!whole) return;
  const std::size_t most = std::max(kRatioCountsFrom, kRatio * (packed_size + 1)) + kStep;
  require(whole->size() <= most, "bounded by the ratio");
}

FuzzInput list() {
  return input_of("seq,send_us,recv_us,size,frame\n1,10,20,100,1\n2,,40.5,,\n3,30,60,7,2\n");
}

FuzzInput capture() {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 6; ++i)
    pcap.add(i * 20'000'000, ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u}))));
  return input_of(pcap.file());
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFile file("input");
  Pieces input(data, size);
  const std::uint8_t choice = input.byte();
  const auto rest = input.rest();
  const FuzzInput bytes = choice & 1 ? packed(rest) : FuzzInput(rest.begin(), rest.end());
  file.write(bytes);
  if (trace::is_gzip(text_of(bytes.data(), bytes.size()))) unpack(file.path(), bytes.size());
  std::string error, note;
  const auto streams = read_stream_file(file.path(), {}, error, note);
  require(streams.has_value() || !error.empty(), "what cannot be read has a reason");
  if (choice & 2) {
    error.clear();
    require(open_call(file.path(), error).has_value() || !error.empty(), "what cannot be shown has a reason");
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  FuzzInput members = packed(list());
  const FuzzInput more = packed(input_of("4,40,70,7,2\n"));
  members.insert(members.end(), more.begin(), more.end());
  return {tagged({0}, packed(list())),
          tagged({0}, members),
          tagged({3}, list()),
          tagged({3}, capture()),
          tagged({2}, capture()),
          tagged({0}, packed(capture())),
          tagged({0}, packed(FuzzInput(5000))),
          tagged({1}, input_of("#!rtpplay1.0 10.0.0.2/5006\n0123456789abcdef"))};
}
