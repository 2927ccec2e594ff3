#pragma once
// What the threads of a call's streams begin with, by what was agreed at call set-up and what is set. Priorities and
// devices are left to fill in. Pure functions.
#include <optional>

#include "core/algorithms/rtp/feedback_timer.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/call/pipeline/media_call_config.h"
#include "core/call/pipeline/video_receiver.h"
#include "core/call/pipeline/video_sender.h"

namespace jitterscope {

// The clock outlives what is made.
AudioSenderConfig audio_sender_config(const MediaCallConfig&, const CallSettings&, const CallClock&);
VideoSenderConfig video_sender_config(const MediaCallConfig&, const CallSettings&, const CallClock&);
AudioReceiverConfig audio_receiver_config(const MediaCallConfig&, const CallSettings&, const CallClock&);
VideoReceiverConfig video_receiver_config(const MediaCallConfig&, const CallSettings&, const CallClock&);

/// Stripes are the receiver's wish: without call set-up, this end's own.
VideoFormat video_format(const MediaCallConfig&, const CallSettings&);
/// Whether this end's medium goes to the remote: there is an address, and both want it.
bool sends(const MediaCallConfig&, Medium);
/// Where packets go from here: to the relay if there is one.
SocketAddress first_hop(const MediaCallConfig&, Medium);
/// One port above; of nothing, nothing.
SocketAddress rtcp_of(const SocketAddress& rtp);
/// The share of RTCP (RFC 4585 §3.5), of the sound of both ends: the picture may be nothing.
rtp::FeedbackTimerConfig feedback_timing(const MediaCallConfig&);
/// Between two frames; nullopt when the remote's rate is impossible.
std::optional<Duration> period_of(double frames_per_second);
/// Of the remote's blocks or frames: nominal; a foreign sender's is taken to be as usual.
Duration received_period(const MediaCallConfig&, Medium);

}  // namespace jitterscope
