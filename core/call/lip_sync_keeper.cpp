#include "core/call/lip_sync_keeper.h"

#include <limits>

namespace jitterscope {

void LipSyncKeeper::round(Timestamp now) {
  lip_sync_.enable(board_.lip_sync.load(std::memory_order_relaxed));
  look_at(Medium::kAudio);
  look_at(Medium::kVideo);
  const LipSyncHolds holds = lip_sync_.holds(now);
  board_.of(Medium::kAudio).hold.store(holds.audio.ns(), std::memory_order_relaxed);
  board_.of(Medium::kVideo).hold.store(holds.video.ns(), std::memory_order_relaxed);
  const auto skew = lip_sync_.skew(now);
  board_.skew_ms.store(skew ? skew->ms() : std::numeric_limits<double>::quiet_NaN(), std::memory_order_relaxed);
}

void LipSyncKeeper::look_at(Medium medium) {
  Stream& stream = streams_[static_cast<std::size_t>(medium)];
  const PlayedLast played = board_.of(medium).played.load();
  if (!played.known || (played.rtp_timestamp == stream.last.rtp_timestamp && stream.last.known)) return;
  if (stream.last.known && played.ssrc != stream.last.ssrc) lip_sync_.restart();
  stream.last = played;
  const SenderReportPair report = board_.of(medium).report.load();
  if (report.known && (!stream.report.known || report.wall != stream.report.wall)) {
    // The report's 32 bits, as near to what is played as they can be meant.
    const auto ahead =
        static_cast<std::int32_t>(report.rtp_timestamp - static_cast<std::uint32_t>(played.rtp_timestamp));
    stream.clock.add_report(report.wall, played.rtp_timestamp + ahead);
    stream.report = report;
  }
  if (const auto captured = stream.clock.captured(played.rtp_timestamp))
    lip_sync_.note(medium, {*captured, played.playout, played.held});
}

}  // namespace jitterscope
