#pragma once
// What a user can ask of a running call. The window and the command line write these; the session carries them out and
// answers with events (SettingChanged, Notice). `end` says whose sending is meant.
#include <optional>
#include <string>
#include <variant>

#include "core/events/demonstration.h"
#include "core/events/settings.h"

namespace jitterscope {

struct PlaceCall {
  std::string host;
  std::uint16_t port = 5004;
};
struct AnswerCall {
  bool accept;
  std::string caller = {};
};  // as shown: who has gone since is not meant; empty = the first
/// Opens the control port, or closes it: who rings then is turned away.
struct TakeCalls {
  bool on;
};
struct GrantConsent {
  bool granted;
};  // may the remote set my sending, for this call?
struct HangUp {
  std::string why = {};
};  // said in place of that one hung up; empty: by hand
struct PlaceMarker {
  std::string text;
};
struct RecordCall {
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
/// A guided comparison in the running call; then all is as before.
struct Demonstrate {
  DemonstrationKind kind{};
  bool run = true;
};  // false: stop, restore at once
/// Of the comparison that runs. After kPause it waits before the first half and at the end of either, and what is being
/// measured goes on; kStep leaves that place for the next one (a half that runs, when it is five seconds old); kGoOn
/// leaves all of them.
enum class DemonstrationPace : std::uint8_t { kPause, kStep, kGoOn };
struct PaceDemonstration {
  DemonstrationPace pace{};
};

/// Of a setting, its Set… alone: SetShaping{shaping, End::kBoth}.
template <typename... S>
using VariantOfCommands =
    std::variant<Set<S>..., PlaceCall, AnswerCall, TakeCalls, GrantConsent, HangUp, PlaceMarker, RecordCall,
                 DiscardRecording, UsePlainRtp, CopyToPlayer, Demonstrate, PaceDemonstration>;
using Command = AllSettings<VariantOfCommands>;

Command command_of(AnySetting setting);
/// nullopt: the command sets nothing.
std::optional<AnySetting> setting_in(const Command& command);

}  // namespace jitterscope
