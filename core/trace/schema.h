#pragma once
// The tables of a .jscope file, one an event type, each described once: the writer, the reader, the JSON export and the
// reference text are all made from these tuples. Every table begins with the columns of kCommonColumns; then come the
// columns listed here. Durations and local stamps are integer ns and end in _ns; stamps on the conference clock end in
// _conference_ns; enums are stored as their words; an absent value is NULL.
#include <string>
#include <string_view>
#include <tuple>

#include "core/events/events.h"

namespace jitterscope::trace {

/// Stored in `PRAGMA application_id` ("JSCP") and `PRAGMA user_version`.
inline constexpr std::int32_t kApplicationId = 0x4A534350;
inline constexpr std::int32_t kSchemaVersion = 4;
/// The schema version that brought the event's table. A table never changes; a reader reads all versions up to its own.
template <typename Event>
inline constexpr std::int32_t kSince = 1;
template <>
inline constexpr std::int32_t kSince<LinkReport> = 2;
template <>
inline constexpr std::int32_t kSince<LoadReport> = 2;
template <>
inline constexpr std::int32_t kSince<ClockSynced> = 2;
template <>
inline constexpr std::int32_t kSince<ClockStepped> = 2;
template <>
inline constexpr std::int32_t kSince<PacketStamped> = 3;
template <>
inline constexpr std::int32_t kSince<FrameShown> = 3;
template <>
inline constexpr std::int32_t kSince<SenderTimes> = 3;
template <>
inline constexpr std::int32_t kSince<ThreadLoad> = 3;
template <>
inline constexpr std::int32_t kSince<ClassChanged> = 3;
template <>
inline constexpr std::int32_t kSince<FramePlayed> = 4;
template <>
inline constexpr std::int32_t kSince<PlayoutDecided> = 4;
template <>
inline constexpr std::int32_t kSince<PlayoutReport> = 4;
template <>
inline constexpr std::int32_t kSince<PeerQuality> = 4;

template <typename Event, typename Member>
struct Column {
  std::string_view name;
  Member Event::*member;
  std::string_view meaning;
};

/// Specialised for each event: `name`, `local` (its main stamp), `conference` (its own conference stamp, or nullptr
/// where that is computed from the offset), `meaning`, `columns`.
template <typename Event>
struct Table;

template <typename... Columns>
constexpr auto columns(Columns... list) {
  return std::tuple<Columns...>(list...);
}
template <typename Event, typename Member>
constexpr auto column(std::string_view name, Member Event::*member, std::string_view meaning = "") {
  return Column<Event, Member>{name, member, meaning};
}

template <>
struct Table<PacketSent> {
  using E = PacketSent;
  static constexpr std::string_view name = "packet_sent";
  static constexpr std::string_view meaning =
      "an RTP packet was handed to the kernel; main time: just before the send call";
  static constexpr auto local = &E::sent;
  static constexpr auto conference = &E::sent_conference;
  static constexpr auto columns = trace::columns(
      column("medium", &E::medium, "audio or video"), column("ssrc", &E::ssrc),
      column("sequence", &E::sequence, "extended over wrap-around"),
      column("rtp_timestamp", &E::rtp_timestamp, "extended, media clock units"),
      column("frame", &E::frame, "frame number (video) or block number (audio)"),
      column("block", &E::block, "block in the frame"), column("marker", &E::marker, "RTP marker bit"),
      column("accepted", &E::accepted, "0: the send call failed, the packet is lost here"),
      column("error", &E::error, "errno of the send call"), column("size", &E::size, "bytes of the UDP payload"),
      column("due_ns", &E::due, "when the schedule wanted it out"));
};

template <>
struct Table<PacketArrived> {
  using E = PacketArrived;
  static constexpr std::string_view name = "packet_arrived";
  static constexpr std::string_view meaning =
      "an RTP packet of the expected stream was fetched; main time: the receive call returned";
  static constexpr auto local = &E::received;
  static constexpr auto conference = &E::received_conference;
  static constexpr auto columns =
      trace::columns(column("medium", &E::medium, "audio or video"), column("ssrc", &E::ssrc),
                     column("sequence", &E::sequence, "extended over wrap-around"),
                     column("rtp_timestamp", &E::rtp_timestamp, "extended, media clock units"),
                     column("frame", &E::frame, "from the block extension, extended"),
                     column("block", &E::block, "block in the frame"), column("marker", &E::marker, "RTP marker bit"),
                     column("duplicate", &E::duplicate, "1: this sequence number was seen before"),
                     column("payload_type", &E::payload_type), column("size", &E::size, "bytes of the UDP payload"),
                     column("kernel_ns", &E::kernel, "the kernel's receive stamp, converted to the local clock"),
                     column("sent_conference_ns", &E::sent_conference,
                            "from the sent extension, while the clocks are known to agree"));
};

template <>
struct Table<PacketRejected> {
  using E = PacketRejected;
  static constexpr std::string_view name = "packet_rejected";
  static constexpr std::string_view meaning = "a datagram on a media socket was not a packet of the stream";
  static constexpr auto local = &E::received;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("medium", &E::medium, "audio or video"), column("reason", &E::reason, "in words"),
                     column("size", &E::size, "bytes of the UDP payload"));
};

