#pragma once
// Keeps sound and picture of the far end together: from how both are played and the far end's sender reports to how
// long each is held.
#include <array>
#include <optional>

#include "core/call/playout_board.h"
#include "core/playout/capture_clock.h"
#include "core/playout/lip_sync.h"

namespace jitterscope {

/// Analysis thread. Both media need a sender report first: some seconds.
class LipSyncKeeper {
 public:
  explicit LipSyncKeeper(PlayoutBoard& board) : board_(board) {}
  /// About ten times a second: notes what was played since, and says on the board what to hold.
  void round(Timestamp now);

 private:
  struct Stream {
    explicit Stream(int rate) : clock(rate) {}
    CaptureClock clock;
    SenderReportPair report;  // taken into the clock
    PlayedLast last;
  };
  void look_at(Medium medium);

  PlayoutBoard& board_;
  LipSync lip_sync_;
  std::array<Stream, 2> streams_{Stream(8000), Stream(90'000)};
};

}  // namespace jitterscope
