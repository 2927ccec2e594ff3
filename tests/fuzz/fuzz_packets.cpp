// Everything that reads bytes of the network or of a JPEG encoder. First byte: which reader.
#include <cmath>

#include "core/rtp/fragmenter.h"
#include "core/rtp/rtcp_clock.h"
#include "core/rtp/trend_message.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/playout/video_stream.h"

using namespace jitterscope;
using namespace jitterscope::rtp;

namespace {

bool within(ConstBytes inner, ConstBytes outer) {
  return inner.empty() || (inner.data() >= outer.data() && inner.data() + inner.size() <= outer.data() + outer.size());
}

void read_rtp(ConstBytes data) {
  const auto rtp = parse_rtp(data);
  if (!rtp) return;
  require(within(rtp->payload, data), "RTP payload inside the datagram");
  const auto jpeg = parse_jpeg_payload(rtp->payload);
  if (jpeg) require(!jpeg->scan.empty() && within(jpeg->scan, rtp->payload), "scan inside the payload");
}

void read_rtcp(ConstBytes data) {
  const auto rtcp = parse_rtcp(data);
  if (!rtcp) return;
  require(rtcp->block_count <= rtcp->blocks.size(), "report blocks bounded");
  for (const auto text : {rtcp->cname, rtcp->bye_reason})
    require(within({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, data),
            "text inside the datagram");
  if (rtcp->app) {
    require(within(rtcp->app->data, data), "application data inside the datagram");
    const auto message = parse_clock_message(*rtcp->app);
    if (message) require(!message->bound || *message->bound >= Duration{}, "no negative bound");
    const auto trend = parse_trend_message(*rtcp->app);
    if (trend && trend->report) require(std::abs(trend->report->verdict.value_or(0)) <= 1, "a verdict that can be");
  }
  for (const ReportBlock& block : rtcp->reports()) round_trip(block, Timestamp::ns(1'700'000'000'000'000'000));
}

void read_jpeg(ConstBytes data) {
  const auto layout = parse_jpeg(data);
  if (!layout) return;
  require(layout->scan_begin + layout->scan_size <= data.size(), "scan inside the file");
  std::vector<Fragment> fragments;
  if (!fragment_scan(*layout, layout->scan(data), 100, fragments)) return;
  std::size_t at = 0;
  for (const Fragment& fragment : fragments) {
    require(fragment.offset == at, "fragments without gaps");
    at += fragment.length;
  }
  require(at == layout->scan_size, "fragments cover the scan");
}

FuzzInput tagged(std::uint8_t tag, FuzzInput bytes) {
  bytes.insert(bytes.begin(), tag);
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const ConstBytes rest(data + 1, size - 1);
  switch (data[0] % 3) {
    case 0: read_rtp(rest); break;
    case 1: read_rtcp(rest); break;
    default: read_jpeg(rest);
  }
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (const char* file : {"small_420.jpg", "small_422_restart.jpg"}) {
    seeds.push_back(tagged(2, jpeg_file(file)));
    for (const Datagram& datagram : frame_of(file, 1)) seeds.push_back(tagged(0, datagram.bytes));
  }
  FuzzInput rtcp(500);
  RtcpWriter writer(rtcp);
  const std::vector<ReportBlock> blocks(3);
  writer.sender_report(1, {}, blocks);
  writer.sdes_cname(1, "name@host");
  writer.bye(1, "reason");
  rtcp.resize(writer.size());
  seeds.push_back(tagged(1, rtcp));
  FuzzInput clock(kClockMessageBytes);
  write_clock_message(clock, 1, {true, Timestamp::ns(1), Timestamp::ns(2), Timestamp::ns(3), Duration::ns(4)});
  seeds.push_back(tagged(1, clock));
  return seeds;
}
