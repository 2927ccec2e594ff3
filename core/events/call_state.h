#pragma once
// How far a call is, and what is to be shown of it beside its figures.
#include <cstdint>
#include <string>
#include <vector>

namespace jitterscope {

/// Of a call, or of an end that has or awaits one. Calling: it rings there. Ringing: here.
enum class CallStage : std::uint8_t { kIdle, kConnecting, kCalling, kRinging, kInCall, kEnded };

/// Neither in a call nor on the way to one: somebody may ring.
constexpr bool over_or_rings(CallStage stage) {
  return stage == CallStage::kIdle || stage == CallStage::kEnded || stage == CallStage::kRinging;
}

/// A setting of one end's sending, as it is asked for: "shaping" and "c".
struct AskedSetting {
  std::string name, value;
  bool operator==(const AskedSetting&) const = default;
};

struct CallState {
  CallStage stage = CallStage::kIdle;
  std::string name;                       // of this end, as others see it; empty = none
  std::string peer;                       // name or address of the remote; of the caller while ringing
  std::string sentence;                   // why a call ended or failed, in plain words; empty = nothing to say
  std::uint64_t told = 0;                 // grows with each sentence: the same one may be said again
  bool failed = false;                    // the last call never was, or was cut off
  std::size_t more_callers = 0;           // who ring beside `peer`
  std::string local_address;              // "192.0.2.7:5004" to give to a caller; empty = not listening, or not known
  bool answers_itself = false;            // whoever calls
  int unheard_s = 0;                      // whole seconds without a sign of a remote; 0 = less than four
  bool consent_asked = false;             // the remote asks to set our sending: answer with GrantConsent
  AskedSetting asked_here;                // the first thing that it asks for
  std::vector<AskedSetting> asked_there;  // of the first remote, which has not answered yet
  bool operator==(const CallState&) const = default;
};

}  // namespace jitterscope
