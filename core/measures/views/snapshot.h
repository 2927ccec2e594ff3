#pragma once
// What the analysis thread publishes for screens: one immutable picture of the call, a few to 25 times a second. Built
// only from events. Series are bounded whatever the length of the call. Absent = unknown, drawn as a dash.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/stats/interval95.h"
#include "core/base/stats/sample_figures.h"
#include "core/base/stats/series.h"
#include "core/base/units/time.h"
#include "core/events/delay_parts.h"
#include "core/events/demonstration.h"
#include "core/events/identity.h"
#include "core/events/names.h"
#include "core/events/per_medium.h"
#include "core/measures/views/answers.h"
#include "core/measures/views/compensation_view.h"
#include "core/measures/views/interest.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/playout_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/rate_view.h"
#include "core/measures/views/stretch.h"
#include "core/measures/views/typed_views.h"

namespace jitterscope {

/// A packet of the last frames, for the departures-and-arrivals plot. Times in ms since its frame's first packet.
struct PacketDot {
  std::int64_t frame = 0;
  std::uint16_t block = 0;
  double at_s = 0;       // seconds since the call began
  double offset_ms = 0;  // since the first packet of the frame
};

/// How long frames that were lost are told of.
inline constexpr Duration kLostFramesKept = Duration::seconds(10);

/// One medium in one direction. Received here: from this end's own events. Sent: this end's departures.
struct StreamSnapshot {
  Medium medium{};
  Direction direction{};
  bool active = false;  // has carried a packet
  std::uint32_t ssrc = 0;
  bool foreign = false;  // no block extension: send times unknown
  // Sent: expected = send calls, lost = those that the kernel refused; what came of the others is the peer's to say.
  std::int64_t packets = 0, expected = 0, lost = 0, duplicates = 0, reordered = 0, bytes = 0;
  std::int64_t frames_complete = 0, frames_lost = 0;  // audio: blocks; sent: frames or blocks sent, and 0
  // sun97: R_i - R_{i-1} > DVT (core/algorithms/playout/lateness.h); absent while T is unknown, and of what is sent.
  std::optional<std::int64_t> frames_late;
  std::optional<double> dvt_ms;                       // in force now
  std::optional<std::int64_t> blocks_missed_playout;  // audio: came, but after their time to be played
  std::array<std::int64_t, kRejectReasons> rejected{};
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
  bool ended = false;  // received: the sender said so, or it is not wanted: silence is no fault
  // Received video: since the newest picture was painted or handed to the screen, or its packets began to come; absent
  // before that, and once it has ended.
  std::optional<double> since_picture_s;
  std::vector<double> lost_frames_ago_s;  // received video: frames given up within kLostFramesKept, oldest first
};

/// What ViewKind::kFigures adds.
void take_figures(StreamSnapshot& to, const StreamSnapshot& from);

/// A report of the remote is out of date after this: on a narrow path it reports on a medium only every 5 s.
inline constexpr Duration kReportHolds = Duration::seconds(8);

/// What the remote measures of one of our streams.
struct PeerView {
  Medium medium{};
  std::int64_t packets = 0, lost = 0, duplicates = 0, reordered = 0;
  std::int64_t frames_complete = 0, frames_lost = 0;
  std::optional<std::int64_t> frames_late;
  std::optional<double> frames_per_second;  // complete, of 4 s or between two rare reports; absent until 0.5 s is known
  std::optional<double> loss_ratio;         // whole call
  std::optional<double> recent_loss_ratio;  // last 10 s
  std::optional<double> interarrival_mean_ms, interarrival_stddev_ms, jitter_ms, delay_mean_ms, delay_p95_ms;
  double rate_kbps = 0;
  double age_s = 0;
  std::vector<SeriesPoint> interarrival_stddev_series, jitter_series, loss_series, rate_series;
  std::vector<PacketDot> last_packets;  // video: of the last frames that it reported, as they came there
  std::uint32_t ssrc = 0;               // whose last_packets are
  // Video: since the newest frame of which it had heard left here, when it reported: so old were its figures then.
  // Absent where it has reported of no frame lately.
  std::optional<double> sent_ago_s;
};

struct ThreadRow {
  ThreadRole role{};
  int tid = 0;
  std::string requested, effective;
  int cpu = -1;
  PriorityWay way = PriorityWay::kNone;
  std::optional<double>
      lost_at_s;         // when the class in force was last lost or taken by the watchdog; absent: it was not
  bool demoted = false;  // by the watchdog, and not asked for again since
  // Of the last second or two; absent until two reports have come.
  std::optional<double> cpu_share;                           // of one processor, 0 … 1
  std::optional<double> run_queue_share;                     // time ready but not running, 0 … 1
  std::optional<double> voluntary_per_s, involuntary_per_s;  // context switches
  // Last 10 s, or since the class last changed: of senders deadline -> running, of receivers the kernel's stamp ->
  // running.
  std::optional<double> wake_p50_us, wake_p99_us, wake_max_us;
  std::optional<double> wake_since_s;     // that change, when it is less than 10 s ago; seconds since the call began
  std::vector<EnvelopeSlot> wake_series;  // µs
  std::vector<SeriesPoint> run_queue_series;  // ms waited per second
};

struct RingRow {
  std::string name;
  std::int64_t dropped = 0;
};

struct MarkRow {
  double at_s = 0;
  std::string text;
  bool remote = false;
};  // user marks and setting changes

struct NoticeRow {
  double at_s = 0;
  int severity = 0;
  std::string text;
  std::int64_t number = 0;  // of the call's notices, from 1
};

/// One direction of the emulated link, from LinkReport events.
struct LinkView {
  bool kernel = false;
  std::optional<int> queue_limit;  // packets, from the setting; absent: unlimited or in bytes
  int queue_packets = 0, queue_packets_max = 0;
  std::int64_t offered = 0, delivered = 0, dropped_queue = 0, dropped_random = 0, dropped_collisions = 0,
               dropped_overload = 0;
  std::int64_t media_dropped = 0, background_offered = 0, background_dropped = 0;
  double delivered_kbps = 0;           // over the last second
  std::optional<double> own_delay_us;  // the relay's own, median
  bool overloaded = false;
  std::vector<EnvelopeSlot> queue_series;  // packets waiting
  std::vector<SeriesPoint> drop_series;    // drops a second, all reasons
  std::vector<SeriesPoint> rate_series;    // delivered kbit/s
};

/// The clock between the ends, from ClockSynced events.
struct ClockView {
  bool synchronised = false;
  std::string source;  // "master", "same clock", "exchanges"
  double offset_ms = 0, skew_ppm = 0, bound_ms = 0;
  std::optional<double> round_trip_ms;
  std::vector<SeriesPoint> offset_series, bound_series;
  /// A stretch in which the clocks jumped apart unnoticed: delays of it are wrong by up to so much more than the bound.
  struct Doubt {
    double from_s = 0, to_s = 0, jumped_ms = 0;
  };
  std::vector<Doubt> doubts;  // at most 50, the first ones
  std::int64_t steps = 0;     // of the system clock during the call
};

/// Where the delay of one received medium goes. A part that cannot be known (foreign sender, no stamps, clock bound too
/// wide) is absent.
struct DelaySplitView {
  bool of_stretch = false;                                      // figures are of all of a stretch, not of the last 10 s
  std::array<std::optional<SampleFigures>, kDelayParts> parts;  // ms, last 10 s
  std::optional<SampleFigures> whole;  // ms; of frames or blocks of which every part up to the last known one is known
  std::optional<DelayPart> last;       // where `whole` ends (display, or decode without a window …)
  std::optional<double> clock_bound_ms;           // half-width, of `link` and `whole`
  std::optional<double> os_ms, network_ms;        // means, last 10 s
  std::optional<double> waiting_ms, kernel_ms;    // within os_ms: means of the same frames
  std::optional<double> os_share, network_share;  // of their sum (nahrstedt94 Fig 7)
  std::string unknown;                            // why parts are missing, one sentence; empty: none is
  std::string units;                              // of which units all this is, one sentence; empty: of all played
  struct Moment {                                 // means over a second or more
    double at_s = 0;
    std::array<std::optional<double>, kDelayParts> parts;  // ms
    std::optional<double> os_share;
    std::optional<double> waiting = {};  // ms in which threads waited for a processor: within the
                                         // parts of work, the operating system's all the same
  };
  std::vector<Moment> series;  // at most a few thousand
};

/// Link, loads and clock of the call: what the Conditions panel shows.
struct ConditionsView {
  std::string link;         // as LinkSettings::to_string; "off" = none
  std::string remote_link;  // the remote's own, in its words; empty = none was sent
  std::string background;   // as BackgroundSetting::to_string
  std::optional<LinkView> up, down;
  int counters = 0, video_applications = 0;
  std::optional<double> load_average;
  double background_kbytes_per_second = 0;  // offered
  std::vector<SeriesPoint> load_average_series;
  std::optional<ClockView> clock;
};

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
  std::vector<PacketDot> departures, arrivals;                            // of its last frames
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

/// All that is known of one stream that is received; of a medium of which nothing has come yet, how it will be played.
struct ReceivedView {
  StreamSnapshot figures;
  std::optional<DelaySplitView> split;  // absent for the first one to three seconds
  // Computed a few times a second by the queries asked and shared between snapshots. Null: nothing was received yet.
  Answers<MeasuresView> measures;
  Answers<CompensationView> compensation;
  std::optional<PlayoutView> playout;
  std::optional<QualityView> quality;
};

/// What a participant says that it measures of a stream that this end sends.
struct ReportedView {
  std::optional<PeerView> figures;
  std::optional<QualityView> quality;
};

struct ParticipantView {
  ParticipantId id;
  PerMedium<ReceivedView> received;  // its newest stream of each medium
  PerMedium<ReportedView> reported;
};

/// Of a long file: what has been read of it so far.
struct OnlyFrom {
  // Figures are from then on. Of the whole file are packets, loss and bytes of the newest streams, and spacing, delay,
  // rate and loss over time; what else is said of whole streams is absent.
  double at_s = 0;
  std::string trouble;  // why the rest could not be read; empty: it is being read
};

/// The time that is selected.
struct SelectedStretch {
  Stretch stretch;
  enum class State : std::uint8_t {
    kShown,    // figures are of it
    kIsRead,   // they will be: until then they are of what is said without a selection
    kNotRead,  // they stay so
  };
  State state = State::kShown;
  std::string why = {};     // of kNotRead, one sentence
  bool unfinished = false;  // the recording grows, and more that belongs to it will come
};

struct CallSnapshot;
/// `of` with what it lacks of split, measures and compensation from a later snapshot, which has them.
CallSnapshot completed(CallSnapshot of, const CallSnapshot& later);

struct CallSnapshot {
  Timestamp local;                    // when it was made
  double elapsed_s = 0;               // since the call began
  Interests made = Interests::all();  // what it holds; all else is as if nothing were known
  std::optional<OnlyFrom> only_from;  // absent: of all that there is
  std::optional<SelectedStretch> selected;
  PerMedium<StreamSnapshot> sent;        // this end's newest streams
  std::vector<ParticipantView> remotes;  // of whom something is known

