// Settings switched while a call runs: each mark lies between the last packet, block or frame made under the value
// before and the first one made under the new value. All settings that steps mark are here. The session thread marks
// the others, which no step takes over: what it opens or makes anew (video, fps, audio, speaker, receive), what the
// kernel does (priority, receive-processor, link, background, loads), and what reaches its thread by a board without
// a mark (rate-control, lip-sync).
#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "tests/scenario/switched.h"

#include <map>
#include <utility>

#include "core/base/units/media_time.h"

namespace jitterscope::virtual_call {
namespace {

/// Sends a picture for nearly as long as one lasts: now and then the next one is encoded meanwhile.
EndSetup sender(Duration latest_wake = Duration::ms(15)) {
  return {.shaping = *ShapingSetting::parse("a"), .latest_wake = latest_wake, .reports = false};
}

EndSetup listener() {
  return {.begins = kNever, .reports = false};
}

auto of(Medium medium) {
  return [medium](const auto& unit, int) { return unit.medium == medium; };
}

/// What the first end put on the link as RTP, by the event of its sending.
class Datagrams {
 public:
  Datagrams(const VirtualCall& call, Channel channel) {
    for (const VirtualCall::Sent& sent : call.sent()) {
      if (sent.from != 0 || sent.channel != channel) continue;
      const auto packet = rtp::parse_rtp(sent.bytes);
      if (packet) packets_.emplace(std::pair(sent.entered, packet->header.sequence), *packet);
    }
  }
  /// Null: it went another way.
  const rtp::RtpPacket* find(const PacketSent& event) const {
    const auto found = packets_.find({event.sent, static_cast<std::uint16_t>(event.sequence)});
    return found == packets_.end() ? nullptr : &found->second;
  }
  rtp::ConstBytes payload(const PacketSent& event) const {
    const rtp::RtpPacket* packet = find(event);
    return packet ? packet->payload : rtp::ConstBytes();
  }

 private:
  std::map<std::pair<Timestamp, std::uint16_t>, rtp::RtpPacket> packets_;
};

/// Which of the delays set a block or frame was played by: that over the least transit.
class Delays {
 public:
  explicit Delays(std::vector<SetPlayout> set) : set_(std::move(set)) {}
  void came(std::int64_t number, Duration source, Timestamp at) {
    units_[number].source = source;
    least_ = std::min(least_, at - source);
  }
  void played(std::int64_t number, Timestamp at) { units_[number].played = at; }
  std::string of(std::int64_t number) const {
    const auto found = units_.find(number);
    if (found == units_.end() || !found->second.played) return "not played";
    const Duration delay = *found->second.played - found->second.source - least_;
    const auto off = [delay](const SetPlayout& each) { return std::abs((delay - *each.value.delay).ms()); };
    const SetPlayout& nearest = *std::ranges::min_element(set_, {}, off);
    if (off(nearest) < kWithin) return words_of(nearest);
    return "after " + std::to_string(delay.ms()) + " ms";
  }

 private:
  static constexpr double kWithin = 12;  // ms: a policy in force begins over a transit that need not be the least
  struct Unit {
    Duration source;
    std::optional<Timestamp> played;
  };
  std::vector<SetPlayout> set_;
  std::map<std::int64_t, Unit> units_;
  Timestamp least_ = kNever;
};

std::vector<SetPlayout> fixed_delays(Medium medium, std::initializer_list<int> each) {
  std::vector<SetPlayout> delays;
  for (const int ms : each) delays.push_back({medium, PlayoutSetting::fixed(Duration::ms(ms))});
  return delays;
}

/// Pictures of many restart intervals, whether the receiver wants to patch them or not.
class StripedEncoder : public PictureEncoder {
 public:
  explicit StripedEncoder(const Network& network) : network_(network) {
    picture_.prepare(PixelFormat::kI420, 64, 64);
    std::minstd_rand random(3);
    for (int plane = 0; plane < 3; ++plane) {
      const int bytes = picture_.stride(plane) * (plane == 0 ? 64 : 32);
      std::generate_n(picture_.plane(plane), bytes, [&] { return static_cast<std::uint8_t>(random()); });
    }
  }
  Timestamp now() const override { return network_.now(); }
  bool encode(const VideoFrame&, const FramePlan& plan, const VideoFormat& format, EncodedFrame& out) override {
    if (!encoder_.encode(picture_, plan.quality, format.subsampling, out.jpeg, mcus_per_row(picture_.width())))
      return false;
    out.layout = rtp::parse_jpeg(out.jpeg.view()).value();
    out.info = rtp::frame_info(out.layout, plan.quality);
    return true;
  }