template <>
struct Table<FrameEncoded> {
  using E = FrameEncoded;
  static constexpr std::string_view name = "frame_encoded";
  static constexpr std::string_view meaning = "a captured picture became blocks; main time: encoding ended";
  static constexpr auto local = &E::encode_end;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("ssrc", &E::ssrc), column("frame", &E::frame), column("captured_ns", &E::captured),
      column("encode_begin_ns", &E::encode_begin), column("bytes", &E::bytes, "entropy-coded JPEG bytes"),
      column("blocks", &E::blocks), column("width", &E::width), column("height", &E::height),
      column("quality", &E::quality, "JPEG quality"));
};

template <>
struct Table<FrameSent> {
  using E = FrameSent;
  static constexpr std::string_view name = "frame_sent";
  static constexpr std::string_view meaning =
      "the schedule of a frame has been carried out; main time: the last send call";
  static constexpr auto local = &E::end;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame),
                     column("begin_ns", &E::begin, "the first send call"), column("blocks", &E::blocks),
                     column("overrun_blocks", &E::overrun_blocks, "went out at once because the next frame had come"),
                     column("fetching_ns", &E::fetching, "T_p measured for this frame"),
                     column("burst_interval_ns", &E::burst_interval, "T_burst in force"),
                     column("burst_size", &E::burst_size, "S_burst in force, 0 = the whole frame"));
};

template <>
struct Table<FrameDone> {
  using E = FrameDone;
  static constexpr std::string_view name = "frame_done";
  static constexpr std::string_view meaning =
      "the reassembler completed a frame or gave it up; main time: when that was decided";
  static constexpr auto local = &E::completed;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame),
                     column("outcome", &E::outcome, "complete, incomplete, missing or patched"),
                     column("late", &E::late, "sun97: R_i - R_(i-1) > T for consecutive frames"),
                     column("discarded_late", &E::discarded_late, "1: thrown away for being late"),
                     column("blocks_received", &E::blocks_received), column("bytes", &E::bytes),
                     column("rtp_timestamp", &E::rtp_timestamp, "extended, media clock units"),
                     column("sent_conference_ns", &E::sent_conference, "of the first block"),
                     column("first_arrival_ns", &E::first_arrival));
};

template <>
struct Table<FrameDecoded> {
  using E = FrameDecoded;
  static constexpr std::string_view name = "frame_decoded";
  static constexpr std::string_view meaning = "a complete frame was decoded; main time: decoding ended";
  static constexpr auto local = &E::decode_end;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("ssrc", &E::ssrc), column("frame", &E::frame), column("ok", &E::ok, "0: the JPEG could not be decoded"),
      column("completed_ns", &E::completed), column("decode_begin_ns", &E::decode_begin), column("width", &E::width),
      column("height", &E::height));
};

