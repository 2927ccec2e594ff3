#pragma once
// What one end does, on one normal thread, "session": it listens, calls and is called, makes and ends its media, and
// carries out commands; what is of one remote is its PeerSession.
#include <concepts>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/base/realtime/standstill.h"
#include "core/call/capture/video_capture.h"
#include "core/call/path/link_route.h"
#include "core/call/session/callers.h"
#include "core/call/session/endpoint.h"
#include "core/call/session/guided_comparison.h"
#include "core/call/session/peer_session.h"
#include "core/events/kinds/frame_shown.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/setting_layers.h"

namespace jitterscope {

class EndpointSession : private PeerSession::Host {
 public:
  // As of Endpoint.
  EndpointSession(EndpointOptions options, DeviceHost* devices, ConditionsHost* conditions);
  ~EndpointSession() override;

  void post(Command command);
  EndpointView view() const;
  std::shared_ptr<const CallSnapshot> snapshot() const;
  void set_interests(Interests interests);
  ViewCounts views_made() const;
  void note_shown(std::int64_t frame, Timestamp shown);
  const PublishedLevel& microphone_level() const { return microphone_level_; }
  const PublishedLevel& speaker_level() const { return speaker_level_; }
  LatestValue<VideoFrame>& remote_picture() { return remote_picture_; }
  LatestValue<VideoFrame>& local_picture() { return capture_.local_picture(); }
  DescriptorBell& picture_bell() { return picture_bell_; }

 private:
  /// Of a setting that is to be changed, with a sentence if there is something to say.
  struct Outcome {
    enum How { kInForce, kForLater, kRefused } how = kInForce;
    std::string sentence = {};
    int severity = 1;
    TakenOver taken = {};  // by a thread, which says so itself
  };
  /// What its remotes are told of within the description of this end's media.
  template <typename S>
  static constexpr bool kIsDescribed = std::same_as<S, setting::AudioBlock> || std::same_as<S, setting::Reception> ||
                                       std::same_as<S, setting::LossPolicy> || std::same_as<S, setting::Transport>;
  struct SettingChange {
    const CallSettings& before;
    SettingChanged mark;  // for the thread that takes it over
  };
  struct Waiting {  // for a thread to take it over
    AnySetting setting;
    std::string origin;
    TakenOver taken;
  };
  struct Ports {  // from placing or answering the first call to the end of the last
    MediaSockets sockets;
    StreamStart audio_start, video_start;
    Duration clock_offset;  // offered to all who are called
  };
  void run(std::stop_token stop);
  void round();
  void ring();
  bool take_commands();
  void tell_if_stood_still();
  void open_control_port();
  void look_for_caller();
  void look_after_callers(Timestamp now);
  void answer_first();
  void drive_peers(Timestamp now);
  void every_quarter_second(Timestamp now);
  void publish();

  template <typename S>
  void carry_out(const Set<S>& wanted) {
    change(wanted, SettingLayer::kUser);
  }
  void carry_out(const PlaceCall&);
  void carry_out(const AnswerCall&);
  void carry_out(const TakeCalls&);
  void carry_out(const GrantConsent&);
  void carry_out(const HangUp&);
  void carry_out(const PlaceMarker&);
  void carry_out(const RecordCall&);
  void carry_out(const DiscardRecording&);
  void carry_out(const UsePlainRtp&);
  void carry_out(const CopyToPlayer&);
  void carry_out(const Demonstrate&);
  void carry_out(const PaceDemonstration&);

  // As PeerSession::Host.
  const CallSettings& settings() const override { return settings_.in_force(); }
  void reached(PeerSession&) override { take_media_through(settings_->link); }
  void established(PeerSession& peer, const call_event::Established& established) override;
  void set_for_remote(const AnySetting& wanted) override { set_local(wanted, SettingLayer::kRemote, "remote"); }
  void path_changed(PeerSession& peer, const message::Path& path) override;
  bool demonstration_answered(const AnySetting& asked, bool refused) override;
  void silenced(PeerSession& peer) override;
  std::optional<std::string> why_disconnected() const override;
  void tell(int severity, std::string_view sentence) override;

  PeerSession::Host& as_host() { return *this; }
  /// The first that is in the call; nullptr: none, or it is plain RTP.
  PeerSession* remote() const;
  /// A sentence; empty: one more may come.
  std::string why_no_more() const;
  void begin_with(std::unique_ptr<PeerSession> peer);
  void end_peer(std::size_t index);
  std::size_t in_call() const;
  ParticipantId id_of(const Description& remote) const;
  /// Throws: its media would be mixed up with another's.
  void refuse_doubles(const Description& remote) const;
  ConferenceClock clock_with(const call_event::Established& established) const;
  void tell_settings(PeerSession& peer);

  std::string prepare_media();  // why it cannot be, in a sentence; empty: done
  void take_ports(MediaPorts audio, MediaPorts video);
  void take_media_through(const LinkSettings& link);
  std::vector<SocketAddress> hosts_through(const PeerSession& peer, const LinkSettings& link) const;
  void look_whether_silenced(PeerSession& peer, Timestamp now);
  Description describe() const;

