// The format of rtptools' rtpdump: a line "#!rtpplay1.0 ADDRESS/PORT", a header with the begin of the recording and the
// source, then one entry a packet: its own length, the packet's length (0: RTCP) and its time in ms, each big-endian.
#include <fmt/format.h>

#include <charconv>

#include "core/algorithms/rtp/byte_order.h"
#include "core/measures/definitions/stream_input.h"
#include "core/record/disk/whole_file.h"
#include "core/record/import/capture_format.h"
#include "core/record/import/capture_import.h"
#include "core/record/import/rtp_finder.h"

namespace jitterscope {
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

std::optional<AnalysisInput> parse_rtpdump(std::string_view text, const CaptureOptions& options, std::string& error,
                                           std::string& note, const std::stop_token& stop) {
  error.clear();
  note.clear();
  const std::size_t line = text.substr(0, kLongestLine).find('\n');
  if (!text.starts_with(kRtpdumpMagic) || line == std::string_view::npos || text.size() - line - 1 < kFileHeaderBytes) {
    error = "it does not begin as an rtpdump file does";
    return std::nullopt;
  }
  trace::UdpDatagram datagram;
  datagram.destination_port = port_of(text.substr(0, line));
  trace::FrameBytes rest(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  rest = rest.subspan(line + 1);
  const Timestamp begin = Timestamp::ns(rtp::read32(rest.data()) * std::int64_t{1'000'000'000} +
                                        rtp::read32(rest.data() + 4) * std::int64_t{1000});
  datagram.source_port = rtp::read16(rest.data() + 12);
  rest = rest.subspan(kFileHeaderBytes);
  trace::RtpFinder finder(options, trace::packets_that_fit());
  std::int64_t entries = 0;
  while (rest.size() >= trace::kRtpdumpEntryHeaderBytes) {
    if (stop.stop_requested()) return std::nullopt;
    const std::size_t length = rtp::read16(rest.data());
    if (length < trace::kRtpdumpEntryHeaderBytes || length > rest.size()) break;
    ++entries;
    datagram.size = rtp::read16(rest.data() + 2);
    datagram.payload = rest.subspan(trace::kRtpdumpEntryHeaderBytes, length - trace::kRtpdumpEntryHeaderBytes);
    if (datagram.size > 0) finder.add(begin + Duration::ms(rtp::read32(rest.data() + 4)), datagram);
    rest = rest.subspan(length);
  }
  if (!rest.empty()) note = fmt::format("What follows entry {} is damaged or cut off and was left out.", entries);
  if (const std::string left_out = finder.left_out(); !left_out.empty()) note += (note.empty() ? "" : " ") + left_out;
  AnalysisInput input;
  input.streams = finder.take();
  for (StreamInput& stream : input.streams) stream.stamp_resolution_ms = 1;
  if (!input.streams.empty()) return input;
  error = options.port || options.ssrc ? "it holds no RTP with the port or SSRC asked for"
                                       : fmt::format("it holds no RTP stream ({} entries)", entries);
  return std::nullopt;
}

std::optional<AnalysisInput> import_rtpdump(const std::string& path, const CaptureOptions& options, std::string& error,
                                            std::string& note, const std::stop_token& stop) {
  const auto bytes = trace::read_whole_file(path, error);
  if (!bytes) return std::nullopt;
  auto input = parse_rtpdump(*bytes, options, error, note, stop);
  if (input)
    input->file = path;
  else
    error = path + ": " + error + ".";
  return input;
}

}  // namespace jitterscope
