#pragma once
// Both ends of latecki04's two streams on real sockets: the threads of a call, under the scenario's settings. All that
// the lab knows of their shells is here.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/call/analysis/rate_keeper.h"
#include "core/call/exchange/rate_board.h"
#include "core/call/path/media_sockets.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/call/pipeline/rtcp_thread.h"
#include "core/call/pipeline/video_receiver.h"
#include "core/call/pipeline/video_sender.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope::latecki04 {

inline constexpr std::uint32_t kSoundSsrc = 1, kPictureSsrc = 2;
inline constexpr std::uint16_t kLivePort = 5004;  // the first of an end's four

/// From port `first` of this host upwards. nullopt: `error` says why.
std::optional<MediaSockets> open_live_sockets(const std::string& host, std::uint16_t first, std::string& error);

/// RTP.
PerMedium<SocketAddress> receives_at(const MediaSockets& sockets);

/// What both have. Sockets, and where the remote receives RTP, are given.
class LiveEnd {
 public:
  LiveEnd(MediaSockets sockets, const PerMedium<SocketAddress>& remote, const RateScenario& scenario,
          std::uint64_t seed);
  /// Of the call so far, in the order of analysis; complete, and to be read, after finish().
  const std::vector<Event>& events() const { return events_; }

 protected:
  ~LiveEnd() = default;
  void begin_rtcp(const std::array<RtcpStream, 2>& streams);
  /// As the analysis thread does it.
  void begin_analysis();
  /// The other threads have ended.
  void end_analysis() { analysis_ = {}; }

  MediaSockets sockets_;
  const PerMedium<SocketAddress> remote_;
  const RateScenario scenario_;
  const std::uint64_t seed_;
  CallClock clock_;
  EventRings rings_;
  PathBoard path_;  // without reports: the paper's ends have none but those of rate control
  PlayoutBoard board_;
  RateBoard rates_;
  PublishedLevel level_;
  RateKeeper rate_{rates_};
  RtcpSocketSink rtcp_sink_{std::array{&sockets_.audio.rtcp, &sockets_.video.rtcp}};
  std::unique_ptr<RtcpThread> rtcp_;
  std::atomic<bool> has_trouble_ = false;
  std::string trouble_;  // of the connection; analysis thread, until end_analysis()

 private:
  void round(Timestamp now);

  std::vector<Event> events_;  // analysis thread, as trouble_
  std::jthread analysis_;
};

// Made in the network namespace of their sockets: threads and connections are there, too. One thread calls.

class SendingEnd : public LiveEnd {
 public:
  /// `controller` null: the picture is as the scenario wants it all the time.
  SendingEnd(MediaSockets sockets, const PerMedium<SocketAddress>& remote, const RateScenario& scenario,
             std::uint64_t seed, std::unique_ptr<RateController> controller);
  ~SendingEnd() { finish(); }

  void begin_sound();
  void end_sound();
  void begin_picture() { video_->set_active(true); }
  void end_picture() { video_->set_active(false); }
  /// The picture has no connection.
  bool has_trouble() const { return has_trouble_; }
  /// Ends all threads.
  void finish();
  /// One sentence; empty: none. After finish().
  const std::string& trouble() const { return trouble_; }

 private:
  VideoCapture capture_{nullptr};
  std::unique_ptr<AudioSender> audio_;
  std::unique_ptr<VideoSender> video_;
};

class ReceivingEnd : public LiveEnd {
 public:
  ReceivingEnd(MediaSockets sockets, const PerMedium<SocketAddress>& remote, const RateScenario& scenario,
               std::uint64_t seed);
  ~ReceivingEnd() { finish(); }

  /// False: the picture cannot be taken as it is sent, `error` says why.
  bool listen(std::string& error);
  /// Ends all threads.
  void finish();

 private:
  LatestValue<VideoFrame> picture_;
  std::unique_ptr<AudioReceiver> audio_;
  std::unique_ptr<VideoReceiver> video_;
};

}  // namespace jitterscope::latecki04
