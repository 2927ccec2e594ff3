#pragma once
// What a user can ask of a running call. The window and the command line write these; the session carries them out and
// answers with events (SettingChanged, Notice). `end` says whose sending is meant.
#include <optional>
#include <string>
#include <variant>

#include "core/events/demonstration.h"
#include "core/events/link_setting.h"
#include "core/events/playout_setting.h"
#include "core/events/rate_setting.h"
#include "core/events/settings.h"

namespace jitterscope {

struct SetShaping {
  ShapingSetting shaping;
  End end = End::kMine;
};
struct SetPriority {
  ThreadRole role;
  PrioritySetting priority;
  End end = End::kMine;
};
struct SetVideoSource {
  VideoSourceSetting source;
};  // kNone withdraws the medium
struct SetAudioSource {
  AudioSourceSetting source;
};
struct SetSpeaker {
  std::string id;
};  // empty = first device, "none" = silent
struct SetVideoFormat {
  std::optional<double> frames_per_second;  // absent: the source's own
  int jpeg_quality;
  Subsampling subsampling;
};
struct SetReception {
  bool receive_audio;
  bool receive_video;
};
struct SetLossPolicy {
  LossPolicy policy;
  std::optional<bool> discard_late_frames;  // absent: as it is
};
struct MuteAudio {
  bool muted;
};
struct PlaceCall {
  std::string host;
  std::uint16_t port = 5004;
};
struct AnswerCall {
  bool accept;
  std::string caller = {};
};  // as shown: who has gone since is not meant; empty = the first
struct GrantConsent {
  bool granted;
};  // may the remote set my sending, for this call?
struct HangUp {
  std::string why = {};
};  // said in place of that one hung up; empty: by hand
struct PlaceMarker {
  std::string text;
};
struct Record {
  bool on;
  std::string path;
};  // empty = the program's choice
struct DiscardRecording {
  std::string path;
};  // what began by itself with this call: ended and deleted
/// Plain RTP without call set-up: shows what arrives at (or, with a host, also sends to) `video_port` and
/// `video_port` + 2 for audio.
struct UsePlainRtp {
  std::string host;
  std::uint16_t video_port = 5004;
};
/// What I send also goes to another player on this machine: video to `video_port`, audio to `video_port` + 2; 0 = stop.
struct CopyToPlayer {
  std::uint16_t video_port = 0;
};
/// The emulated link of the call, both directions; default = none. Run by a relay that this end starts.
struct SetLink {
  LinkSettings link;
};
struct SetBackground {
  BackgroundSetting background;
};  // through the link's queue
struct SetCpuLoad {
  int counters;
};  // claypool98's counter processes on this machine
/// Where this end's receive threads and the counters run: on that processor alone; absent: wherever the kernel puts
/// them.
struct SetReceiveProcessor {
  std::optional<int> processor;
};
struct SetVideoLoad {
  int applications;
};  // nahrstedt94: further video applications on this machine
struct SetAudioBlock {
  int bytes;
  End end = End::kMine;
};  // samples a packet, 8 … 2048
struct SetPlayout {
  Medium medium{};
  PlayoutSetting playout;
};  // of what this end receives
struct SetLipSync {
  bool on;
};
/// Of the picture that this end sends.
struct SetRateControl {
  RateControlSetting setting;
};
struct SetTransport {
  Transport transport;
};
/// A guided comparison in the running call; then all is as before.
struct Demonstrate {
  DemonstrationKind kind{};
  bool run = true;
};  // false: stop, restore at once

using Command =
    std::variant<SetShaping, SetPriority, SetVideoSource, SetAudioSource, SetSpeaker, SetVideoFormat, SetReception,
                 SetLossPolicy, MuteAudio, PlaceCall, AnswerCall, GrantConsent, HangUp, PlaceMarker, Record,
                 DiscardRecording, UsePlainRtp, CopyToPlayer, SetLink, SetBackground, SetCpuLoad, SetReceiveProcessor,
                 SetVideoLoad, SetAudioBlock, SetPlayout, SetLipSync, SetRateControl, SetTransport, Demonstrate>;

}  // namespace jitterscope
