#pragma once
// Keeps sound and picture of the remote together: from how both are played and the remote's sender reports to how
// long each is held.
#include <array>

#include "core/algorithms/playout/lip_sync.h"
#include "core/call/exchange/playout_board.h"

namespace jitterscope {

/// Analysis thread. Both media need a sender report first: some seconds; also after a stream began anew, with another
/// SSRC or other timestamps. A report by which something is played more than 10 s from when it was captured is of
/// another stream.
class LipSyncKeeper {
 public:
  explicit LipSyncKeeper(PlayoutBoard& board) : board_(board) {}
  /// About five times a second: notes what was played since, and says on the board what to hold.
  void round(Timestamp now);

 private:
  struct Stream {
    explicit Stream(int clock_rate) : rate(clock_rate), clock(clock_rate) {}
    int rate;
    CaptureClock clock;
    SenderReportPair report;  // taken into the clock
    PlayedLast last;
  };
  void look_at(Medium medium);
  void follow_report(Stream& stream, const SenderReportPair& report);

  PlayoutBoard& board_;
  LipSync lip_sync_;
  std::array<Stream, 2> streams_{Stream(8000), Stream(90'000)};
};

}  // namespace jitterscope
