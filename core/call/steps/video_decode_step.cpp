#include "core/call/steps/video_decode_step.h"

#include <algorithm>
#include <utility>

#include "core/base/units/media_time.h"

namespace jitterscope {
namespace {

constexpr Duration kFrameWait = Duration::seconds(1), kReportPeriod = Duration::seconds(1);
constexpr int kClockRate = 90'000;

}  // namespace

VideoDecodeStep::VideoDecodeStep(EventRing& events, MediumBoard& board, PictureDecoder& decoder,
                                 LatestValue<VideoFrame>& picture, const VideoDecodeConfig& config)
    : events_(events),
      board_(board),
      decoder_(decoder),
      picture_(picture),
      config_(config),
      switch_(config.playout),
      playout_(config.playout, config.period) {}

Timestamp VideoDecodeStep::run(Timestamp now) {
  switch_.apply(playout_, board_, now, events_);
  play_due(now);
  report_played(now);
  const Timestamp latest = now + kFrameWait;
  return std::min(playout_.next_due().value_or(latest), latest);
}

void VideoDecodeStep::take(const FrameBuffer& buffer) {
  FrameDecoded event;
  event.ssrc = buffer.done.ssrc;
  event.frame = buffer.done.frame;
  event.completed = buffer.done.completed;
  if (config_.on_jpeg) config_.on_jpeg(event.frame, buffer.jpeg());
  const PictureDecoder::Outcome outcome = decoder_.decode(buffer.jpeg(), decoded_);
  event.decode_begin = outcome.begin;
  event.ok = outcome.ok;
  event.decode_end = outcome.end;
  event.width = decoded_.width();
  event.height = decoded_.height();
  events_.push(event);
  if (event.ok) return await_playout(buffer.done, event.decode_end);
  events_.push(FramePlayed{event.ssrc, event.frame, PlayoutOutcome::kDropped, event.completed, event.decode_end});
}

/// The picture just decoded gets its time, or none.
void VideoDecodeStep::await_playout(const FrameDone& done, Timestamp now) {
  any_ = true;
  const auto due =
      playout_.put({done.ssrc, done.frame, media_time(done.rtp_timestamp, kClockRate), done.completed}, now);
  if (!due) return;
  Waiting& waiting = waiting_[due->slot];
  std::swap(waiting.picture, decoded_);
  waiting.picture.number = done.frame;
  waiting.picture.captured = done.completed;
  waiting.ssrc = done.ssrc;
  waiting.rtp_timestamp = done.rtp_timestamp;
  waiting.held = playout_.held();
}

void VideoDecodeStep::play_due(Timestamp now) {
  const auto due = playout_.pop_due(now);
  if (!due) return;
  Waiting& waiting = waiting_[due->slot];
  std::swap(picture_.back(), waiting.picture);
  picture_.publish();
  board_.played.store({true, waiting.ssrc, waiting.rtp_timestamp, now, waiting.held});
}

void VideoDecodeStep::report_played(Timestamp now) {
  for (const FramePlayed& played : playout_.take_played()) events_.push(played);
  if (const auto decided = playout_.take_decided()) events_.push(*decided);
  if (!any_ || now < next_report_) return;
  events_.push(playout_.report(now));
  next_report_ = now + kReportPeriod;
}

}  // namespace jitterscope
