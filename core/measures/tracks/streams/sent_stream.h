#pragma once
// What this end sends of one medium: departures, and packets the kernel did not take.
#include <deque>
#include <optional>

#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/frame_sent.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/sender_summary.h"
#include "core/measures/definitions/packet_dots.h"
#include "core/measures/tracks/streams/stream_track.h"
#include "core/measures/tracks/table/wants.h"

namespace jitterscope {

/// Spacing is of departures. refused = send calls that failed; expected = all of them. A new SSRC restarts the figures.
class SentStream {
 public:
  using Wants = Events<PacketSent, FrameSent, FrameOmitted>;

  SentStream(Medium medium, const FigureSpan& span);

  /// Before the first packet: series of `before` go on.
  void continue_from(const SentStream& before) { track_.continue_from(before.track_, before.totals()); }

  void add(const PacketSent&);
  void add(const FrameSent&);
  void add(const FrameOmitted&);
  /// So many packets were to be sent in the stretch before the first or after the last one that was.
  void expect(std::uint32_t ssrc, std::int64_t packets_around);
  /// What the remote is told of it; absent: nothing was sent.
  std::optional<SenderSummary> summary(Timestamp now) const;
  /// Without last_departures.
  StreamSnapshot snapshot(Timestamp now);
  std::vector<PacketDot> last_departures() const { return departures_.dots(); }
  std::uint32_t ssrc() const { return ssrc_; }
  /// When the first packet of the video frame after this one left, of the last minute of them: the remote tells of a
  /// frame once it hears of the next. `frame`: as the remote extends the 16 bits that it was sent.
  std::optional<Timestamp> departure_after(std::int64_t frame) const;
  /// How many frames of video were numbered a second in the last 10 s; absent: fewer than two were. O(frames of that
  /// time).
  std::optional<double> frames_per_second(Timestamp now) const;
  void fill_figures(StreamSnapshot& s, Timestamp now) {
    if (active_) track_.fill_figures(s, now);
  }

 private:
  static constexpr std::size_t kMostDepartures = 1024;               // frames
  static constexpr Duration kDeparturesKept = Duration::seconds(6);  // the remote tells of twelve frames in 3 s
  static constexpr Duration kFramesKept = Duration::seconds(60);
  static constexpr std::size_t kMostFrames = 8192;
  struct Left {
    std::int64_t frame;
    Timestamp at;
  };
  SecondBySecond::Totals totals() const { return {bytes_, attempted_, accepted_}; }

  Medium medium_;
  bool active_ = false;
  std::uint32_t ssrc_ = 0;
  std::int64_t attempted_ = 0, accepted_ = 0, bytes_ = 0, frames_ = 0;
  std::int64_t numbered_ = 0, left_out_ = 0;  // frames or blocks; pictures without a number
  StreamTrack track_;
  PacketDots departures_{kMostDepartures, kDeparturesKept};  // of video
  std::deque<Left> left_;                                    // video: frame by frame
};

}  // namespace jitterscope
