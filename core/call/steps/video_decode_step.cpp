#include "core/call/steps/video_decode_step.h"

#include <utility>

#include "core/base/units/media_time.h"
#include "core/events/kinds/frame_decoded.h"

namespace jitterscope {
namespace {

constexpr Duration kReportPeriod = Duration::seconds(1);
constexpr int kClockRate = 90'000;

}  // namespace

DecodeSlot::DecodeSlot(EventRing& events, MediumBoard& board, std::shared_ptr<FrameExchange> frames,
                       LatestValue<VideoFrame>& picture, const DecodeSlotConfig& config)
    : events_(events, config.remote),
      board_(board),
      frames_(std::move(frames)),
      picture_(picture),
      config_(config),
      switch_(config.playout),
      playout_(config.playout, config.period) {}

std::optional<Timestamp> DecodeSlot::run(Timestamp now, PictureDecoder& decoder) {
  switch_.apply(playout_, board_, decoder.now(), events_);
  play_due(decoder.now());
  FrameBuffer buffer;
  const bool comes = frames_->complete.pop(buffer);
  if (comes) {
    decode(buffer, decoder);
    frames_->free.push(std::move(buffer));
    play_due(decoder.now());  // it took a while, on other remotes' frames too
  }
  report_played(decoder.now());
  return comes ? std::optional(now) : playout_.next_due();
}

void DecodeSlot::decode(const FrameBuffer& buffer, PictureDecoder& decoder) {
  FrameDecoded event;
  event.ssrc = buffer.done.ssrc;
  event.frame = buffer.done.frame;
  event.completed = buffer.done.completed;
  if (config_.on_jpeg) config_.on_jpeg(event.frame, buffer.jpeg());
  const PictureDecoder::Outcome outcome = decoder.decode(buffer.jpeg(), decoded_);
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
void DecodeSlot::await_playout(const FrameDone& done, Timestamp now) {
  any_ = true;
  const auto due = playout_.put(
      {done.ssrc, done.frame, media_time(done.rtp_timestamp, kClockRate), done.completed, decoded_.memory()}, now);
  if (!due) return;
  Waiting& waiting = waiting_[due->slot];
  std::swap(waiting.picture, decoded_);
  waiting.picture.number = done.frame;
  waiting.picture.captured = done.completed;
  waiting.ssrc = done.ssrc;
  waiting.rtp_timestamp = done.rtp_timestamp;
  waiting.held = playout_.held();
  give_memory_back();
}

/// What no picture waits in stays for the next ones, but not beyond what those that wait may take.
void DecodeSlot::give_memory_back() {
  std::size_t bytes = 0;
  for (const Waiting& waiting : waiting_) bytes += waiting.picture.memory();
  if (bytes <= VideoPlayout::kMostBytes) return;
  for (std::size_t slot = 0; slot < waiting_.size(); ++slot)
    if (!playout_.waits(slot)) waiting_[slot].picture = {};
}

void DecodeSlot::play_due(Timestamp now) {
  const auto due = playout_.pop_due(now);
  if (!due) return;
  Waiting& waiting = waiting_[due->slot];
  std::swap(picture_.back(), waiting.picture);
  picture_.publish();
  board_.played.store({true, waiting.ssrc, waiting.rtp_timestamp, now, waiting.held});
}

void DecodeSlot::report_played(Timestamp now) {
  for (const FramePlayed& played : playout_.take_played()) events_.push(played);
  if (const auto decided = playout_.take_decided()) events_.push(*decided);
  if (!any_ || now < next_report_) return;
  events_.push(playout_.report(now));
  next_report_ = now + kReportPeriod;
}

}  // namespace jitterscope
