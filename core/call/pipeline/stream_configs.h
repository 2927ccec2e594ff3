#pragma once
// What the threads of a call's streams begin with, by what was agreed at call set-up and what is set. Priorities,
// devices and the progress of what is sent are left to fill in. Pure functions.
#include <optional>

#include "core/algorithms/rtp/feedback_timer.h"
#include "core/call/pipeline/media_config.h"
#include "core/events/identity.h"

namespace jitterscope {

class CallClock;
struct AudioSenderConfig;
struct AudioSlotConfig;
struct DecodeSlotConfig;
struct PlayoutBoard;
struct RtcpConfig;
struct VideoFormat;
struct VideoSenderConfig;
struct VideoSlotConfig;

// The clock outlives what is made.
AudioSenderConfig audio_sender_config(const MediaConfig&, const CallSettings&, const CallClock&);
VideoSenderConfig video_sender_config(const MediaConfig&, const CallSettings&, const CallClock&);
AudioSlotConfig audio_slot_config(const MediaConfig&, const CallSettings&, const CallClock&);
VideoSlotConfig video_slot_config(const MediaConfig&, const CallSettings&, const CallClock&);
DecodeSlotConfig decode_slot_config(const MediaConfig&, const CallSettings&);
/// Makes RTCP for the path that leads to this participant and by which its streams come. The board outlives it.
RtcpConfig rtcp_config(const MediaConfig&, ParticipantId, PlayoutBoard&);

/// Stripes are the receiver's wish: without call set-up, this end's own.
VideoFormat video_format(const MediaConfig&, const CallSettings&);
/// Whether this end's medium goes to the remote: there is an address, and both want it.
bool sends(const MediaConfig&, Medium);
/// Where packets go from here: to the relay if there is one.
SocketAddress first_hop(const MediaConfig&, Medium);
/// One port above; of nothing, nothing.
SocketAddress rtcp_of(const SocketAddress& rtp);
/// The share of RTCP (RFC 4585 §3.5), of the sound of both ends: the picture may be nothing.
rtp::FeedbackTimerConfig feedback_timing(const MediaConfig&);
/// Between two frames or blocks, ms, as a trace can hold it; nullopt when the rate is not known or impossible.
std::optional<double> period_ms(double per_second);
/// The same, of frames.
std::optional<Duration> period_of(double frames_per_second);
/// Of the remote's blocks or frames: nominal; a foreign sender's is taken to be as usual.
Duration received_period(const MediaConfig&, Medium);

}  // namespace jitterscope
