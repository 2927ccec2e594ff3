#pragma once
// The packets of one captured SSRC, numbered: extended over wraps and from one run of the sender's numbers to the next,
// and divided where several sources send with it.
#include <cstdint>
#include <span>
#include <vector>

#include "core/algorithms/rtp/sequence_runs.h"
#include "core/record/import/captured_stream.h"

namespace jitterscope::trace {

struct NumberedPacket {
  std::uint32_t place = 0;         // in the packets given
  std::int64_t sequence = 0;       // extended; a run goes on where the one before ended
  std::int64_t rtp_timestamp = 0;  // extended, in its run
};

/// One source's packets in the order of their arrival.
struct NumberedSource {
  std::vector<NumberedPacket> packets;
  std::vector<std::int64_t> run_starts;  // the number with which each run begins, ascending
  std::size_t strays = 0;                // packets left out: they fit neither a run nor another source
};

/// By the rules of SequenceRuns. `packets` in the order of arrival. Several sources where packets of one numbering come
/// between those of another; fewer than `fewest` are no source, but strays of the first one. Not empty.
std::vector<NumberedSource> number_packets(std::span<const CapturedRtp> packets,
                                           std::span<const rtp::SenderCountAt> counts, std::size_t fewest);

}  // namespace jitterscope::trace
