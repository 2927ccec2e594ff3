#pragma once
// Finds the RTP streams among datagrams. Rules, for what CaptureOptions do not name: version 2, an assigned or dynamic
// payload type (RFC 3551 §6; RTCP's excluded, RFC 5761 §4), no impossible header; and of one SSRC to one destination at
// least five packets with nine of ten sequence numbers and timestamps near the one before.
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/trace/capture_import.h"
#include "core/trace/captured_stream.h"
#include "core/trace/link_layer.h"

namespace jitterscope::trace {

class RtpFinder {
 public:
  explicit RtpFinder(const CaptureOptions& options) : options_(options) {}

  void add(Timestamp at, const UdpDatagram& datagram);
  /// The streams in order of appearance; nothing is left here.
  std::vector<StreamInput> take();

 private:
  struct Key {
    std::array<std::uint8_t, 16> destination{};
    std::uint16_t port = 0;
    std::uint32_t ssrc = 0;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Candidate {
    std::uint32_t ssrc = 0;
    std::uint64_t place = 0;  // in order of appearance
    std::vector<CapturedRtp> packets;
  };
  Candidate& candidate(const Key& key);
  bool is_named(const UdpDatagram& datagram) const;

  CaptureOptions options_;
  std::unordered_map<Key, Candidate, KeyHash> candidates_;
  Key last_key_;
  Candidate* last_ = nullptr;
  std::uint64_t seen_ = 0;
};

}  // namespace jitterscope::trace
