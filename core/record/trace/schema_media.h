#pragma once
// Tables of the events of packets, frames and blocks.
#include "core/record/trace/schema_table.h"

namespace jitterscope::trace {

template <>
struct Table<PacketSent> {
  using E = PacketSent;
  static constexpr std::string_view name = "packet_sent";
  static constexpr std::string_view meaning =
      "an RTP packet was handed to the kernel; main time: just before the send call";
  static constexpr auto local = &E::sent;
  static constexpr auto conference = &E::sent_conference;
  static constexpr auto columns =
      trace::columns(column("medium", &E::medium, "audio or video"), column("ssrc", &E::ssrc),
                     column("sequence", &E::sequence, "extended over wrap-around"),
                     column("rtp_timestamp", &E::rtp_timestamp, "extended, media clock units"),
                     column("frame", &E::frame, "frame number (video) or block number (audio)"),
                     column("block", &E::block, "block in the frame"), column("marker", &E::marker, "RTP marker bit"),
                     column("accepted", &E::accepted, "0: the send call failed, the packet is lost here"),
                     column("error", &E::error, "errno of the send call"),
                     column("size", &E::size, "bytes of the UDP payload").within({.least = 0}),
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
                     column("payload_type", &E::payload_type),
                     column("size", &E::size, "bytes of the UDP payload").within({.least = 0}),
                     column("kernel_ns", &E::kernel, "the kernel's receive stamp, converted to the local clock"),
                     column("sent_conference_ns", &E::sent_conference,
                            "from the sent extension, while the clocks are known to agree"));
};

template <>
struct Table<PacketRejected> {
  using E = PacketRejected;
  static constexpr std::string_view name = "packet_rejected";
  static constexpr std::string_view meaning = "datagrams on a media socket were not packets of the stream";
  static constexpr auto local = &E::received;
  static constexpr auto conference = nullptr;
  static constexpr auto columns =
      trace::columns(column("medium", &E::medium, "audio or video"), column("reason", &E::reason, "in words"),
                     column("size", &E::size, "bytes of the UDP payload").within({.least = 0}),
                     column("count", &E::count, "how many since the last such row; this is the newest")
                         .within({.least = 1})
                         .added_in(7));
};

template <>
inline constexpr std::int32_t kSince<PacketStamped> = 3;
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
                     column("late", &E::late, "sun97: R_i - R_(i-1) > DVT for consecutive frames"),
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
inline constexpr std::int32_t kSince<FrameShown> = 3;
template <>
struct Table<FrameShown> {
  using E = FrameShown;
  static constexpr std::string_view name = "frame_shown";
  static constexpr std::string_view meaning = "a decoded frame of the remote was painted (main time)";
  static constexpr auto local = &E::shown;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(column("frame", &E::frame));
};

template <>
struct Table<AudioBlockDone> {
  using E = AudioBlockDone;
  static constexpr std::string_view name = "audio_block";
  static constexpr std::string_view meaning = "an audio block reached its playout time (main time)";
  static constexpr auto local = &E::playout;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("ssrc", &E::ssrc), column("sequence", &E::sequence, "extended"),
      column("outcome", &E::outcome, "played; late: came, not played; lost; dropped: to shorten the delay"),
      column("received_ns", &E::received, "NULL when lost"),
      column("handed_ns", &E::handed, "played: its first sample left the playout in a chunk").added_in(6),
      column("speaker_ns", &E::speaker, "from then until heard, by what the device says; NULL without a speaker")
          .added_in(6));
};

template <>
inline constexpr std::int32_t kSince<SenderTimes> = 3;
template <>
struct Table<SenderTimes> {
  using E = SenderTimes;
  static constexpr std::string_view name = "sender_times";
  static constexpr std::string_view meaning =
      "the remote's account of its side of one frame or block; durations by its own clock";
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
struct Table<RtcpReported> {
  using E = RtcpReported;
  static constexpr std::string_view name = "rtcp_reported";
  static constexpr std::string_view meaning =
      "a report block of an RTCP SR or RR, or a received SR that has none of a stream of this end";
  static constexpr auto local = &E::at;
  static constexpr auto conference = nullptr;
  static constexpr auto columns = trace::columns(
      column("medium", &E::medium, "audio or video"),
      column("direction", &E::direction, "of the report: sent or received"),
      column("ssrc", &E::ssrc, "the stream reported on; NULL, as the next four: a sender report alone"),
      column("fraction_lost", &E::fraction_lost, "of 1"), column("cumulative_lost", &E::cumulative_lost),
      column("highest_sequence", &E::highest_sequence), column("jitter_ms", &E::jitter_ms),
      column("round_trip_ms", &E::round_trip_ms),
      column("sender_ssrc", &E::sender_ssrc, "of a received SR: the stream that its sender info is of").added_in(6),
      column("sender_packets", &E::sender_packets, "sent since that stream began, modulo 2^32").added_in(6),
      column("sender_octets", &E::sender_octets, "payload bytes sent, modulo 2^32").added_in(6));
};

}  // namespace jitterscope::trace
