#include "core/algorithms/rtp/fragmenter.h"

#include <algorithm>

namespace jitterscope::rtp {
namespace {

constexpr std::size_t kMaxFragments = 65536;

/// Where the restart interval that begins at `begin` ends: behind its RSTn, or at the end of the scan.
std::size_t interval_end(ConstBytes scan, std::size_t begin) {
  const auto* const end = scan.data() + scan.size();
  for (const auto* p = scan.data() + begin;; p += 2) {
    p = std::find(p, end, std::uint8_t{0xFF});
    if (end - p < 2) return scan.size();
    if ((p[1] & 0xF8) == 0xD0) return static_cast<std::size_t>(p + 2 - scan.data());
  }
}

void cut(std::size_t begin, std::size_t end, std::size_t block_size, std::uint16_t interval, std::uint16_t count,
         std::vector<Fragment>& fragments) {
  for (std::size_t at = begin; at < end && fragments.size() <= kMaxFragments; at += block_size) {
    const std::size_t length = std::min(block_size, end - at);
    fragments.push_back({static_cast<std::uint32_t>(at),
                         static_cast<std::uint32_t>(length),
                         {interval, at == begin, at + length == end, count},
                         false});
  }
}

/// Blocks of whole intervals. False when the scan does not hold `expected` intervals.
bool cut_stripes(ConstBytes scan, std::size_t block_size, std::uint16_t interval, int expected,
                 std::vector<Fragment>& fragments) {
  std::size_t chunk_begin = 0, chunk_end = 0;
  int chunk_first = 0, index = 0;
  while (chunk_end < scan.size()) {
    const std::size_t next = interval_end(scan, chunk_end);
    if (chunk_end > chunk_begin && next - chunk_begin > block_size) {
      cut(chunk_begin, chunk_end, block_size, interval, static_cast<std::uint16_t>(chunk_first), fragments);
      chunk_begin = chunk_end, chunk_first = index;
    }
    chunk_end = next, ++index;
  }
  cut(chunk_begin, chunk_end, block_size, interval, static_cast<std::uint16_t>(chunk_first), fragments);
  return index == expected && index <= kWholeFrame;
}

}  // namespace

bool fragment_scan(const JpegLayout& layout, ConstBytes scan, std::size_t block_size,
                   std::vector<Fragment>& fragments) {
  fragments.clear();
  if (scan.empty() || scan.size() > kMaxJpegOffset || block_size == 0) return false;
  bool whole = true;
  if (layout.restart_interval == 0) {
    cut(0, scan.size(), block_size, 0, 0, fragments);
  } else {
    const int intervals = restart_intervals(layout.type, layout.width, layout.height, layout.restart_interval);
    whole = cut_stripes(scan, block_size, layout.restart_interval, intervals, fragments);
  }
  if (!whole || fragments.size() > kMaxFragments) {
    fragments.clear();
    return false;
  }
  fragments.back().last = true;
  return true;
}

JpegFrameInfo frame_info(const JpegLayout& layout, int quality) {
  return {layout.type, q_of_quality(quality), static_cast<std::uint8_t>((layout.width + 7) / 8),
          static_cast<std::uint8_t>((layout.height + 7) / 8), layout.tables};
}

std::size_t write_video_header(Bytes out, RtpHeader header, const PacketExtensions& extensions,
                               const JpegFrameInfo& frame, const Fragment& fragment, ExtensionIds ids) {
  header.marker = fragment.last;
  header.payload_type = kPayloadJpeg;
  const std::size_t rtp_bytes = write_rtp_header(out, header, extensions, ids);
  if (rtp_bytes == 0) return 0;
  const JpegHeader jpeg{0, fragment.offset, frame.type, frame.q, frame.width8, frame.height8};
  const std::size_t jpeg_bytes =
      write_jpeg_payload_header(out.subspan(rtp_bytes), jpeg, fragment.restart, &frame.tables);
  return jpeg_bytes == 0 ? 0 : rtp_bytes + jpeg_bytes;
}

std::size_t write_audio_header(Bytes out, RtpHeader header, const PacketExtensions& extensions, ExtensionIds ids) {
  header.payload_type = kPayloadPcmu;
  return write_rtp_header(out, header, extensions, ids);
}

}  // namespace jitterscope::rtp
