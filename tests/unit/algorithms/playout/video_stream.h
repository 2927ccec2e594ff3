#pragma once
// A sender of video frames for tests: real JPEG files cut into packets that own their bytes.
#include <cstdint>
#include <string>
#include <vector>

#include "core/algorithms/playout/reassembler.h"
#include "core/algorithms/rtp/fragmenter.h"
#include "tests/unit/algorithms/rtp/jpeg_files.h"

namespace jitterscope {

inline Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(ms * 1'000'000);
}

struct Datagram {
  std::vector<std::uint8_t> bytes;
  /// The packet as the receive thread would read it; it points into `bytes`.
  VideoPacket packet(Timestamp received) const {
    const auto rtp = rtp::parse_rtp(bytes);
    const auto jpeg = rtp::parse_jpeg_payload(rtp->payload);
    return {rtp->header, rtp->extensions.block, *jpeg, received, rtp->extensions.sent_conference};
  }
};

/// Packets of frame `number` (RTP timestamp 6000 a frame, sent at 1 s + number).
inline std::vector<Datagram> frame_of(const std::string& file, std::int64_t number, std::size_t block_size = 300,
                                      bool with_extension = true, bool with_tables = true) {
  const auto jpeg = jpeg_file(file);
  const auto layout = rtp::parse_jpeg(jpeg);
  std::vector<rtp::Fragment> fragments;
  rtp::fragment_scan(*layout, layout->scan(jpeg), block_size, fragments);
  std::vector<Datagram> datagrams;
  for (const rtp::Fragment& fragment : fragments) {
    const rtp::RtpHeader header{fragment.last, rtp::kPayloadJpeg, 0, static_cast<std::uint32_t>(number * 6000), 7};
    rtp::PacketExtensions extensions;
    if (with_extension) {
      extensions.block = {static_cast<std::uint16_t>(number), static_cast<std::uint16_t>(datagrams.size())};
      extensions.sent_conference = at_ms(1000 + number);
    }
    const rtp::JpegHeader jpeg_header{0, fragment.offset, layout->type, rtp::q_of_quality(75), 8, 6};
    std::vector<std::uint8_t> bytes(rtp::kMaxVideoHeaderBytes);
    std::size_t size = rtp::write_rtp_header(bytes, header, extensions);
    size += rtp::write_jpeg_payload_header(rtp::Bytes(bytes).subspan(size), jpeg_header, fragment.restart,
                                           with_tables ? &layout->tables : nullptr);
    bytes.resize(size);
    const auto scan = layout->scan(jpeg).subspan(fragment.offset, fragment.length);
    bytes.insert(bytes.end(), scan.begin(), scan.end());
    datagrams.push_back({bytes});
  }
  return datagrams;
}

/// A reassembler whose outcomes and pictures are kept.
struct Receiver {
  explicit Receiver(ReassemblerConfig config = {}) : reassembler(small(config)), spare(kFrameBytes) {}
  static constexpr std::size_t kFrameBytes = 1 << 16;
  static ReassemblerConfig small(ReassemblerConfig config) {
    config.max_frame_bytes = kFrameBytes;
    config.ssrc = 7;
    return config;
  }
  VideoReassembler::Result keep(VideoReassembler::Result result) {
    done.insert(done.end(), result.done.begin(), result.done.end());
    if (result.frame_ready && taking && reassembler.take(spare)) {
      const auto jpeg = spare.jpeg();
      pictures.emplace_back(jpeg.begin(), jpeg.end());
      picture_done.push_back(spare.done);
    }
    return result;
  }
  VideoReassembler::Result push(const Datagram& datagram, Timestamp now) {
    return keep(reassembler.push(datagram.packet(now)));
  }
  void push_all(const std::vector<Datagram>& datagrams, Timestamp now) {
    for (const Datagram& datagram : datagrams) push(datagram, now);
  }
  std::vector<std::pair<std::int64_t, FrameOutcome>> outcomes() const {
    std::vector<std::pair<std::int64_t, FrameOutcome>> list;
    for (const FrameDone& frame : done) list.emplace_back(frame.frame, frame.outcome);
    return list;
  }

  VideoReassembler reassembler;
  FrameBuffer spare;
  bool taking = true;
  std::vector<FrameDone> done, picture_done;
  std::vector<std::vector<std::uint8_t>> pictures;
};

/// Whether the received file holds the same picture data as the one sent.
inline bool same_picture(const std::vector<std::uint8_t>& received, const std::string& file) {
  const auto sent = jpeg_file(file);
  const auto a = rtp::parse_jpeg(sent), b = rtp::parse_jpeg(received);
  if (!a || !b) return false;
  const auto scan_a = a->scan(sent), scan_b = b->scan(received);
  return a->type == b->type && a->tables == b->tables && a->restart_interval == b->restart_interval &&
         std::vector(scan_a.begin(), scan_a.end()) == std::vector(scan_b.begin(), scan_b.end());
}

}  // namespace jitterscope