 private:
  const Network& network_;
  JpegEncoder encoder_;
  VideoFrame picture_;
};

TEST(Switch, OfShapingIsMarkedBetweenTheLastPacketBeforeAndTheFirstAfter) {
  VirtualCall call("delay=5ms", {sender(), listener()});
  VirtualEnd& end = call.end(0);
  const Switched<setting::Shaping, PacketSent> switched(
      call, end, {{*ShapingSetting::parse("a")}, {*ShapingSetting::parse("c")}}, of(Medium::kVideo));
  std::map<std::int64_t, FrameSent> frames;
  for (const FrameSent& frame : end.all<FrameSent>()) frames[frame.frame] = frame;
  const auto under = [&](const PacketSent& packet) -> std::string {
    const FrameSent& frame = frames.at(packet.frame);
    return frame.burst_size == 1 ? "a" : frame.burst_size == frame.blocks ? "c" : "another";
  };
  EXPECT_EQ(switched.marked_between(&PacketSent::sent, under), kSwitches);
}

TEST(Switch, OfTheTransportIsMarkedBetweenTheLastPacketOfTheOneAndTheFirstOfTheOther) {
  EndSetup setup = sender();
  setup.tcp = TcpSetup{};
  VirtualCall call("delay=5ms", {setup, listener()});
  const Switched<setting::Transport, PacketSent> switched(call, call.end(0), {{Transport::kTcp}, {Transport::kUdp}},
                                                          of(Medium::kVideo));
  const Datagrams datagrams(call, Channel::kVideo);
  const auto under = [&](const PacketSent& packet) -> std::string { return datagrams.find(packet) ? "udp" : "tcp"; };
  EXPECT_EQ(switched.marked_between(&PacketSent::sent, under), kSwitches);
}

TEST(Switch, OfTheQualityOfPicturesIsMarkedBetweenTheLastPacketBeforeAndTheFirstAfter) {
  VirtualCall call("delay=5ms", {sender(), listener()});
  const Switched<setting::JpegQuality, PacketSent> switched(call, call.end(0), {{75}, {50}, {30}, {90}},
                                                            of(Medium::kVideo));
  const Datagrams datagrams(call, Channel::kVideo);
  const auto under = [&](const PacketSent& packet) {
    return std::to_string(rtp::parse_jpeg_payload(datagrams.payload(packet))->header.q - rtp::q_of_quality(0));
  };
  EXPECT_EQ(switched.marked_between(&PacketSent::sent, under), kSwitches);
}

TEST(Switch, OfSubsamplingIsMarkedBetweenTheLastPacketBeforeAndTheFirstAfter) {
  VirtualCall call("delay=5ms", {sender(), listener()});
  const Switched<setting::Subsampling, PacketSent> switched(
      call, call.end(0), {{Subsampling::k420}, {Subsampling::k422}}, of(Medium::kVideo));
  const Datagrams datagrams(call, Channel::kVideo);
  const auto under = [&](const PacketSent& packet) -> std::string {
    return rtp::parse_jpeg_payload(datagrams.payload(packet))->header.type == 1 ? "4:2:0" : "4:2:2";
  };
  EXPECT_EQ(switched.marked_between(&PacketSent::sent, under), kSwitches);
}

TEST(Switch, OfTheAudioBlockIsMarkedBetweenTheLastPacketBeforeAndTheFirstAfter) {
  VirtualCall call("delay=5ms", {sender(), listener()});
  const Switched<setting::AudioBlock, PacketSent> switched(call, call.end(0), {{160}, {64}, {240}, {512}},
                                                           of(Medium::kAudio));
  const Datagrams datagrams(call, Channel::kAudio);
  const auto under = [&](const PacketSent& packet) { return std::to_string(datagrams.payload(packet).size()); };
  EXPECT_EQ(switched.marked_between(&PacketSent::sent, under), kSwitches);
}

TEST(Switch, OfMutingIsMarkedBetweenTheLastPacketBeforeAndTheFirstAfter) {
  VirtualCall call("delay=5ms", {sender(), listener()});
  const Switched<setting::Muted, PacketSent> switched(call, call.end(0), {{false}, {true}}, of(Medium::kAudio));
  const Datagrams datagrams(call, Channel::kAudio);
  const auto under = [&](const PacketSent& packet) {
    constexpr std::uint8_t kSilence = 0xff;  // of PCMU
    const rtp::ConstBytes payload = datagrams.payload(packet);
    return setting::Muted::words(std::ranges::all_of(payload, [](std::uint8_t code) { return code == kSilence; }));
  };
  EXPECT_EQ(switched.marked_between(&PacketSent::sent, under), kSwitches);
}

TEST(Switch, OfPlayoutOfSoundIsMarkedBetweenTheLastBlockPlannedBeforeAndTheFirstAfter) {
  const auto delays = fixed_delays(Medium::kAudio, {60, 30, 120});
  VirtualCall call("delay=5ms,jitter=3ms", {sender(Duration::ms(3)), listener()});
  VirtualEnd& end = call.end(1);
  const Switched<setting::Playout, PacketArrived> switched(call, end, delays, of(Medium::kAudio));
  Delays played(delays);
  for (const PacketArrived& packet : end.all<PacketArrived>())
    if (packet.medium == Medium::kAudio)
      played.came(packet.sequence, media_time(packet.rtp_timestamp, kAudioSampleRate), packet.received);
  for (const AudioBlockDone& block : end.all<AudioBlockDone>()) played.played(block.sequence, block.playout);
  const auto under = [&](const PacketArrived& packet) { return played.of(packet.sequence); };
  EXPECT_EQ(switched.marked_between(&PacketArrived::received, under), kSwitches);
}

TEST(Switch, OfPlayoutOfPicturesIsMarkedBetweenTheLastFramePlannedBeforeAndTheFirstAfter) {
  // Shortened by less than the time between two frames: none has to wait for the one before.
  const auto delays = fixed_delays(Medium::kVideo, {60, 38, 16});
  EndSetup setup = sender(Duration::ms(3));
  setup.shaping = *ShapingSetting::parse("c");  // a frame is complete soon after it was made
  VirtualCall call("delay=5ms,jitter=3ms", {setup, listener()});
  VirtualEnd& end = call.end(1);
  const Switched<setting::Playout, FrameDecoded> switched(call, end, delays,
                                                          [](const FrameDecoded&, int) { return true; });
  Delays played(delays);
  for (const FrameDone& frame : end.all<FrameDone>())
    played.came(frame.frame, media_time(frame.rtp_timestamp, 90'000), frame.completed);
  for (const FramePlayed& frame : end.all<FramePlayed>()) played.played(frame.frame, frame.playout);
  const auto under = [&](const FrameDecoded& frame) { return played.of(frame.frame); };
  EXPECT_EQ(switched.marked_between(&FrameDecoded::decode_end, under), kSwitches);
}

TEST(Switch, OfDroppingLateFramesIsMarkedBetweenTheLastLateFrameBeforeAndTheFirstAfter) {
  EndSetup setup = sender();
  setup.width = 96, setup.height = 64;  // of one block: what delays it delays the frame
  VirtualCall call("delay=60ms,jitter=50ms", {setup, listener()});
  const Switched<setting::DiscardLate, FrameDone> switched(call, call.end(1), {{false}, {true}},
                                                           [](const FrameDone& frame, int) { return frame.late; });
  const auto under = [](const FrameDone& frame) { return setting::DiscardLate::words(frame.discarded_late); };
  EXPECT_EQ(switched.marked_between(&FrameDone::completed, under), kSwitches);
}

TEST(Switch, OfTheLossPolicyIsMarkedBetweenTheLastDamagedFrameBeforeAndTheFirstAfter) {
  EndSetup setup = sender();
  setup.block_size = 512;
  setup.encoder = [](const Network& network, const RateBoard&) { return std::make_unique<StripedEncoder>(network); };
  VirtualCall call("delay=5ms,line-loss=3%", {setup, listener()});
  // A policy has nothing to patch with before it has seen a whole picture.
  const auto is_damaged = [whole_since = -1](const FrameDone& frame, int switches) mutable {
    if (frame.outcome == FrameOutcome::kComplete) whole_since = switches;
    const bool patched = frame.outcome == FrameOutcome::kPatched;
    return patched || (frame.outcome == FrameOutcome::kIncomplete && whole_since == switches);
  };
  const Switched<setting::LossPolicy, FrameDone> switched(
      call, call.end(1), {{LossPolicy::kDiscardFrame}, {LossPolicy::kStripes}}, is_damaged);
  const auto under = [](const FrameDone& frame) {
    return setting::LossPolicy::words(frame.outcome == FrameOutcome::kPatched ? LossPolicy::kStripes
                                                                              : LossPolicy::kDiscardFrame);
  };
  EXPECT_EQ(switched.marked_between(&FrameDone::completed, under), kSwitches);
}

}  // namespace
}  // namespace jitterscope::virtual_call
