#include "core/measures/tracks/streams/sent_stream.h"

#include <algorithm>

#include "core/algorithms/quality/frames_due.h"

namespace jitterscope {

SentStream::SentStream(Medium medium, const FigureSpan& span) : medium_(medium), track_(medium, span) {}

void SentStream::add(const PacketSent& packet) {
  if (active_ && packet.ssrc != ssrc_) {
    track_.restart(totals());
    departures_.clear();
    left_.clear();
    attempted_ = accepted_ = bytes_ = frames_ = numbered_ = left_out_ = 0;
  }
  active_ = true;
  ssrc_ = packet.ssrc;
  const SecondBySecond::Totals before = totals();
  ++attempted_;
  numbered_ = std::max(numbered_, packet.frame + 1);
  if (!packet.accepted) return;
  track_.add_packet(packet.sent, packet.size, before);
  track_.add_dot(packet.frame, packet.block, packet.sent);
  ++accepted_;
  bytes_ += packet.size;
  if (medium_ == Medium::kVideo) {
    if (left_.empty() || left_.back().frame < packet.frame) left_.push_back({packet.frame, packet.sent});
    while (!left_.empty() && (left_.size() > kMostFrames || packet.sent - left_.front().at > kFramesKept))
      left_.pop_front();
    return departures_.add(packet.frame, packet.block, packet.sent, track_.at_s(packet.sent));
  }
  ++frames_;
  track_.add_frame(packet.sent);
}

void SentStream::add(const FrameSent& frame) {
  if (!active_ || frame.ssrc != ssrc_) return;
  ++frames_;
  track_.add_frame(frame.end);
}

void SentStream::add(const FrameOmitted& frame) {
  if (!active_ || frame.ssrc != ssrc_) return;
  if (frame.frame)
    numbered_ = std::max(numbered_, *frame.frame + 1);
  else
    ++left_out_;
}

std::optional<SenderSummary> SentStream::summary(Timestamp now) const {
  if (!active_) return std::nullopt;
  return SenderSummary{medium_, ssrc_, numbered_, attempted_, left_out_, now};
}

void SentStream::expect(std::uint32_t ssrc, std::int64_t packets_around) {
  if (packets_around == 0 || (active_ && ssrc_ != ssrc)) return;
  active_ = true;
  ssrc_ = ssrc;
  attempted_ += packets_around;
}

std::optional<Timestamp> SentStream::departure_after(std::int64_t frame) const {
  if (left_.empty()) return std::nullopt;
  // Its low bits, at the newest frame or before it.
  const auto behind = static_cast<std::uint16_t>(left_.back().frame - frame);
  const auto found = std::ranges::lower_bound(left_, left_.back().frame - behind, {}, &Left::frame);
  if (found == left_.end() || found->frame != left_.back().frame - behind) return std::nullopt;
  return (std::next(found) == left_.end() ? found : std::next(found))->at;
}

std::optional<double> SentStream::frames_per_second(Timestamp now) const {
  UnitNumbering numbering;
  NumberedTime numbered;
  for (const Left& left : left_)
    if (now - left.at <= Duration::seconds(10)) numbered.add(numbering.add(left.frame, left.at.ns(), 1e9));
  return numbered.per_second();
}

StreamSnapshot SentStream::snapshot(Timestamp now) {
  StreamSnapshot s;
  s.medium = medium_;
  s.direction = Direction::kSent;
  if (!active_) return s;
  s.active = true;
  s.ssrc = ssrc_;
  s.packets = accepted_;
  s.expected = attempted_;
  s.refused = attempted_ - accepted_;
  s.bytes = bytes_;
  s.frames_complete = frames_;
  track_.fill(s, now, totals());
  s.recent_loss_ratio.reset();
  return s;
}

}  // namespace jitterscope
