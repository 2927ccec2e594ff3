#pragma once
// The decoded frames of one stream that wait for their time. A PlayoutPolicy says when each is shown; frames that came
// after their time are not. Sans-IO: frames and time in, what is due and FramePlayed out.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/algorithms/playout/playout_change.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/playout_report.h"

namespace jitterscope {

struct VideoUnit {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // as FrameDone's
  Duration source;         // when it was made, sender's scale: RTP timestamp / 90 kHz, or the send time
  Timestamp completed;     // local
  std::size_t bytes = 0;   // that it takes while it waits
};

/// One stream. video-decode thread; allocates only when made. Each frame put ends in exactly one FramePlayed: kPlayed;
/// kLate: its time was over; kDropped: by the policy, because a later one was due too when it was popped, or because
/// the queue began anew. Of a queue that is full, by frames or by bytes, the first frame is due at once: a delay of
/// more than kSlots - 1 frames, or kMostBytes of them, is shortened to that.
class VideoPlayout {
 public:
  static constexpr std::size_t kSlots = 64, kLeastSlots = 4;
  static constexpr std::size_t kMostBytes = 256'000'000;  // of more than kLeastSlots frames; 15 of the largest
  struct Due {
    std::int64_t frame = 0;
    std::size_t slot = 0;
    Timestamp playout;  // planned
  };

  VideoPlayout(const PlayoutSetting& setting, Duration period);

  /// Plans a complete frame. The result says where the caller keeps the picture (its own array of kSlots) until it is
  /// due; the slot is free again with the next put after the frame was popped. nullopt: it will not be shown. A jump of
  /// the frame number (1000) or of `source` (1 s that did not pass) starts anew.
  std::optional<Due> put(const VideoUnit& unit, Timestamp now);
  /// Whether a frame waits there.
  bool waits(std::size_t slot) const { return queue_[slot].used; }
  /// The earliest time at which there is something to pop.
  std::optional<Timestamp> next_due() const;
  /// The newest frame that is due; those before it are dropped. `now` is reported as its playout.
  std::optional<Due> pop_due(Timestamp now);
  /// The sender counts anew: what waits is dropped.
  void restart();

  /// Another policy or setting from the next frame on; gives back the old policy, to be deleted elsewhere.
  std::unique_ptr<PlayoutPolicy> set_policy(PlayoutChange change, Timestamp now) {
    return policy_.set(std::move(change), held_, now);
  }
  void set_target(Duration delay) { policy_.set_target(delay); }
  /// Added to the policy's delay from the next frame on (lip-sync); at least 0.
  void hold(Duration held) { held_ = std::max(held, Duration{}); }
  Duration held() const { return held_; }

  /// What ended since the last take_played(); valid until the next put, pop_due or restart. Call after each of them.
  std::span<const FramePlayed> take_played();
  /// Once after each change of policy or delay; at most one a second for the same policy.
  std::optional<PlayoutDecided> take_decided() { return policy_.take_decided(); }
  /// level: from now until the last planned frame.
  PlayoutReport report(Timestamp now) const;

 private:
  struct Queued {
    bool used = false;
    VideoUnit unit;
    Timestamp playout;
  };
  std::size_t first_index() const;
  bool is_full(std::size_t bytes_more) const;
  std::size_t free_slot(std::size_t bytes);
  void end(const VideoUnit& unit, PlayoutOutcome outcome, Timestamp playout);
  void drop(Queued& queued);
  void clear_taken();

  PolicyInForce policy_;
  Duration held_;
  std::array<Queued, kSlots> queue_{};
  std::optional<std::int64_t> newest_, last_played_;
  std::int64_t gaps_ = 0;
  bool in_gap_ = false;
  std::vector<FramePlayed> played_;
  bool taken_ = false;
};

}  // namespace jitterscope
