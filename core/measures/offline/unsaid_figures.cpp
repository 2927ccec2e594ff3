#include "core/measures/offline/unsaid_figures.h"

namespace jitterscope {

void forget_what_crosses_the_clocks(bool assumed_playout, StreamReport& report) {
  if (report.delay_split) {
    report.delay_split->whole.reset();
    report.delay_split->parts[static_cast<std::size_t>(DelayPart::kLink)].reset();
  }
  report.os_share.reset();
  report.network_share.reset();
  report.quality.network_latency_ms.reset();
  if (!report.quality.latency_ms && !assumed_playout) return;
  report.quality.latency_ms.reset();
  report.quality.latency_units = 0;
  report.quality.ends_at.reset();
  report.quality.no_latency = NoLatency::kClocks;
}

void forget_what_only_the_peer_knows(StreamReport& report) {
  report.refused = report.lost;
  report.lost.reset();
  report.loss_ratio.reset();
  report.delay.reset();
  report.gaps_per_second.reset();
  report.loss_bursts.reset();
  report.compensation.reset();
  report.skew_candidate.reset();
  if (report.intervals) {
    report.intervals->loss_ratio.reset(), report.intervals->loss_effective_n.reset();
    report.intervals->optimal_buffer.reset(), report.intervals->optimal_effective_n.reset();
  }
  if (report.frames) report.frames = FramesReport{report.frames->sent, {}, {}, {}, {}, {}};
  if (report.audio) report.audio = AudioReport{report.audio->blocks, {}, {}, {}};
  report.quality = {};
  report.quality.no_latency = NoLatency::kSentOnly;
}

void forget_what_own_drops_hide(const std::vector<OwnDrops>& drops, StreamReport& report) {
  if (drops.empty()) return;
  std::int64_t notes = 0;
  for (const OwnDrops& each : drops) notes += each.notes;
  report.runs.clear();
  report.lost.reset();
  report.loss_ratio.reset();
  report.gaps_per_second.reset();
  report.loss_bursts.reset();
  if (report.intervals) report.intervals->loss_ratio.reset(), report.intervals->loss_effective_n.reset();
  if (report.frames) report.frames->complete.reset(), report.frames->lost.reset(), report.frames->error_ratio.reset();
  if (report.audio) report.audio->error.reset();
  report.quality.jitter_ms.reset();
  report.quality.loss_ratio.reset();
  report.quality.units_due.reset(), report.quality.units_played.reset();
  report.quality.burst_ratio.reset();
  report.quality.own_drops = true;
  report.notes.push_back(own_drops_note(notes));
}

void forget_what_needs_a_clock(StreamReport& report) {
  report.quality.jitter_ms.reset();
  report.compensation.reset();
  report.skew_candidate.reset();
  report.gaps_per_second.reset();
  if (report.frames) report.frames->late.reset(), report.frames->error_ratio.reset();
  if (report.audio) report.audio->late.reset();
  if (report.intervals) report.intervals->optimal_buffer.reset(), report.intervals->optimal_effective_n.reset();
}

void forget_what_a_retransmission_cannot_say(StreamReport& report) {
  report.runs.clear();
  report.lost.reset();
  report.loss_ratio.reset();
  report.jitter_rfc3550.reset();
  if (report.intervals) report.intervals->loss_ratio.reset(), report.intervals->loss_effective_n.reset();
  report.quality.no_latency = NoLatency::kNoPlayout;
  report.notes.emplace_back(
      "It sends again what another stream sent: it has no loss, no curve and no verdict of its own.");
}

}  // namespace jitterscope
