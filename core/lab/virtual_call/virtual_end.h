#pragma once
// One end of a call in virtual time: the steps of its threads, and what goes between them.
#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "core/algorithms/link/random.h"
#include "core/algorithms/rate/feedback/feedback_builder.h"
#include "core/call/analysis/analysis_step.h"
#include "core/call/exchange/rate_board.h"
#include "core/call/steps/audio_receive_step.h"
#include "core/call/steps/audio_send_step.h"
#include "core/call/steps/video_decode_step.h"
#include "core/call/steps/video_encode_step.h"
#include "core/call/steps/video_receive_step.h"
#include "core/call/steps/video_send_step.h"
#include "core/events/settings.h"
#include "core/lab/virtual_call/tcp_connection.h"

namespace jitterscope::virtual_call {

inline constexpr Timestamp kNever = Timestamp::ns(std::int64_t{1} << 62);

/// Makes what an end that has this board sends as video.
using EncoderMaker = std::function<std::unique_ptr<PictureEncoder>(const Network&, const RateBoard&)>;

struct EndSetup {
  std::uint64_t seed = 1;
  int audio_block = 160;
  int audio_packet_bytes = 0;  // as AudioSendConfig
  double frames_per_second = 15;
  int width = 320, height = 240, quality = 75;
  Duration fetching = Duration::ms(5);
  ShapingSetting shaping = *ShapingSetting::parse("c");
  PlayoutSetting playout = *PlayoutSetting::parse("i:60");
  Timestamp begins = {}, ends = kNever;              // of sending
  Timestamp video_begins = {}, video_ends = kNever;  // within that
  Duration latest_wake = {};                         // threads that send wake up to so much late
  EncoderMaker encoder = {};                         // none: SizeEncoder
  int block_size = 1024;
  KeepOrder keep = KeepOrder::kSharpness;
  std::optional<TcpSetup> tcp = {};  // of its video, which begins over it; absent: UDP
  TrendSetting trend = {};           // by which it judges the remote's audio
  rtp::FeedbackTimerConfig feedback = {};
  bool packet_feedback = false;  // tells of each packet too (RFC 8888), which no call does yet
  bool reports = true;           // RTCP's of both media

  // Of what it sends, and takes for granted of what it receives.
  Duration audio_period() const { return Duration::ns(std::int64_t{audio_block} * 1'000'000'000 / kAudioSampleRate); }
  Duration video_period() const { return Duration::from_ms(1000 / frames_per_second); }
};

/// The SSRC of what end `end` sends.
constexpr std::uint32_t ssrc_of(int end, Medium medium) {
  return 1000 + 10 * static_cast<std::uint32_t>(end) + static_cast<std::uint32_t>(medium);
}

class VirtualEnd : private AnalysisListener {
 public:
  /// `remote`: whose streams it receives. Both clocks are one. `connection`: of its video; null: datagrams.
  VirtualEnd(Network& network, int number, int remote, const EndSetup& setup, TcpConnection* connection);
  ~VirtualEnd() override;

  /// The next time at which something is to be done.
  Timestamp next() const;
  /// All that is due then.
  void run(Timestamp now);
  void take(Channel channel, rtp::ConstBytes bytes, Timestamp now);
  void finish(Timestamp now);

  /// Hands the setting to the step that acts on it, which marks it in the log, as the session thread of a call does. S
  /// is shaping, transport (the end has a connection), or one of format, sound, playout and losses.
  template <typename S>
  void set(const Set<S>& wanted, Timestamp now);
  void set_controller(std::unique_ptr<RateController> controller, const std::string& name);

  const std::vector<Event>& events() const { return events_; }
  template <typename E>
  std::vector<E> all() const {
    std::vector<E> found;
    for (const Event& event : events_)
      if (const E* one = get_if<E>(&event)) found.push_back(*one);
    return found;
  }
  CallAnalyzer& analyzer() { return analysis_.analyzer(); }

 private:
  enum Role { kCapture, kSendAudio, kSendVideo, kReceiveAudio, kReceiveVideo, kDecode, kRtcp, kAnalysis, kRoles };
  void run(Role role, Timestamp now);
  void capture(Timestamp now);
  void analyse(Timestamp now);
  void on_event(const Identifier::Whose& whose, const Event& event) override;
  void tell_of_packets(Timestamp now);
  void hear_of_packets(rtp::ConstBytes bytes, Timestamp now);
  void decode(Timestamp now);
  Timestamp wake(Timestamp due);

  const EndSetup setup_;
  Network& network_;
  const int number_;
  CallClock clock_;
  EventRings rings_;
  const std::shared_ptr<PathBoard> path_ = std::make_shared<PathBoard>();
  const std::shared_ptr<PlayoutBoard> board_ = std::make_shared<PlayoutBoard>();
  RateBoard rates_;
  PublishedLevel spoken_, heard_;
  LatestValue<VideoFrame> picture_;
  EncodedFrames encoded_{Transport::kUdp};
  FrameBell bell_;
  NetworkSink audio_sink_;
  std::unique_ptr<NetworkSink> video_sink_;
  NetworkRtcpSink rtcp_sink_;
  StillClocks machine_;
  std::unique_ptr<PictureEncoder> encoder_;
  NoDecoder decoder_;
  AudioSendStep send_audio_;
  VideoEncodeStep encode_;
  VideoSendStep send_video_;
  AudioReceiveStep receive_audio_;
  VideoReceiveStep receive_video_;
  VideoDecodeStep decode_;
  // The session thread's.
  AudioSlot* heard_stream_ = nullptr;
  VideoSlot* seen_stream_ = nullptr;
  DecodeSlot* decoded_stream_ = nullptr;
  VideoFormat format_;
  LossPolicy loss_policy_{};
  bool discard_late_frames_ = false;
  RtcpSlot rtcp_;
  AnalysisStep analysis_;
  link::Random wakes_;
  FeedbackBuilder came_;
  std::int64_t captured_ = 0;
  Timestamp capture_due_;
  VideoFrame frame_;
  std::array<Timestamp, kRoles> next_;
  std::vector<Event> events_;
};

}  // namespace jitterscope::virtual_call
