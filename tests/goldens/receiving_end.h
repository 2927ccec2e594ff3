#pragma once
// A receiving end in virtual time: the steps of the receive threads, driven by recorded datagrams at their times; what
// they say is kept.
#include <memory>
#include <vector>

#include "core/algorithms/rtp/rfc4571.h"
#include "core/call/steps/audio_receive_step.h"
#include "core/call/steps/video_decode_step.h"
#include "core/call/steps/video_receive_step.h"
#include "tests/goldens/datagram_file.h"

namespace jitterscope::goldens {

class ReceivingEnd {
 public:
  ReceivingEnd(const DatagramRecording& recording, const PlayoutSetting& playout);

  /// All datagrams, in order, then two seconds without any.
  void run();
  /// In the order in which they were pushed.
  const std::vector<Event>& events() const { return events_; }

 private:
  /// Decodes nothing, in no time.
  class NoDecoder : public PictureDecoder {
   public:
    Timestamp at;
    Timestamp now() const override { return at; }
    Outcome decode(std::span<const std::uint8_t>, VideoFrame&) override { return {true, at, at}; }
  };
  void pass_time(Timestamp until);
  void take(const RecordedDatagram& datagram);
  void take_stream(const RecordedDatagram& piece);
  void take_video(rtp::ConstBytes bytes, Timestamp received);
  void decode(Timestamp now);
  void keep_events();

  const DatagramRecording& recording_;
  CallClock clock_;
  EventRing said_{"events", 4096};  // of all steps, so that their order is kept
  PlayoutBoard board_;
  PublishedLevel level_;
  LatestValue<VideoFrame> picture_;
  FrameBell bell_;
  NoDecoder decoder_;
  AudioReceiveStep audio_;
  VideoReceiveStep video_;
  VideoDecodeStep decode_;
  Timestamp next_audio_, next_video_, next_decode_;
  std::vector<std::unique_ptr<rtp::FramedPackets>> streams_;  // by connection
  std::vector<Event> events_;
};

}  // namespace jitterscope::goldens
