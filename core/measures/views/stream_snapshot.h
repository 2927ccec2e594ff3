#pragma once
// What a snapshot says of one stream. Series are bounded whatever the length of the call. Absent = unknown, drawn as a
// dash.
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/stats/sample_figures.h"
#include "core/base/stats/series.h"
#include "core/base/units/time.h"
#include "core/events/names.h"
#include "core/measures/views/packet_dot.h"

namespace jitterscope {

/// How long frames that were lost are told of.
inline constexpr Duration kLostFramesKept = Duration::seconds(10);

/// One medium in one direction. Received here: from this end's own events. Sent: this end's departures.
struct StreamSnapshot {
  Medium medium{};
  Direction direction{};
  bool active = false;  // has carried a packet
  std::uint32_t ssrc = 0;
  bool foreign = false;  // no block extension: send times unknown
  // Sent: expected = send calls; what came of them is the peer's to say, and lost is 0.
  std::int64_t packets = 0, expected = 0, duplicates = 0, reordered = 0, bytes = 0;
  std::optional<std::int64_t> lost = 0;  // absent: this program dropped notes of what came
  // Sent: send calls that the kernel refused. Received: of the packets that came, those that this end could not read,
  // by reason too; they are not lost. Absent: not known.
  std::optional<std::int64_t> refused;
  std::array<std::int64_t, kRejectReasons> refused_by{};
  std::int64_t runs = 1;                        // received: of the sender's sequence numbers
  std::int64_t frames_complete = 0;             // audio: blocks; sent: frames or blocks sent
  std::optional<std::int64_t> frames_lost = 0;  // sent: 0; absent as lost is
  // sun97: R_i - R_{i-1} > DVT (core/algorithms/playout/lateness.h); absent while T is unknown, and of what is sent.
  std::optional<std::int64_t> frames_late;
  std::optional<double> dvt_ms;                         // in force now
  std::optional<std::int64_t> blocks_missed_playout;    // audio: came, but after their time to be played
  std::array<std::int64_t, kRejectReasons> rejected{};  // datagrams that came and are of no stream
  // Over the last two seconds, so weighted that a steady stream shows its rate whenever one looks.
  double rate_kbps = 0;
  double packets_per_second = 0;
  double frames_per_second = 0;
  // Whole call: from its first packet to its last, so that a second cut off by the end makes none of them smaller.
  // Absent before half a second of it.
  std::optional<double> whole_rate_kbps, whole_packets_per_second, whole_frames_per_second;
  std::optional<double> loss_ratio;               // whole call; absent of what is sent
  std::optional<double> recent_loss_ratio;        // last 10 s
  SampleFigures interarrival;                     // whole call (sent: interdeparture)
  SampleFigures recent_interarrival;              // last 10 s
  SampleFigures delay;                            // one-way, whole call
  std::optional<double> recent_delay_mean_ms;     // last 10 s
  std::optional<double> jitter_rfc3550_ms;        // by RTP timestamp, now
  std::optional<double> jitter_on_send_times_ms;  // the same filter on send times, now
  std::vector<EnvelopeSlot> interarrival_series, jitter_series, delay_series;
  std::vector<SeriesPoint> rate_series, loss_series;  // per second, kbit/s and percent
  std::vector<PacketDot> last_packets;                // of about the last 12 frames (video) or 50 blocks (audio)
  // Received video: when these left the remote; empty while unknown. Sent video: of the last 6 s, as the remote tells
  // of every few frames; empty where nobody wants what is reported.
  std::vector<PacketDot> last_departures;
  // Received video: packets that were to come in the last frames and did not, at the places of last_packets and of
  // last_departures where they would have been; see LostDots.
  std::vector<PacketDot> last_lost, lost_departures;
  bool ended = false;  // received: the sender said so, or it is not wanted: silence is no fault
  // Received video: since the newest picture was painted or handed to the screen, or its packets began to come; absent
  // before that, and once it has ended.
  std::optional<double> since_picture_s;
  std::vector<double> lost_frames_ago_s;  // received video: frames given up within kLostFramesKept, oldest first
};

/// What ViewKind::kFigures adds.
void take_figures(StreamSnapshot& to, const StreamSnapshot& from);

}  // namespace jitterscope
