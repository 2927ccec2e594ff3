#pragma once
// What a demonstration of the call has shown so far: its two halves, each with its figures.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stats/interval95.h"
#include "core/base/stats/sample_figures.h"
#include "core/base/stats/series.h"
#include "core/events/demonstration.h"
#include "core/measures/views/packet_dot.h"

namespace jitterscope {

/// A share of packets or frames, 0 ... 1, with its 95 % interval over the seconds; absent where it is unknown.
struct LossShare {
  std::optional<double> share, low, high;
};

/// 95 % intervals of figures of a half, ms. Absent: too few independent values, a few that make all of it, more than
/// are kept, or of another kind of demonstration.
struct HalfIntervals {
  std::optional<Interval95> frame_delay_mean, kernel_to_user_p50, kernel_to_user_p99, audio_interarrival_stddev,
      peer_sound_delay_p50;
};

/// One half of a demonstration (before or after the switch), from events between its marks.
struct DemonstrationHalf {
  std::string variant;  // what is compared: "c", "a"; "default", "realtime"; "off", "two-stream"
  double seconds = 0;
  std::int64_t packets = 0, frames = 0, frames_lost = 0;  // of the received video; frames = complete + lost
  LossShare packet_loss, frame_loss;
  LossShare peer_packet_loss, peer_frame_loss;  // of the local video, as the remote end counts
  SampleFigures packet_delay, frame_delay, interdeparture, interarrival;  // ms
  std::vector<PacketDot> departures, arrivals, lost;                      // of its last frames; lost: of the arrivals
  std::optional<std::int64_t> packets_lost;  // beside `packets`; absent: this program dropped notes of what came
  // Priority: of both received media together unless named.
  SampleFigures kernel_to_user, audio_interarrival, sender_wake;  // ms; sender_wake of this end's paced threads
  std::vector<EnvelopeSlot> kernel_to_user_series;                // ms
  std::optional<double> os_share;
  std::optional<std::int64_t> audio_gaps;  // runs of late or lost blocks
  std::optional<std::string> effective;    // class the kernel gave audio-receive
  // Rate control: of what is sent here, as the link and the remote have it.
  SampleFigures peer_sound_delay;                    // ms, one-way, of each report; n = 0 while the clocks differ
  std::vector<SeriesPoint> peer_sound_delay_series;  // s of the call, ms
  LossShare peer_sound_loss;
  double unreported_s = 0;                            // the longest time in it without a report of the sound
  std::vector<SeriesPoint> picture_kbps, sound_kbps;  // with all headers, each whole second; s of the half
  std::optional<double> link_kbps;  // what the way to the remote carried, of everything, while packets waited for it
  std::int64_t pictures_sent = 0, pictures_left_out = 0;  // of this end; left out before they were sent
  HalfIntervals intervals;
};

/// What a demonstration showed that came to its end before the one of the view.
struct EarlierDemonstration {
  DemonstrationKind kind{};
  double at_s = 0;  // it began, s of the call
  std::string sentence;
};

struct DemonstrationView {
  DemonstrationKind kind{};
  std::string state;    // "settling", "before", "switching", "after", "done", "stopped"
  bool again = false;   // under harder conditions, since the first time decided nothing; the halves are that one's
                        // while it is "settling" and when it is "stopped"
  double progress = 0;  // 0…1
  double seconds_left = 0;
  std::optional<DemonstrationHalf> before, after;
  std::string sentence;                       // what was seen, in words; empty until done or repeated
  std::vector<EarlierDemonstration> earlier;  // of the same call, that came to their end: oldest first, the last four
};

}  // namespace jitterscope
