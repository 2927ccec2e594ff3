#pragma once
// What libpcap does not tell of a capture: in which steps its stamps are, and which packets left the capturing machine.
#include <cstdio>
#include <optional>
#include <vector>

namespace jitterscope::trace {

struct CaptureDetails {
  /// The coarsest if_tsresol of the interfaces (pcapng), or what the file's magic number says (pcap).
  std::optional<double> stamp_resolution_ms;
  /// Of each packet block in order: whether its flags (epb_flags) say outbound. Empty: no packet has flags.
  std::vector<bool> outbound;
};

/// Reads an open capture from its beginning as far as its blocks make sense, and goes back to the beginning.
CaptureDetails read_capture_details(std::FILE* file);

}  // namespace jitterscope::trace