template <>
struct Table<AudioBlockDone> {
  using E = AudioBlockDone;
  static constexpr std::string_view name = "audio_block";
  static constexpr std::string_view meaning = "an audio block reached its playout time (main time)";
  static constexpr auto local = &E::playout;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(column("ssrc", &E::ssrc), column("sequence", &E::sequence, "extended"),
                                                 column("outcome", &E::outcome, "played, late or lost"),
                                                 column("received_ns", &E::received, "NULL when lost"));
};

template <>
struct Table<ThreadWoke> {
  using E = ThreadWoke;
  static constexpr std::string_view name = "thread_woke";
  static constexpr std::string_view meaning = "a paced thread woke (main time) for a deadline";
  static constexpr auto local = &E::woke;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("role", &E::role, "the thread's name"), column("deadline_ns", &E::deadline));
};

template <>
struct Table<ThreadStatus> {
  using E = ThreadStatus;
  static constexpr std::string_view name = "thread_status";
  static constexpr std::string_view meaning = "what the kernel says of a thread; written when it changes";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("role", &E::role, "the thread's name"), column("tid", &E::tid, "kernel thread id"),
                     column("requested", &E::requested, "class asked for"),
                     column("effective", &E::effective, "class in force"), column("cpu", &E::cpu, "-1: not known"));
};

template <>
struct Table<SettingChanged> {
  using E = SettingChanged;
  static constexpr std::string_view name = "setting_changed";
  static constexpr std::string_view meaning = "a setting took effect at one end";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("name", &E::name), column("value", &E::value, "in the words of the command line"),
                     column("end_of_call", &E::end, "mine: this end's sending; theirs: the far end's"),
                     column("origin", &E::origin, "mine or theirs: the end that asked"));
};

template <>
struct Table<RingDropped> {
  using E = RingDropped;
  static constexpr std::string_view name = "ring_dropped";
  static constexpr std::string_view meaning = "a full ring or pool dropped entries";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("ring", &E::ring), column("dropped", &E::dropped, "since the call began"));
};

template <>
struct Table<RtcpReported> {
  using E = RtcpReported;
  static constexpr std::string_view name = "rtcp_reported";
  static constexpr std::string_view meaning = "a report block of an RTCP SR or RR";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("medium", &E::medium, "audio or video"),
      column("direction", &E::direction, "of the report: sent or received"),
      column("ssrc", &E::ssrc, "the stream reported on"), column("fraction_lost", &E::fraction_lost, "of 1"),
      column("cumulative_lost", &E::cumulative_lost), column("highest_sequence", &E::highest_sequence),
      column("jitter_ms", &E::jitter_ms), column("round_trip_ms", &E::round_trip_ms));
};

template <>
struct Table<PeerSummary> {
  using E = PeerSummary;
  static constexpr std::string_view name = "peer_summary";
  static constexpr std::string_view meaning = "what the far end measures of a stream of ours";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("medium", &E::medium, "audio or video"), column("packets", &E::packets), column("expected", &E::expected),
      column("lost", &E::lost), column("duplicates", &E::duplicates), column("reordered", &E::reordered),
      column("frames_complete", &E::frames_complete, "audio: blocks"),
      column("frames_lost", &E::frames_lost, "audio: blocks"), column("frames_late", &E::frames_late, "audio: blocks; NULL where the nominal period is unknown"),
      column("interarrival_mean_ms", &E::interarrival_mean_ms),
      column("interarrival_stddev_ms", &E::interarrival_stddev_ms), column("jitter_ms", &E::jitter_ms, "RFC 3550"),
      column("delay_mean_ms", &E::delay_mean_ms, "one-way"), column("delay_p95_ms", &E::delay_p95_ms, "one-way"),
      column("rate_kbps", &E::rate_kbps));
};

template <>
struct Table<Notice> {
  using E = Notice;
  static constexpr std::string_view name = "notice";
  static constexpr std::string_view meaning = "something the user was told";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("severity", &E::severity, "0 information, 1 warning, 2 error"), column("text", &E::text));
};

