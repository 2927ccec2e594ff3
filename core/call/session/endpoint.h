#pragma once
// One end of Jitterscope, window or not: listens, calls and is called, makes and ends its media, and carries out
// commands, all on a thread of its own (EndpointSession). The rest of the program posts commands and reads views.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/algorithms/media/played_sound.h"
#include "core/algorithms/media/video_frame.h"
#include "core/base/realtime/descriptor_bell.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/audio_ring.h"
#include "core/events/call_state.h"
#include "core/events/commands.h"
#include "core/events/identity.h"
#include "core/measures/views/interest.h"

namespace jitterscope {

class ConditionsHost;
class DeviceHost;
class EndpointSession;
struct CallSnapshot;

struct EndpointOptions {
  CallSettings settings;
  std::string name;  // sent to the remote
  std::string program_version;
  std::optional<std::uint16_t> listen;  // control port; absent = takes no calls
  bool next_free_port = false;
  bool takes_calls = true;  // from the start; else once TakeCalls asks for it
  bool auto_accept = false;
  std::optional<bool> consent;     // to the remote's settings; absent = ask
  bool callers_pass_link = false;  // callers of this machine reach the control port through the link: call_port
  bool one_call = false;           // the session is over when its first call is
  std::size_t most_remotes = 1;    // in one conference; at most kMostRemotes
  std::string bind;                // the address that is listened at and that media go from and to; empty = all
  std::string beside;              // the address of an end in another network namespace of this machine; empty = none
  std::string records_remote;      // "sound", "pictures" or both, sent to the remote; empty = neither is kept
  std::string trace_path;          // of the next call; empty = not recorded
  std::function<std::string()> choose_trace_path;  // for every call, when trace_path is empty; may be empty
  bool watched = false;                            // a window is there: pictures and snapshots as often as it draws
  AudioRing* played_tap = nullptr;                 // a copy of all sound played; may be null
  /// Each received JPEG, on the video-decode thread; may be empty.
  std::function<void(std::int64_t, std::span<const std::uint8_t>)> on_jpeg;
  /// Why what played_tap and on_jpeg feed does not keep all, in sentences; asked in a call, on the session thread, and
  /// told at once. May be empty.
  std::function<std::vector<std::string>()> keeping_troubles;
  /// Each sentence for the user as it is told, with the severity of a Notice, on the session thread. May be empty.
  std::function<void(int severity, const std::string& sentence)> told;
};

struct RemoteView {
  ParticipantId id;  // in snapshots
  std::string words;
};

/// What the rest of the program sees.
struct EndpointView : CallState {
  std::string bound;                // the only address listened at; empty = all
  std::uint16_t control_port = 0;   // 0 = not listening
  std::uint16_t call_port = 0;      // where a caller of this machine passes the link; else the control port
  std::vector<RemoteView> remotes;  // in the call
  CallSettings settings;
  bool recording = false;
  bool recorded_unasked = false;  // the recording began by itself with the call
  std::string trace_path;         // of this or the last call
  std::int64_t trace_bytes = 0;
  std::string trace_trouble;       // why the trace is missing or incomplete; empty = it is not
  std::string recorded_by_remote;  // what it keeps of this end in this call, a sentence; empty = it told of nothing
  bool over = false;               // one_call: the session has ended
};

class Endpoint {
 public:
  /// Throws std::runtime_error with a sentence when the control port, an address to bind to, a media file, a rate
  /// controller or the link that callers pass cannot be had. Both hosts may be null; without `conditions` there are no
  /// links and loads.
  Endpoint(EndpointOptions options, DeviceHost* devices, ConditionsHost* conditions = nullptr);
  ~Endpoint();  // hangs up

  // Any thread.
  void post(Command command);
  EndpointView view() const;
  std::shared_ptr<const CallSnapshot> snapshot() const;
  /// What those want to know who look at it, in this call and later ones: within a round snapshots hold that alone, but
  /// for the last one of a call. Everything until this is called.
  void set_interests(Interests interests);
  /// Any thread: how often each view was made in this call or, when it is over, the last one.
  ViewCounts views_made() const;
  const PublishedLevel& microphone_level() const;
  const PublishedLevel& speaker_level() const;
  /// A picture of remote_picture() was painted; noted as FrameShown at the next round.
  void note_shown(std::int64_t frame, Timestamp shown);
  // One reader each.
  LatestValue<VideoFrame>& remote_picture();
  LatestValue<VideoFrame>& local_picture();
  /// Rung when either is published.
  DescriptorBell& picture_bell();

 private:
  const std::unique_ptr<EndpointSession> session_;
};

}  // namespace jitterscope
