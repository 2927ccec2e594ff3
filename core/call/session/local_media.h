#pragma once
// The media of this end, while it is in calls: captured and encoded once and sent to every remote, all threads from
// sockets to snapshots and trace. What is of one remote is its PeerMedia. Session thread only, unless a function says
// otherwise.
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/algorithms/signalling/description.h"
#include "core/call/analysis/analysis_thread.h"
#include "core/call/exchange/audio_ring.h"
#include "core/call/exchange/rate_board.h"
#include "core/call/path/media_sockets.h"
#include "core/call/session/call_recording.h"
#include "core/call/session/drop_counts.h"
#include "core/call/session/peer_media.h"
#include "core/call/session/picture_control.h"
#include "core/call/session/thread_classes.h"

namespace jitterscope {

class AudioSender;
class DeviceHost;
class VideoCapture;
class VideoSender;

/// What of the process the call's media touch, and keep using after it.
struct MediaSurroundings {
  VideoCapture* capture = nullptr;
  DeviceHost* devices = nullptr;                      // may be null: no microphone, no speaker
  LatestValue<VideoFrame>* remote_picture = nullptr;  // of the first remote
  SnapshotBoard* shown = nullptr;
  PixelFormat picture_format = PixelFormat::kBgrx;  // of remote_picture
  PublishedLevel *microphone_level = nullptr, *speaker_level = nullptr;
  AudioRing* played_tap = nullptr;                                           // may be null
  std::function<void(std::int64_t, std::span<const std::uint8_t>)> on_jpeg;  // may be empty
  Interests screen = Interests::all({}, Duration::ms(250));                  // until they change
  std::size_t most_remotes = 1;                                              // at once; at most kMostRemotes
};

class LocalMedia {
 public:
  /// `config`: of the first remote, which is to be added; what is said of this end holds for all.
  LocalMedia(MediaSockets& sockets, const MediaSurroundings& around, const MediaConfig& config);
  ~LocalMedia();

  /// Sending ends at once (frames begun are finished), receiving a moment later, so that what is under way still
  /// counts. Then the analysis has seen everything; the result is final.
  /// The last snapshot, which holds everything, is shown before the recording is closed: that may take long.
  /// `when_sent` is called when nothing more is sent, and what it notes is still recorded.
  void finish(const std::function<void()>& when_sent = {});

  // Remotes. Rate control is between this end and kFirstRemote; a trace has of the others what their events say
  // themselves.
  /// Null: there is room for no more. Its streams begin; to it only when its path waits no more, if it `waits`: where
  /// others' are served already, at either end, nothing is kept for who comes later.
  PeerMedia* add(ParticipantId id, const MediaConfig& config, bool waits = false);
  /// Who has left keeps its place until all threads have let it go.
  bool has_room() const { return peers_.size() < around_.most_remotes && peers_.size() + left_.size() < kMostRemotes; }
  /// What its path lets through has changed: sound is fetched and pictures are encoded only while they go to anybody.
  void switched(PeerMedia& peer);
  /// What is still under way from it counts, where the kernel lets it in.
  void remove(PeerMedia& peer);
  /// This end's media or the remote's wishes changed: starts or stops sending by (settings, local, remote).
  void update(PeerMedia& peer, const Description& local, const Description& remote, const CallSettings& settings);
  /// From the next packet of sound and the next picture on media, and RTCP one port above, go there: to a relay, or to
  /// the remote itself.
  void set_destinations(PeerMedia& peer, const SocketAddress& audio, const SocketAddress& video);
  /// Pictures over TCP; datagrams of others the kernel keeps away.
  void take_media_from(PeerMedia& peer, std::vector<SocketAddress> hosts);

  /// A setting of this end stands so from now on; where the remote is to know of it, it is in the description. A thread
  /// that has to take it over says so in the log, as `mark` has it, when it has; null: nothing is said. What is handed
  /// to nobody is in force at once, and left to the caller to say.
  template <typename S>
  TakenOver apply(const Set<S>& wanted, const SettingChanged* mark = nullptr) {
    put(settings_, wanted);
    return hand(wanted, mark);
  }
  /// The reason in words when the kernel refused; the thread goes on as it was.
  std::string set_priority(ThreadRole, const PrioritySetting&);
  /// Also for receive threads that start later; absent: any processor. False: the system refused.
  bool set_receive_processor(std::optional<int> processor);
  /// Who decides about this end's picture from now on; null: nobody. One that needs reports waits while no sound goes
  /// to the remote, and the picture goes as the user set it.
  void set_controller(std::unique_ptr<RateController>, const RateControlSetting&);
  /// What else the setting says, under the same controller: how targets become pictures. What the remote is to know of
  /// it is in the description.
  void set_rate_control(const RateControlSetting&);
  /// As agreed with the first remote.
  const ConferenceClock& clock() const { return config_.clock; }
  /// To anybody.
  bool sends(Medium medium) const;
  /// What is in force, for traces begun from now on.
  void remember(const CallSettings&);
  void copy_to_player(std::uint16_t video_port);
  /// In force now.
  void note_setting(const AnySetting&, std::string_view origin, Timestamp asked);
  /// Events of the session: notices, markers, what a remote sets.
  void note(const Event& event, ParticipantId remote = kFirstRemote) {
    rings_.of(ThreadRole::kSession).push(event, remote);
  }
  /// What a remote tells again and again, which may be too much.
  void note_told(const Event& event, ParticipantId remote) { rings_.of(ThreadRole::kSession).push_told(event, remote); }
  /// Reads the kernel's view of all threads, where it is due, and the rings' drops, and notes what changed. Tries again
  /// what could not be done before.
  void every_quarter_second(Timestamp now);