template <>
struct Table<Marker> {
  using E = Marker;
  static constexpr std::string_view name = "marker";
  static constexpr std::string_view meaning = "a mark set by the user";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(column("text", &E::text));
};

template <>
struct Table<LinkReport> {
  using E = LinkReport;
  static constexpr std::string_view name = "link_report";
  static constexpr std::string_view meaning = "one direction of the emulated link; counts since the link came up";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("way", &E::way, "up: to the far end; down: from it"),
      column("kernel", &E::kernel, "1: read from the interface queue; 0: from the relay's model"),
      column("queue_packets", &E::queue_packets, "waiting now"),
      column("queue_packets_max", &E::queue_packets_max, "most since the last report"),
      column("queue_bytes", &E::queue_bytes), column("offered", &E::offered), column("delivered", &E::delivered),
      column("duplicated", &E::duplicated), column("dropped_queue", &E::dropped_queue, "the queue was full"),
      column("dropped_random", &E::dropped_random, "lost on the link"),
      column("dropped_collisions", &E::dropped_collisions, "given up after 16 collisions"),
      column("dropped_overload", &E::dropped_overload, "the relay could not keep up"),
      column("media_dropped", &E::media_dropped, "audio and video alone"),
      column("background_offered", &E::background_offered), column("background_dropped", &E::background_dropped),
      column("delivered_kbps", &E::delivered_kbps, "since the last report, bytes on the link"),
      column("own_delay_us", &E::own_delay_us, "median of what the relay adds to the model"),
      column("overloaded", &E::overloaded, "1: the relay cannot keep up"));
};

template <>
struct Table<LoadReport> {
  using E = LoadReport;
  static constexpr std::string_view name = "load_report";
  static constexpr std::string_view meaning = "the loads on this machine";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("counters", &E::counters, "counter processes running"),
      column("video_applications", &E::video_applications, "second video applications running"),
      column("load_average", &E::load_average, "of one minute, as the kernel says"),
      column("background_kbytes_per_second", &E::background_kbytes_per_second,
             "UDP payload offered since the last report, 1000 bytes"));
};

template <>
struct Table<ClockSynced> {
  using E = ClockSynced;
  static constexpr std::string_view name = "clock_synced";
  static constexpr std::string_view meaning = "what the clock filter believes after an exchange with the far end";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("synchronised", &E::synchronised, "1: delays are known"),
      column("offset_ms", &E::offset_ms, "conference clock less this machine's first estimate of it"),
      column("skew_ppm", &E::skew_ppm, "of this machine's clock against the master's"),
      column("bound_ms", &E::bound_ms, "half-width: the true offset is within this"),
      column("round_trip_ms", &E::round_trip_ms), column("source", &E::source, "master, same clock or exchanges"));
};

template <>
struct Table<ClockStepped> {
  using E = ClockStepped;
  static constexpr std::string_view name = "clock_stepped";
  static constexpr std::string_view meaning = "the system's real-time clock stepped or its rate was changed";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(column("step_ms", &E::step_ms, "0 for a change of rate"),
                                                 column("slew_ppm", &E::slew_ppm));
};

template <>
struct Table<PacketStamped> {
  using E = PacketStamped;
  static constexpr std::string_view name = "packet_stamped";
  static constexpr std::string_view meaning =
      "the kernel's transmit stamps of a packet; main time: when they were read";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("medium", &E::medium, "audio or video"), column("ssrc", &E::ssrc),
                     column("sequence", &E::sequence, "extended, as in packet_sent"),
                     column("scheduled_ns", &E::scheduled, "entered the interface queue"),
                     column("driver_ns", &E::driver, "handed to the interface"));
};

template <>
struct Table<FrameShown> {
  using E = FrameShown;
  static constexpr std::string_view name = "frame_shown";
  static constexpr std::string_view meaning = "a decoded frame of the far end was painted (main time)";
  static constexpr auto local = &E::shown;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(column("frame", &E::frame));
};

