#pragma once
// Notes on a stream whose sender began something anew.
#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace jitterscope {

/// This note is for a stream whose sender began anew with other sequence numbers; `runs` counts the first too.
inline std::string run_note(std::size_t runs) {
  return fmt::format(
      "The sender began anew with other sequence numbers: {} runs. What lies between them is no loss, and each has its "
      "own reference.",
      runs);
}

/// This note is for a stream whose sender's RTP timestamps began anew, which restart.h's rule tells.
inline std::string restart_note(std::int64_t restarts) {
  return fmt::format(
      "The sender's RTP timestamps began anew within a run of sequence numbers ({} times): each part has its own "
      "reference.",
      restarts);
}

}  // namespace jitterscope
