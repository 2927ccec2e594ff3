#pragma once
// Everything that happens in a call, as plain structs: the one log that panels, recorder, analysis and export read.
// All are trivially copyable, so that real-time threads can push them through a ring without allocating.
// `local` = this machine's monotonic clock. `conference` = the conference clock, which both ends share; it is
// absent wherever it is not known. An absent value is never written as zero.
#include <type_traits>
#include <variant>

#include "core/events/condition_events.h"
#include "core/events/control_events.h"
#include "core/events/frame_events.h"
#include "core/events/packet_events.h"
#include "core/events/playout_events.h"
#include "core/events/rate_events.h"
#include "core/events/remote_events.h"
#include "core/events/thread_events.h"

namespace jitterscope {

using Event =
    std::variant<PacketSent, PacketArrived, PacketRejected, FrameEncoded, FrameSent, FrameDone, FrameDecoded,
                 AudioBlockDone, ThreadWoke, ThreadStatus, SettingChanged, RingDropped, RtcpReported, PeerSummary,
                 Notice, Marker, LinkReport, LoadReport, ClockSynced, ClockStepped, PacketStamped, FrameShown,
                 SenderTimes, ThreadLoad, ClassChanged, FramePlayed, PlayoutDecided, PlayoutReport, PeerQuality,
                 TrendReported, RateDecided, FrameOmitted, TcpReported, PeerPacket>;
static_assert(std::is_trivially_copyable_v<Event>);

}  // namespace jitterscope