template <>
struct Table<SenderTimes> {
  using E = SenderTimes;
  static constexpr std::string_view name = "sender_times";
  static constexpr std::string_view meaning =
      "the far end's account of its side of one frame or block; durations by its own clock";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("medium", &E::medium, "audio or video"), column("ssrc", &E::ssrc),
      column("frame", &E::frame, "audio: block number"), column("block", &E::block, "packet of the frame"),
      column("capture_ns", &E::capture, "audio: the block's length"), column("encode_ns", &E::encode),
      column("shaper_ns", &E::shaper, "encoded until the send call"),
      column("waiting_ns", &E::waiting, "part of these three in which a thread waited for a processor"),
      column("socket_ns", &E::socket, "send call until the interface queue"),
      column("queue_ns", &E::queue, "interface queue until the interface"));
};

template <>
struct Table<ThreadLoad> {
  using E = ThreadLoad;
  static constexpr std::string_view name = "thread_load";
  static constexpr std::string_view meaning = "what a thread has used of the processors since it began";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("role", &E::role, "the thread's name"), column("tid", &E::tid, "kernel thread id"),
      column("cpu_time_ns", &E::cpu_time), column("run_queue_wait_ns", &E::run_queue_wait, "ready, but another ran"),
      column("voluntary", &E::voluntary, "context switches"), column("involuntary", &E::involuntary),
      column("cpu", &E::cpu, "-1: not known"));
};

template <>
struct Table<ClassChanged> {
  using E = ClassChanged;
  static constexpr std::string_view name = "class_changed";
  static constexpr std::string_view meaning = "the scheduling class of a thread was granted, refused, lost or taken";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("role", &E::role, "the thread's name"), column("tid", &E::tid, "kernel thread id"),
      column("change", &E::change, "granted, refused, lost, or demoted by the watchdog"),
      column("requested", &E::requested), column("effective", &E::effective, "class in force from now on"),
      column("way", &E::way, "by which right: none, directly, by rlimit, by rtkit"));
};

template <>
struct Table<FramePlayed> {
  using E = FramePlayed;
  static constexpr std::string_view name = "frame_played";
  static constexpr std::string_view meaning = "a complete frame reached its playout time (main time), or came too late for it";
  static constexpr auto local = &E::playout;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame, "as frame_done's"),
                     column("outcome", &E::outcome, "played; late: not played; dropped: to shorten the delay"),
                     column("completed_ns", &E::completed));
};

template <>
struct Table<PlayoutDecided> {
  using E = PlayoutDecided;
  static constexpr std::string_view name = "playout_decided";
  static constexpr std::string_view meaning = "another playout policy, or another delay by the same one";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("medium", &E::medium, "audio or video"), column("policy", &E::policy, "as --playout says it"),
                     column("delay_ns", &E::delay, "over the reference transit"),
                     column("held_ns", &E::held, "added for lip-sync"));
};

template <>
struct Table<PlayoutReport> {
  using E = PlayoutReport;
  static constexpr std::string_view name = "playout_report";
  static constexpr std::string_view meaning = "the state of playout, once a second; counts since the stream began";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("medium", &E::medium, "audio or video"), column("level_ns", &E::level, "media time that waits to be played"),
      column("concealed", &E::concealed, "blocks that were filled in"),
      column("gaps", &E::gaps, "maximal runs of blocks or frames that were not played"),
      column("resampling_ppm", &E::resampling_ppm, "audio: how much quicker than nominal the speaker takes samples"),
      column("lip_sync_ms", &E::lip_sync_ms, "audio: sound less picture, + = the sound is later"));
};

template <>
struct Table<PeerQuality> {
  using E = PeerQuality;
  static constexpr std::string_view name = "peer_quality";
  static constexpr std::string_view meaning =
      "where one of our streams stands in the quality space at the far end, over its last 10 s";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("medium", &E::medium, "audio or video"), column("latency_ms", &E::latency_ms),
                     column("jitter_ms", &E::jitter_ms), column("loss_ratio", &E::loss_ratio));
};

/// `CREATE TABLE` statements of a whole trace.
std::string create_statements();
/// The tables and columns as Markdown, for the README's reference.
std::string describe_schema();

}  // namespace jitterscope::trace
