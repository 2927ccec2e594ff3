// What is set at an end while its call runs.
#include "core/events/kinds/setting_changed.h"
#include "core/events/setting_change.h"
#include "core/events/words.h"
#include "core/lab/virtual_call/virtual_end.h"

namespace jitterscope::virtual_call {
namespace {

template <typename S>
SettingChanged mark_of(const Set<S>& wanted, Timestamp now) {
  return changed_to(wanted, "local", now);
}

}  // namespace

/// The step takes over what waits for it between two pictures.
void VirtualEnd::begin_picture_that_waits(Timestamp now) {
  if (send_video_.waits() == VideoSendStep::Waits::kForPicture) run(kSendVideo, now);
}

void VirtualEnd::set(const SetShaping& wanted, Timestamp now) {
  const SettingChanged mark = mark_of(wanted, now);
  send_video_.apply(wanted, &mark);
  begin_picture_that_waits(now);
}

void VirtualEnd::set(const SetTransport& wanted, Timestamp now) {
  const SettingChanged mark = mark_of(wanted, now);
  send_video_.apply(wanted, &mark);
  begin_picture_that_waits(now);
}

void VirtualEnd::set(const SetJpegQuality& wanted, Timestamp now) {
  const SettingChanged mark = mark_of(wanted, now);
  format_.jpeg_quality = wanted.value;
  encode_.set_format(format_, &mark);
}

void VirtualEnd::set(const SetSubsampling& wanted, Timestamp now) {
  const SettingChanged mark = mark_of(wanted, now);
  format_.subsampling = wanted.value;
  encode_.set_format(format_, &mark);
}

void VirtualEnd::set(const SetAudioBlock& wanted, Timestamp now) {
  const SettingChanged mark = mark_of(wanted, now);
  send_audio_.apply(wanted, &mark, next_[kSendAudio] != kNever);
}

void VirtualEnd::set(const SetMuted& wanted, Timestamp now) {
  const SettingChanged mark = mark_of(wanted, now);
  send_audio_.apply(wanted, &mark, next_[kSendAudio] != kNever);
}

void VirtualEnd::set(const SetPlayout& wanted, Timestamp now) {
  const SettingChanged mark = mark_of(wanted, now);
  if (wanted.key == Medium::kAudio) {
    heard_stream_->set_playout(wanted.value, setup_.audio_period(), &mark);
  } else {
    decoded_stream_->set_playout(wanted.value, setup_.video_period(), &mark);
    decode(now);
  }
}

void VirtualEnd::set(const SetLossPolicy& wanted, Timestamp now) {
  const SettingChanged mark = mark_of(wanted, now);
  seen_stream_->set_loss_policy(loss_policy_ = wanted.value, discard_late_frames_, &mark);
}

void VirtualEnd::set(const SetDiscardLate& wanted, Timestamp now) {
  const SettingChanged mark = mark_of(wanted, now);
  seen_stream_->set_loss_policy(loss_policy_, discard_late_frames_ = wanted.value, &mark);
}

}  // namespace jitterscope::virtual_call
