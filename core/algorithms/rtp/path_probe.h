#pragma once
// Questions whether somebody attends a port where a remote wants its media, and answers to them: RTCP APP packets, name
// "JSPP": subtype 0 asks, 1 answers; data: the asker's token (64 bits, random), the SSRC that is to answer (32 bits). A
// relay between the ends may answer in place of the end behind it.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/algorithms/rtp/rtcp.h"

namespace jitterscope::rtp {

struct PathProbe {
  bool answer = false;
  std::uint32_t ssrc = 0;  // of who sends it
  std::uint64_t token = 0;
  std::uint32_t asked_ssrc = 0;  // of who is to answer; in an answer, who asked

  PathProbe answered() const { return {true, asked_ssrc, token, ssrc}; }
  bool operator==(const PathProbe&) const = default;
};

inline constexpr std::size_t kPathProbeBytes = 8 + 12 + 12;

/// The whole datagram, behind an empty receiver report (RFC 5506); bytes written: kPathProbeBytes, or 0 when `out` is
/// smaller.
std::size_t write_path_probe(Bytes out, const PathProbe& probe);
/// nullopt: another application's packet, or not such a message.
std::optional<PathProbe> parse_path_probe(const AppPacket& packet);
/// The question that a whole datagram is, if it is one.
std::optional<PathProbe> path_question(ConstBytes datagram);

}  // namespace jitterscope::rtp
