// What the session does with commands about link, loads and clock.
#include "core/call/call_session.h"

namespace jitterscope {

void CallSession::handle(const call_event::PeerPath&) {}

void CallSession::carry_out(const SetLink&) { tell(1, "No link can be emulated yet."); }
void CallSession::carry_out(const SetBackground&) { tell(1, "No background load can be made yet."); }
void CallSession::carry_out(const SetCpuLoad&) { tell(1, "No load can be made yet."); }
void CallSession::carry_out(const SetVideoLoad&) { tell(1, "No load can be made yet."); }
void CallSession::carry_out(const DemonstrateShaping&) { tell(1, "There is no demonstration yet."); }

}  // namespace jitterscope