  /// Any thread.
  std::shared_ptr<const CallSnapshot> snapshot() const { return analysis_->snapshot(); }
  /// Of those who look at the call.
  void set_interests(Interests interests) {
    watched_ = !interests.empty();
    analysis_->set_interests(Party::kScreen, std::move(interests));
  }
  /// While one runs: what it has shown is in snapshot(), whoever looks.
  void watch_demonstration(bool on);
  PeerSummary summary(const PeerMedia& from, Medium medium) const { return analysis_->summary(from.id(), medium); }
  /// False: this end had no room for some of its notes of what it sends, and counts too little.
  bool notes_all_sent(Medium medium) {
    return rings_.of(medium == Medium::kAudio ? ThreadRole::kAudioSend : ThreadRole::kVideoSend).dropped() == 0;
  }
  std::optional<SenderSummary> sent_summary(Medium medium) const { return analysis_->sent_summary(medium); }
  std::vector<SenderTimes> take_sender_times(const PeerMedia& to, Medium medium, std::size_t most) {
    return analysis_->take_sender_times(to.id(), medium, most);
  }

  /// A file that cannot be made is reported by a Notice; the call goes on.
  void start_recording(const std::string& path);
  void stop_recording() { recording_->stop(); }
  /// Stops it and deletes its file. Empty: done; else a sentence.
  std::string discard_recording() { return recording_->discard(); }
  const RecorderThread* recorder() const { return recording_->recorder(); }
  Timestamp began() const { return began_; }
  /// Why the trace is missing or incomplete; empty = it is not. Also after finish().
  const std::string& recording_trouble() const { return recording_->trouble(); }

 private:
  // To the threads that act on it; without one, it is read where it is needed.
  template <typename S>
  TakenOver hand(const Set<S>&, const SettingChanged*) {
    return {};
  }
  TakenOver hand(const SetShaping& wanted, const SettingChanged* mark);
  TakenOver hand(const SetTransport& wanted, const SettingChanged* mark);
  TakenOver hand(const SetAudioBlock& wanted, const SettingChanged* mark);
  TakenOver hand(const SetMuted& wanted, const SettingChanged* mark);
  TakenOver hand(const SetFps&, const SettingChanged* mark) { return hand_format(mark); }
  TakenOver hand(const SetJpegQuality&, const SettingChanged* mark) { return hand_format(mark); }
  TakenOver hand(const SetSubsampling&, const SettingChanged* mark) { return hand_format(mark); }
  TakenOver hand(const SetLossPolicy&, const SettingChanged* mark) { return hand_loss_policy(mark); }
  TakenOver hand(const SetDiscardLate&, const SettingChanged* mark) { return hand_loss_policy(mark); }
  TakenOver hand(const SetPlayout& wanted, const SettingChanged* mark);
  TakenOver hand(const SetLipSync& wanted, const SettingChanged* mark);
  TakenOver hand_format(const SettingChanged* mark);
  TakenOver hand_loss_policy(const SettingChanged* mark);
  void state_session_interests();
  void state_playout_interest();
  void start_rtcp(PeerMedia& peer);
  void start_audio_sending();
  void start_video_sending();
  void start_audio_receiving(PeerMedia& peer);
  void start_video_receiving(PeerMedia& peer);
  void tell_periods(const PeerMedia& peer);
  PeerMedia* first_remote() const;
  VideoFormat format() const;
  void begin();
  std::optional<StreamAnnounced> expected(const PeerMedia& peer, Medium medium) const;
  /// Of each remote; the mark is for the first thread that takes it.
  template <typename Set>
  TakenOver of_all(const SettingChanged* mark, Set&& set) {
    TakenOver taken;
    for (const auto& peer : peers_) {
      const TakenOver one = set(*peer, mark);
      if (!one.is_handed()) continue;
      taken = one;
      mark = nullptr;
    }
    return taken;
  }
  void set_routes();
  /// Over what the remote says; another try when the port could not be had.
  void receive_video_as_sent();
  void count_drops(Timestamp now);
  void change_audio_source();
  /// Counted by what outlives the call.
  DropCounts::Counts lasting_drops() const;
  void note_trouble(std::string_view sentence);
  void note_settings();
  /// To the first remote, whom rate control is with.
  bool sound_goes() const;
  void look_after_those_who_left(Timestamp now);

  bool watched_ = false, demonstration_watched_ = false;
  MediaSockets& sockets_;
  const MediaSurroundings around_;
  const MediaConfig config_;  // of this end
  const std::shared_ptr<CallClock> clock_;
  CallSettings settings_;
  const Timestamp began_;
  EventRings rings_;
  ThreadClasses classes_;
  RateBoard rates_, unheard_rates_;  // the latter of all remotes but the first
  std::string transport_trouble_;    // why the picture is not received as it is sent; noted
  DropCounts drops_;
  struct Left {
    std::unique_ptr<PeerMedia> peer;
    Timestamp at;
    bool served = true;
  };
  // Those served outlive who serves them.
  std::vector<std::unique_ptr<PeerMedia>> peers_;
  std::vector<Left> left_;
  bool nobody_came_ = true, sound_is_fetched_ = false;
  std::int64_t skipped_of_left_ = 0;  // complete frames
  std::unique_ptr<AnalysisThread> analysis_;
  // Both use it until finish().
  std::optional<CallRecording> recording_;
  std::optional<PictureControl> control_;
  std::unique_ptr<AudioSender> audio_sender_;
  std::unique_ptr<VideoSender> video_sender_;
  std::unique_ptr<AudioReceiver> audio_receiver_;
  std::unique_ptr<VideoReceiver> video_receiver_;
  std::unique_ptr<RtcpThread> rtcp_;
};

}  // namespace jitterscope
