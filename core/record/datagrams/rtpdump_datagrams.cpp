// The format of rtptools' rtpdump: a line "#!rtpplay1.0 ADDRESS/PORT", a header with the begin of the recording and the
// source, then one entry a packet: its own length, the packet's length (0: RTCP) and its time in ms, each big-endian.
#include <fmt/format.h>

#include <charconv>

#include "core/algorithms/rtp/byte_order.h"
#include "core/record/datagrams/capture_datagrams.h"
#include "core/record/datagrams/capture_format.h"

namespace jitterscope::trace {
namespace {

constexpr std::string_view kRtpdumpMagic = "#!rtpplay1.0 ";
constexpr std::size_t kLongestLine = 200, kFileHeaderBytes = 16;

std::uint16_t port_of(std::string_view line) {
  std::uint16_t port = 0;
  const auto slash = line.rfind('/');
  if (slash != std::string_view::npos) std::from_chars(line.data() + slash + 1, line.data() + line.size(), port);
  return port;
}

}  // namespace

std::optional<DatagramsRead> read_rtpdump(std::string_view text, const TakeDatagram& take, std::string& error,
                                          const std::stop_token& stop) {
  const std::size_t line = text.substr(0, kLongestLine).find('\n');
  if (!text.starts_with(kRtpdumpMagic) || line == std::string_view::npos || text.size() - line - 1 < kFileHeaderBytes) {
    error = "it does not begin as an rtpdump file does";
    return std::nullopt;
  }
  UdpDatagram datagram;
  datagram.destination_port = port_of(text.substr(0, line));
  FrameBytes rest(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  rest = rest.subspan(line + 1);
  const Timestamp begin = Timestamp::ns(rtp::read32(rest.data()) * std::int64_t{1'000'000'000} +
                                        rtp::read32(rest.data() + 4) * std::int64_t{1000});
  datagram.source_port = rtp::read16(rest.data() + 12);
  rest = rest.subspan(kFileHeaderBytes);
  DatagramsRead read;
  read.stamp_resolution_ms = 1;
  while (rest.size() >= kRtpdumpEntryHeaderBytes) {
    if (stop.stop_requested()) return std::nullopt;
    const std::size_t length = rtp::read16(rest.data());
    if (length < kRtpdumpEntryHeaderBytes || length > rest.size()) break;
    ++read.packets;
    datagram.size = rtp::read16(rest.data() + 2);
    datagram.payload = rest.subspan(kRtpdumpEntryHeaderBytes, length - kRtpdumpEntryHeaderBytes);
    if (datagram.size > 0) {
      ++read.datagrams;
      take(begin + Duration::ms(rtp::read32(rest.data() + 4)), datagram, true);
    }
    rest = rest.subspan(length);
  }
  if (!rest.empty())
    read.note = fmt::format("What follows entry {} is damaged or cut off and was left out.", read.packets);
  return read;
}

}  // namespace jitterscope::trace
