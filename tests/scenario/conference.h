#pragma once
// A conference in virtual time: each end sends one stream of each medium to all, and has a slot for every other. No
// RTCP.
#include <map>
#include <memory>
#include <vector>

#include "core/algorithms/link/network.h"
#include "core/call/analysis/stream_announcer.h"
#include "core/call/steps/audio_receive_step.h"
#include "core/call/steps/audio_send_step.h"
#include "core/call/steps/video_decode_step.h"
#include "core/call/steps/video_encode_step.h"
#include "core/call/steps/video_receive_step.h"
#include "core/call/steps/video_send_step.h"
#include "core/events/record.h"
#include "core/lab/virtual_call/ports.h"
#include "core/measures/tracks/call_analyzer.h"

namespace jitterscope::conference {

inline constexpr Timestamp kBegin = Timestamp::ns(1'000'000'000'000);
inline constexpr Duration kAudioPeriod = Duration::ms(20), kVideoPeriod = Duration::ms(100);

/// What an end sends between two moments: another SSRC each time.
class Sending {
 public:
  Sending(virtual_call::Network& network, int end, std::uint32_t first_ssrc, EventRings& rings, const CallClock& clock);
  std::uint32_t ssrc(Medium medium) const { return ssrc_ + static_cast<std::uint32_t>(medium); }
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

class Member {
 public:
  Member(virtual_call::Network& network, int number, int members);

  // As the session thread does it.
  void begin_sending();
  void stop_sending();
  const Sending* sending() const { return sending_.get(); }
  /// Another one's streams are expected from now on, in slots of their own.
  void join(int other, const Sending& streams);
  void leave(int other);

  Timestamp next() const;
  void run(Timestamp now);
  void take(virtual_call::Channel channel, rtp::ConstBytes bytes, Timestamp now);
  void finish(Timestamp now);

  const std::vector<Record>& records() const { return records_; }
  CallAnalyzer& analyzer() { return analyzer_; }
  std::int64_t ring_drops() const;

 private:
  struct Remote {
    PlayoutBoard board;
    LatestValue<VideoFrame> picture;
    SlotTable<AudioSlot>::Slot audio = 0;
    SlotTable<VideoSlot>::Slot video = 0;
    SlotTable<DecodeSlot>::Slot decoded = 0;
  };
  void analyse(Timestamp now);
  void note(const Event& event);
  void decode(Timestamp now);

  virtual_call::Network& network_;
  const int number_;
  CallClock clock_;
  EventRings rings_;
  PublishedLevel level_;
  FrameBell bell_;
  virtual_call::NoDecoder decoder_;
  AudioReceiveStep audio_;
  VideoReceiveStep video_;
  VideoDecodeStep decode_;
  std::unique_ptr<Sending> sending_;
  std::uint32_t next_ssrc_;
  std::map<int, std::unique_ptr<Remote>> remotes_;
  std::vector<std::unique_ptr<Remote>> left_;  // their slots may be served for a round more
  StreamAnnouncer streams_;
  CallAnalyzer analyzer_;
  Timestamp next_audio_ = kBegin, next_video_ = kBegin, next_decode_ = kBegin, next_round_ = kBegin;
  std::vector<Record> records_;
};

class Conference : public virtual_call::Network {
 public:
  /// A link of its own between each two, of these words; all hear and see each other from the start.
  Conference(int members, const std::string& link);

  void run_until(Duration since_begin);
  /// What is under way arrives.
  void finish();
  Member& member(int number) { return *members_[static_cast<std::size_t>(number)]; }
  int members() const { return static_cast<int>(members_.size()); }
  // What the others are told by call set-up.
  void stop(int number);
  void begin(int number);
  void leave(int number);
  void come_back(int number);

  Timestamp now() const override { return now_; }
  using virtual_call::Network::send;
  void send(int from, virtual_call::Channel channel, std::vector<std::uint8_t> packet,
            std::int32_t bytes_on_link) override;

 private:
  struct Sent {
    int to = 0;
    virtual_call::Channel channel{};
    std::vector<std::uint8_t> bytes;
  };
  struct Between {
    std::unique_ptr<link::Network> link;
    link::Results results;
  };
  Between& between(int a, int b) { return links_.at(std::minmax(a, b)); }
  void deliver();

  Timestamp now_ = kBegin;
  std::map<std::pair<int, int>, Between> links_;
  std::vector<std::unique_ptr<Member>> members_;
  std::vector<bool> present_;
  std::vector<Sent> sent_;  // by the links' ids
};

}  // namespace jitterscope::conference
