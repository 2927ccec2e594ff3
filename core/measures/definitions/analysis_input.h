#pragma once
// Everything that offline analysis takes of one file.
#include <optional>
#include <string>
#include <vector>

#include "core/base/units/time.h"
#include "core/events/kinds/peer_summary.h"
#include "core/measures/definitions/stream_input.h"

namespace jitterscope {

struct AnalysisInput {
  std::string file;
  std::vector<StreamInput> streams;
  std::optional<Timestamp> began = {};  // second 0, on the clock of `received`; absent: the first packet
  std::vector<PeerSummary> told = {};   // of a trace, ascending: what the remote counted of the streams sent to it
};

}  // namespace jitterscope
