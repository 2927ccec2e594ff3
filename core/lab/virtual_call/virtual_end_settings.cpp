// What is set at an end while its call runs.
#include <concepts>

#include "core/events/kinds/setting_changed.h"
#include "core/events/setting_change.h"
#include "core/events/words.h"
#include "core/lab/virtual_call/virtual_end.h"

namespace jitterscope::virtual_call {

template <typename S>
void VirtualEnd::set(const Set<S>& wanted, Timestamp now) {
  const SettingChanged mark = changed_to(wanted, "local", now);
  if constexpr (std::same_as<S, setting::Shaping> || std::same_as<S, setting::Transport>) {
    send_video_.apply(wanted, &mark);
    // The step takes over what waits for it between two pictures.
    if (send_video_.waits() == VideoSendStep::Waits::kForPicture) run(kSendVideo, now);
  } else if constexpr (std::same_as<S, setting::JpegQuality> || std::same_as<S, setting::Subsampling>) {
    if constexpr (std::same_as<S, setting::JpegQuality>) format_.jpeg_quality = wanted.value;
    if constexpr (std::same_as<S, setting::Subsampling>) format_.subsampling = wanted.value;
    encode_.set_format(format_, &mark);
  } else if constexpr (std::same_as<S, setting::AudioBlock> || std::same_as<S, setting::Muted>) {
    send_audio_.apply(wanted, &mark, next_[kSendAudio] != kNever);
  } else if constexpr (std::same_as<S, setting::Playout>) {
    if (wanted.key == Medium::kAudio) {
      heard_stream_->set_playout(wanted.value, setup_.audio_period(), &mark);
    } else {
      decoded_stream_->set_playout(wanted.value, setup_.video_period(), &mark);
      decode(now);
    }
  } else {
    static_assert(std::same_as<S, setting::LossPolicy> || std::same_as<S, setting::DiscardLate>);
    if constexpr (std::same_as<S, setting::LossPolicy>) loss_policy_ = wanted.value;
    if constexpr (std::same_as<S, setting::DiscardLate>) discard_late_frames_ = wanted.value;
    seen_stream_->set_loss_policy(loss_policy_, discard_late_frames_, &mark);
  }
}

template void VirtualEnd::set(const SetShaping&, Timestamp);
template void VirtualEnd::set(const SetTransport&, Timestamp);
template void VirtualEnd::set(const SetJpegQuality&, Timestamp);
template void VirtualEnd::set(const SetSubsampling&, Timestamp);
template void VirtualEnd::set(const SetAudioBlock&, Timestamp);
template void VirtualEnd::set(const SetMuted&, Timestamp);
template void VirtualEnd::set(const SetPlayout&, Timestamp);
template void VirtualEnd::set(const SetLossPolicy&, Timestamp);
template void VirtualEnd::set(const SetDiscardLate&, Timestamp);

}  // namespace jitterscope::virtual_call
