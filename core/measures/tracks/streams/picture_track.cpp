#include "core/measures/tracks/streams/picture_track.h"

#include <algorithm>

#include "core/measures/tracks/streams/medium_comes.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {
namespace {
constexpr std::size_t kMostLost = 1000;  // beyond, as from a hostile sender, the oldest go
}

void PictureTrack::begin(std::uint32_t ssrc, Timestamp at) {
  if (ssrc_ == ssrc && newest_) return;
  ssrc_ = ssrc;
  newest_ = at;
}

void PictureTrack::add(const PacketArrived& e) {
  if (e.medium == Medium::kVideo && !ended_) begin(e.ssrc, e.received);
}

void PictureTrack::add(const FrameDone& e) {
  if (e.outcome != FrameOutcome::kIncomplete && e.outcome != FrameOutcome::kMissing) return;
  while (!lost_.empty() && (lost_.size() >= kMostLost || e.completed - lost_.front() > kLostFramesKept))
    lost_.pop_front();
  lost_.push_back(e.completed);
}

void PictureTrack::add(const FramePlayed& e) {
  if (e.outcome == PlayoutOutcome::kPlayed && newest_) newest_ = std::max(*newest_, e.playout);
}

void PictureTrack::add(const FrameShown& e) {
  if (newest_) newest_ = std::max(*newest_, e.shown);
}

/// Whether it is sent is the remote's setting "video", whether it is wanted this end's "receive video".
void PictureTrack::add(const SettingChanged& e) {
  const auto comes = medium_comes(e, Medium::kVideo);
  if (!comes) return;
  ended_ = !*comes;
  newest_.reset();
}

std::optional<double> PictureTrack::since_picture_s(Timestamp now) const {
  if (ended_ || !newest_) return std::nullopt;
  return std::max(0.0, (now - *newest_).seconds());
}

std::vector<double> PictureTrack::lost_frames_ago_s(Timestamp now) const {
  std::vector<double> ago;
  for (const Timestamp at : lost_)
    if (now - at <= kLostFramesKept) ago.push_back(std::max(0.0, (now - at).seconds()));
  return ago;
}

}  // namespace jitterscope