  void change(const AnySetting& wanted, SettingLayer layer);
  void set_local(const AnySetting& wanted, SettingLayer layer, std::string_view origin);
  // The code that acts on a setting, which stands already as wanted: mostly the media, if there are any.
  template <typename S>
  Outcome take_effect(const Set<S>& wanted, const SettingChange& change) {
    const TakenOver taken = media_ ? media_->apply(wanted, &change.mark) : TakenOver();
    if constexpr (kIsDescribed<S>) announce_media();
    return {Outcome::kInForce, {}, 1, taken};
  }
  Outcome take_effect(const SetPriority&, const SettingChange&);
  Outcome take_effect(const SetVideo& wanted, const SettingChange&) { return open_video(wanted.value); }
  Outcome take_effect(const SetAudio&, const SettingChange&);
  Outcome take_effect(const SetSpeaker&, const SettingChange&);
  Outcome take_effect(const SetFps&, const SettingChange&);
  Outcome take_effect(const SetRateControl&, const SettingChange&);
  Outcome take_effect(const SetTransport&, const SettingChange&);
  Outcome take_effect(const SetLink&, const SettingChange&);
  Outcome take_effect(const SetBackground&, const SettingChange&);
  Outcome take_effect(const SetSeed&, const SettingChange&);
  Outcome take_effect(const SetCpuLoad& wanted, const SettingChange&) {
    return take_load(&ConditionsHost::set_cpu_load, wanted.value);
  }
  Outcome take_effect(const SetVideoLoad& wanted, const SettingChange&) {
    return take_load(&ConditionsHost::set_video_load, wanted.value);
  }
  Outcome take_effect(const SetReceiveProcessor&, const SettingChange&);
  Outcome take_load(bool (ConditionsHost::*set)(int, std::string&), int load);
  Outcome open_video(const VideoSourceSetting&);
  static Outcome refused(std::string_view why);
  bool act_on(const AnySetting& wanted, const CallSettings& before, std::string_view origin);
  void tell_taken_over();
  VideoSourceSetting opened_source(const VideoSourceSetting& wanted) const;
  bool keep_receivers_on(int processor, std::string& error);
  void after_link(bool was_through_relay);
  std::vector<std::string> leave_out_what_needs_a_call();
  void leave(SettingLayer layer);
  void say(const AnySetting& setting, std::string_view origin, Timestamp asked);
  void announce(const AnySetting& setting, std::string_view origin);
  void announce_media();
  void view_recording();
  void tell_keeping_troubles();
  PeerMedia& begin_media(MediaConfig config, ParticipantId id, bool waits = false);
  void complete(MediaConfig& config) const;
  static constexpr std::chrono::seconds kLookUpLimit{5};  // of a name: the session answers nothing meanwhile
  /// Absent with its reason: no such host, or no way through the link.
  std::optional<HostPort> through_link(const HostPort& target, std::optional<SocketAddress>& proxied,
                                       std::string& error);
  std::vector<std::string> begin_conditions(MediaConfig& config);
  void begin_seed();
  void end_conditions();
  void look_after_conditions(Timestamp now);
  void follow(const GuidedComparison::Step& step);
  void keep_heard(DemonstrationPhase entered);
  bool stands(const AnySetting& setting) const;
  template <typename S>
  std::optional<typename S::Value> remote_value() const;
  std::optional<ComparisonPlan> plan_shaping();
  std::optional<ComparisonPlan> plan_priority();
  std::optional<ComparisonPlan> plan_rate();
  bool demonstration_undecided() const;
  std::string why_undecidable() const;
  void go_on_demonstrating(Timestamp now);
  bool demonstration_asked(const AnySetting& answered);
  PeerMedia& only_media() const { return plain_ ? *plain_ : *remote()->media(); }
  void go_the_way();
  std::string why_no_link(const LinkSettings&) const;  // empty: it may be
  void end_call(const std::string& sentence, bool failed);
  std::uint32_t random_number();

  EndpointOptions options_;
  const std::string identity_;  // as a participant
  DeviceHost* devices_;
  ConditionsHost* conditions_;
  LinkRoute route_;
  std::vector<Waiting> waiting_;
  SettingLayers settings_;      // what the remote or a demonstration sets ends with it
  bool seed_is_drawn_ = false;  // for this call; the next one has another
  SnapshotBoard snapshots_;
  PublishedLevel microphone_level_, speaker_level_;
  DescriptorBell picture_bell_;
  LatestValue<VideoFrame> remote_picture_;
  VideoCapture capture_;
  Interests interests_;                 // of those who look
  std::optional<SocketAddress> bound_;  // nothing: every address
  std::optional<TcpListener> listener_;
  const CallMachineOptions machine_options_;  // of every call
  std::optional<SocketAddress> beside_;       // options_.beside
  Callers callers_;
  std::optional<Ports> ports_;
  std::unique_ptr<LocalMedia> media_;
  std::vector<std::unique_ptr<PeerSession>> peers_;
  PeerMedia* plain_ = nullptr;          // plain RTP: nobody to talk to
  std::optional<Timestamp> narrow_at_;  // until then the kernel lets in who has left
  std::vector<std::string> known_;      // identities of this call's remotes, in the order of their ids
  GuidedComparison demonstration_;
  std::optional<DemonstrationPhase> demonstration_phase_;  // entered last
  std::vector<AnySetting> asked_;                          // by demonstrations, of the remote; not answered yet
  bool refusal_told_ = false;                              // once a demonstration
  std::vector<std::string> told_troubles_;                 // of keeping_troubles
  Timestamp next_quarter_second_;
  Standstill rounds_{Duration::seconds(3)};    // longer than a wait for an answer of the relay
  std::map<std::string, Timestamp> silenced_;  // hosts whose wishes the user refused twice, and when
  std::deque<DeviceNotice> troubles_;          // from devices, shown at the next round

  mutable std::mutex mutex_;  // guards commands_, rung_, view_, troubles_, shown_, new_interests_
  std::condition_variable_any posted_;
  std::deque<Command> commands_;
  std::vector<FrameShown> shown_;
  std::optional<Interests> new_interests_;
  bool rung_ = false;   // an input of the connection came
  EndpointView view_;   // as published
  EndpointView state_;  // session thread's own
  std::jthread thread_;
};

}  // namespace jitterscope
