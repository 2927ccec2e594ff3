#pragma once
// Cuts the scan of a JPEG into the blocks of a frame, and writes the bytes that stand before each block. The scan
// itself is never copied: the sender gives the kernel two pieces, {header, scan + offset}.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/algorithms/rtp/jpeg_layout.h"
#include "core/algorithms/rtp/rtp_packet.h"

namespace jitterscope::rtp {

/// One block: bytes [offset, offset + length) of the scan.
struct Fragment {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  RestartHeader restart;  // meaningful for types 64 and 65
  bool last = false;      // of the frame: the marker bit
};

/// Cuts `scan` into blocks of at most `block_size` bytes; types 64 and 65: blocks of whole restart intervals, an
/// interval larger than block_size over several. `fragments` is cleared and keeps its memory. False (and no fragments)
/// when the scan is empty or over 2^24 bytes, block_size is 0, there would be over 65536 blocks, or intervals do not
/// add up.
bool fragment_scan(const JpegLayout& layout, ConstBytes scan, std::size_t block_size, std::vector<Fragment>& fragments);

/// What write_video_header needs of a frame: the same for all its blocks.
struct JpegFrameInfo {
  std::uint8_t type = 1;
  std::uint8_t q = 255;
  std::uint8_t width8 = 0, height8 = 0;
  QuantTables tables;
};
/// `quality` 1 … 100.
JpegFrameInfo frame_info(const JpegLayout& layout, int quality);

inline constexpr std::size_t kMaxVideoHeaderBytes = kMaxRtpHeaderBytes + kMaxJpegPayloadHeaderBytes;
inline constexpr std::size_t kMaxAudioHeaderBytes = kMaxRtpHeaderBytes;

/// Everything of a video packet before its scan bytes. Returns bytes written; 0 when `out` is too small.
/// video-send thread, never blocks. header.marker and payload_type are set from the fragment.
std::size_t write_video_header(Bytes out, RtpHeader header, const PacketExtensions& extensions,
                               const JpegFrameInfo& frame, const Fragment& fragment, ExtensionIds ids = {});
/// Everything of an audio packet before its samples. payload_type is set to PCMU.
std::size_t write_audio_header(Bytes out, RtpHeader header, const PacketExtensions& extensions, ExtensionIds ids = {});

}  // namespace jitterscope::rtp