  // Of a participant of whom nothing is known: as of one of whom nothing has come. Not const: makes it known.
  const ParticipantView& participant(ParticipantId) const&;
  ParticipantView& participant(ParticipantId) &;
  ParticipantView participant(ParticipantId id) && { return std::move(participant(id)); }
  const ReceivedView& received(Medium medium, ParticipantId from = kFirstRemote) const& {
    return participant(from).received[medium];
  }
  ReceivedView& received(Medium medium, ParticipantId from = kFirstRemote) & {
    return participant(from).received[medium];
  }
  ReceivedView received(Medium medium, ParticipantId from = kFirstRemote) && {
    return std::move(participant(from).received[medium]);
  }
  const ReportedView& reported(Medium medium, ParticipantId by = kFirstRemote) const& {
    return participant(by).reported[medium];
  }
  ReportedView& reported(Medium medium, ParticipantId by = kFirstRemote) & { return participant(by).reported[medium]; }
  ReportedView reported(Medium medium, ParticipantId by = kFirstRemote) && {
    return std::move(participant(by).reported[medium]);
  }

  std::vector<ThreadRow> threads;
  std::vector<RingRow> rings;
  std::vector<MarkRow> marks;
  std::vector<NoticeRow> notices;             // newest last, at most 50
  std::string shaping_local, shaping_remote;  // as ShapingSetting::to_string; empty = unknown
  std::string rate_control_remote;            // in the remote's words; "off" = none; empty = unknown
  std::optional<double> round_trip_ms;        // RTCP
  std::optional<double> round_trip_age_s;     // since it was told
  // The last complete schedule as carried out by video-send.
  std::optional<double> fetching_ms, burst_interval_ms;
  std::int64_t overrun_blocks = 0;
  std::optional<double> encode_p50_ms, decode_p50_ms;  // last 10 s
  ConditionsView conditions;
  std::optional<DemonstrationView> demonstration;
  // Made a few times a second and shared between snapshots. Null: there was no report and no decision yet.
  std::shared_ptr<const RateView> rate_sent, rate_received;
  TypedViews views;  // of tracks that have no field here
};

}  // namespace jitterscope
