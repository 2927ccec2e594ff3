#pragma once
// Whether somebody attends the ports where a remote wants its media: one token of each medium is sent there again and
// again, until it comes back from there.
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/units/time.h"
#include "core/call/exchange/path_board.h"

namespace jitterscope {

struct RtcpStream;
class RtcpSink;

/// By one path. rtcp thread.
class PathQuestion {
 public:
  /// All outlive this. The streams are by medium.
  PathQuestion(PathBoard& board, RtcpSink& sink, std::span<const RtcpStream, 2> streams)
      : board_(board), sink_(sink), streams_(streams) {}

  /// Asks, where it is time. Returns when it asks again, or looks for a new question.
  Timestamp ask(Timestamp now);
  /// The token came back.
  void answered(Medium medium, std::uint64_t token);

 private:
  PathBoard& board_;
  RtcpSink& sink_;
  const std::span<const RtcpStream, 2> streams_;
  PerMedium<std::uint64_t> asked_;  // the token asked last
  Timestamp next_;
  int times_ = 0;  // of a token
};

}  // namespace jitterscope
