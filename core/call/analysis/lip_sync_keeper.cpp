#include "core/call/analysis/lip_sync_keeper.h"

#include <limits>

namespace jitterscope {
namespace {

constexpr Duration kOldest = Duration::seconds(10);  // what is played, since it was captured
constexpr Duration kJump = Duration::seconds(1);

bool same_unit(const PlayedLast& one, const PlayedLast& other) {
  return one.rtp_timestamp == other.rtp_timestamp && one.ssrc == other.ssrc;
}

bool begins_anew(const PlayedLast& now, const PlayedLast& before, int rate) {
  const Duration jump = media_time(now.rtp_timestamp - before.rtp_timestamp, rate) - (now.playout - before.playout);
  return now.ssrc != before.ssrc || jump > kJump || -jump > kJump;
}

}  // namespace

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
  if (!played.known || (stream.last.known && same_unit(played, stream.last))) return;
  if (stream.last.known && begins_anew(played, stream.last, stream.rate)) {
    lip_sync_.restart();
    stream.clock.restart();
    stream.report = {};
  }
  stream.last = played;
  follow_report(stream, board_.of(medium).report.load());
  if (const auto captured = stream.clock.captured(played.rtp_timestamp))
    lip_sync_.note(medium, {*captured, played.playout, played.held});
}

void LipSyncKeeper::follow_report(Stream& stream, const SenderReportPair& report) {
  const PlayedLast& played = stream.last;
  if (!report.known || report.ssrc != played.ssrc || (stream.report.known && report.wall == stream.report.wall)) return;
  // The report's 32 bits, as near to what is played as they can be meant.
  const auto ahead = static_cast<std::int32_t>(report.rtp_timestamp - static_cast<std::uint32_t>(played.rtp_timestamp));
  const Duration age = played.playout - (report.received - media_time(ahead, stream.rate));
  if (age > kOldest || -age > kOldest) return;
  stream.clock.add_report(report.wall, played.rtp_timestamp + ahead);
  stream.report = report;
}

}  // namespace jitterscope
