#pragma once
// A receiving end in virtual time: packet intake, reassembler and playout of both media, driven by recorded
// datagrams at their times as the receive threads drive them; what they say is kept.
#include <memory>
#include <vector>

#include "core/algorithms/playout/audio_playout.h"
#include "core/algorithms/playout/reassembler.h"
#include "core/algorithms/playout/video_playout.h"
#include "core/algorithms/rtp/rfc4571.h"
#include "core/call/path/packet_intake.h"
#include "core/events/events.h"
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
  void pass_time(Timestamp until);
  void take(const RecordedDatagram& datagram);
  void take_audio(rtp::ConstBytes bytes, Timestamp received);
  void take_video(rtp::ConstBytes bytes, Timestamp received);
  void take_stream(const RecordedDatagram& piece);
  void refuse(Medium medium, RejectReason reason, Timestamp received, std::size_t size);
  void hand_over(const VideoReassembler::Result& result, Timestamp now);
  void play_video(Timestamp now);
  void render(Timestamp now);
  void tell_audio();
  void tell_video();

  const DatagramRecording& recording_;
  CallClock clock_;
  PacketIntake audio_intake_, video_intake_;
  AudioPlayout audio_;
  VideoReassembler reassembler_;
  VideoPlayout video_;
  FrameBuffer spare_;
  std::vector<std::unique_ptr<rtp::FramedPackets>> streams_;  // by connection
  Timestamp next_render_, next_expiry_;
  std::vector<std::int16_t> samples_;
  std::vector<Event> events_;
};

}  // namespace jitterscope::goldens
