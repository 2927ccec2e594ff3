#pragma once
// One end of a conference in virtual time: the steps of its threads, and what its analysis and session threads do. What
// it tells remotes and its own parties is decided by ToldViews, as live; the round itself (AnalysisThread) is written
// here once more, without the threads.
#include <map>
#include <memory>
#include <vector>

#include "core/call/analysis/rate_keeper.h"
#include "core/call/analysis/stream_announcer.h"
#include "core/call/analysis/told_views.h"
#include "core/call/exchange/rate_board.h"
#include "core/call/steps/audio_receive_step.h"
#include "core/call/steps/audio_send_step.h"
#include "core/call/steps/video_decode_step.h"
#include "core/call/steps/video_encode_step.h"
#include "core/call/steps/video_receive_step.h"
#include "core/lab/virtual_call/ports.h"
#include "core/measures/tracks/call_analyzer.h"
#include "tests/scenario/record.h"

namespace jitterscope::conference {

inline constexpr Timestamp kBegin = Timestamp::ns(1'000'000'000'000);
inline constexpr Duration kAudioPeriod = Duration::ms(20), kVideoPeriod = Duration::ms(100);

/// Between the members: what is sent goes to all.
class Paths : public virtual_call::Network {
 public:
  using Network::send;
  virtual void send_to(int from, int to, virtual_call::Channel channel, std::vector<std::uint8_t> packet) = 0;
  /// Over the control connection of the two, which takes no time.
  virtual void tell(int from, int to, const Event& event) = 0;
};

/// What an end sends between two moments: another SSRC each time.
class Sending {
 public:
  Sending(virtual_call::Network& network, int end, std::uint32_t first_ssrc, EventRings& rings, const CallClock& clock,
          const RateBoard& rates);
  std::uint32_t ssrc(Medium medium) const { return ssrc_ + static_cast<std::uint32_t>(medium); }
  /// Returns what RTCP says of both media that this end sends; the sources are left to fill in.
  std::array<RtcpStream, 2> reported();
  Timestamp next() const { return std::min({next_audio_, next_video_, next_capture_}); }
  void run(Timestamp now);
  void finish(Timestamp now);

 private:
  const std::uint32_t ssrc_;
  PublishedLevel level_;
  EncodedFrames frames_{Transport::kUdp};
  virtual_call::NetworkSink audio_sink_, video_sink_;
  virtual_call::SizeEncoder encoder_;
  AudioSendStep audio_;
  VideoEncodeStep encode_;
  VideoSendStep video_;
  VideoFrame picture_;
  Timestamp next_audio_, next_video_, next_capture_;
};

class Member : private AnalysisListener {
 public:
  /// `with_rtcp`: of the streams that it sends from the start to the end.
  Member(Paths& paths, int number, int members, bool with_rtcp);

  // As the session thread does it.
  void begin_sending();
  void stop_sending();
  Sending* sending() { return sending_.get(); }
  /// Another one's streams are expected from now on, in slots of their own. `by`: to whom the path leads by which each
  /// medium comes.
  void join(int other, const Sending& streams, const PerMedium<int>& by);
  /// Begins RTCP by all paths that have been named.
  void begin_rtcp();
  void leave(int other);
  /// Of itself (kThisEnd), or told by a remote.
  void log(const Event& event, ParticipantId told_by);
  void set_controller(std::unique_ptr<RateController> controller, const std::string& name);
  void set_interests(const Interests& wanted) { analysis_.set_interests(wanted); }

  /// How it numbers the others: as they joined.
  ParticipantId id_of(int other) const { return {static_cast<std::uint8_t>(other < number_ ? other + 1 : other)}; }
  PlayoutBoard& playout_of(int other) { return *remotes_.at(other)->board; }

  Timestamp next() const;
  void run(Timestamp now);
  void take(virtual_call::Channel channel, rtp::ConstBytes bytes, Timestamp now);
  void finish(Timestamp now);

  const std::vector<Record>& records() const { return records_; }
  CallAnalyzer& analyzer() { return analysis_.analyzer(); }
  /// The newest; null: nobody has wanted one.
  const std::shared_ptr<const CallSnapshot>& snapshot() const { return snapshot_; }
  ViewCounts views_made() const { return analysis_.views_made(); }
  std::int64_t ring_drops() const;

 private:
  class RtcpTo : public RtcpSink {
   public:
    RtcpTo(Paths& paths, int from, int to) : paths_(paths), from_(from), to_(to) {}
    Timestamp now() const override { return paths_.now(); }
    bool leads_somewhere(Medium) override { return true; }
    void send(Medium medium, rtp::ConstBytes bytes) override {
      using virtual_call::Channel;
      paths_.send_to(from_, to_, medium == Medium::kAudio ? Channel::kAudioRtcp : Channel::kVideoRtcp,
                     {bytes.begin(), bytes.end()});
    }

   private:
    Paths& paths_;
    const int from_, to_;
  };
  struct Remote {
    std::shared_ptr<PlayoutBoard> board = std::make_shared<PlayoutBoard>();
    LatestValue<VideoFrame> picture;
    SlotTable<AudioSlot>::Slot audio = 0;
    SlotTable<VideoSlot>::Slot video = 0;
    SlotTable<DecodeSlot>::Slot decoded = 0;
  };
  struct Path {
    Path(Paths& paths, int from, int to) : rtcp_sink(paths, from, to) {}
    std::shared_ptr<PathBoard> board = std::make_shared<PathBoard>();
    RtcpTo rtcp_sink;
    PerMedium<std::vector<RtcpSource>> sources;
  };
  void analyse(Timestamp now);
  int number_of(ParticipantId id) const { return id.value <= number_ ? id.value - 1 : id.value; }

  // As AnalysisListener.
  void on_event(const Identifier::Whose& whose, const Event& event) override;
  void on_summary(ParticipantId from, const PerMedium<PeerSummary>& summaries) override;
  void on_sender_times(const std::vector<SenderTimes>& times) override;
  void on_snapshot(std::shared_ptr<const CallSnapshot> snapshot) override { snapshot_ = std::move(snapshot); }

  void decode(Timestamp now);

  Paths& paths_;
  const int number_;
  const bool with_rtcp_;
  CallClock clock_;
  EventRings rings_;
  RateBoard rates_, unheard_rates_;
  PublishedLevel level_;
  FrameBell bell_;
  virtual_call::NoDecoder decoder_;
  virtual_call::StillClocks machine_;
  AudioReceiveStep audio_;
  VideoReceiveStep video_;
  VideoDecodeStep decode_;
  std::map<int, Path> ways_;  // by whom they lead to
  std::map<int, std::unique_ptr<Remote>> remotes_;
  std::vector<std::unique_ptr<Remote>> left_;  // their slots may be served for a round more
  std::unique_ptr<Sending> sending_;
  RtcpStep rtcp_;
  std::uint32_t next_ssrc_;
  AnalysisStep analysis_{rings_, rates_, *this, kBegin};
  std::shared_ptr<const CallSnapshot> snapshot_;
  Timestamp next_audio_ = kBegin, next_video_ = kBegin, next_decode_ = kBegin, next_rtcp_ = kBegin,
            next_round_ = kBegin;
  std::vector<Record> records_;
};

}  // namespace jitterscope::conference
