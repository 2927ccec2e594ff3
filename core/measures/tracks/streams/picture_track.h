#pragma once
// How long the received picture has stood still, whether it is meant to, and when frames of it were lost: all that a
// viewer learns of what he does not see.
#include <deque>
#include <optional>
#include <vector>

#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/frame_shown.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/setting_changed.h"
#include "core/measures/tracks/table/wants.h"

namespace jitterscope {

/// O(1) an event; memory of the frames lost in ten seconds, bounded. Times do not go back.
class PictureTrack {
 public:
  using Wants = Events<PacketArrived, FrameDone, FramePlayed, FrameShown, SettingChanged>;

  void add(const PacketArrived&);
  void add(const FrameDone&);
  void add(const FramePlayed&);
  void add(const FrameShown&);
  void add(const SettingChanged&);

  /// Before the first event: whether it is sent and wanted, as of `before`.
  void continue_from(const PictureTrack& before) { ended_ = before.ended_; }

  /// The sender said that it ends, or this end does not want it any more.
  bool ended() const { return ended_; }
  /// Since the newest picture was painted or handed to the screen, or since packets began to come; absent before the
  /// first packet and once it has ended.
  std::optional<double> since_picture_s(Timestamp now) const;
  /// How long ago frames were given up, of the last kLostFramesKept: oldest first.
  std::vector<double> lost_frames_ago_s(Timestamp now) const;

 private:
  void begin(std::uint32_t ssrc, Timestamp);

  std::optional<std::uint32_t> ssrc_;
  std::optional<Timestamp> newest_;
  std::deque<Timestamp> lost_;
  bool ended_ = false;
};

}  // namespace jitterscope
