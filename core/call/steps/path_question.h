#pragma once
// Whether somebody attends the ports where a remote wants its media: one token of each medium is sent there again and
// again, until it comes back from there.
#include <cstdint>
#include <span>

#include "core/base/units/time.h"
#include "core/call/exchange/path_board.h"

namespace jitterscope {

namespace rtp {
struct PathProbe;
}
struct RtcpStream;
class RtcpSink;

/// It asks and answers for one path, on the rtcp thread.
class PathQuestion {
 public:
  /// What is passed outlives this. The streams are in the order of Medium.
  PathQuestion(PathBoard& board, RtcpSink& sink, std::span<const RtcpStream, 2> streams)
      : board_(board), sink_(sink), streams_(streams) {}

  /// Asks, where it is time. Returns when it asks again, or looks for a new question.
  Timestamp ask(Timestamp now);
  /// A probe came: answers a question for a stream of this end, and notes an answer on the board.
  void take(Medium medium, const rtp::PathProbe& probe);

 private:
  PathBoard& board_;
  RtcpSink& sink_;
  const std::span<const RtcpStream, 2> streams_;
  PerMedium<std::uint64_t> asked_;  // the token asked last
  Timestamp next_;
  int times_ = 0;  // of a token
};

}  // namespace jitterscope
