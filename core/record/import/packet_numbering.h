#pragma once
// The packets of one captured SSRC are numbered here: extended over wraps and from one run of the sender's numbers to
// the next, and divided where several sources send with it.
#include <cstdint>
#include <span>
#include <vector>

#include "core/algorithms/rtp/sequence_runs.h"
#include "core/measures/definitions/stream_input.h"
#include "core/record/import/captured_stream.h"

namespace jitterscope::trace {

struct NumberedPacket {
  std::uint32_t place = 0;         // in the packets given
  std::int32_t run = 0;            // from 0; some numbers may be left out
  std::int64_t sequence = 0;       // extended; a run goes on where the one before ended
  std::int64_t rtp_timestamp = 0;  // extended, in its run
};

/// The packets of one source, in the order of their arrival.
struct NumberedSource {
  std::vector<NumberedPacket> packets;
  std::vector<RunStart> runs;  // at least one
  std::size_t strays = 0;      // packets left out: they fit neither a run nor another source
};

/// SequenceRuns has the rules. `packets` are given in the order of arrival and are not empty. There are several sources
/// where packets of one numbering come between those of another; what has fewer packets than `fewest` is no source, but
/// strays of the first one.
std::vector<NumberedSource> number_packets(std::span<const CapturedRtp> packets,
                                           std::span<const rtp::SenderCountAt> counts, std::size_t fewest);

}  // namespace jitterscope::trace
