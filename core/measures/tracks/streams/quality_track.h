#pragma once
// Where one received medium stands in the quality space, over the last 10 s and, once a second, over the last five
// minutes; of a stretch, over all of it.
#include <array>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/algorithms/quality/frames_due.h"
#include "core/base/stats/moments.h"
#include "core/events/kinds/ring_dropped.h"
#include "core/measures/definitions/delay_split.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/measures/tracks/streams/owed_units.h"
#include "core/measures/tracks/streams/quality_trail.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/quality_view.h"

namespace jitterscope {

/// latency = mean whole of the delay splits of the units that came in the window, of those whose whole ends where
/// usual_end() says; the newest one to three seconds are not split yet; jitter = stddev of the time between blocks
/// (audio) or complete frames (video) less the sender's step (unit_spacing.h); loss = units sent − units played, over
/// units sent; where nothing tells of playout, of packets (audio) or whole frames (video) lost. A frame that came
/// counts when a later one was played or dropped, or after 3 s. Units owed in a silence (owed_units.h) are not played;
/// of a stretch those that expect() says. Frames due a second are those that the sender numbered (frames_due.h), in a
/// window in which nothing came at their last pace. O(1) an event, bounded memory. A new SSRC begins a new window; the
/// trail stays.
class QualityTrack {
 public:
  using Wants = Events<PacketArrived, FrameDone, AudioBlockDone, FramePlayed, DelaySplit, SettingChanged, SenderSummary,
                       RingDropped>;

  static constexpr SendTimes kSendTimes = SendTimes::kOfKnownVariation;

  QualityTrack(Medium, const FigureSpan& span);

  void add(const PacketArrived&);
  /// The packet came in the stretch, and its unit was due at another time.
  void add_alone(const PacketArrived&);
  /// The unit was due in the stretch, and the packet came at another time.
  void add_to_unit(const PacketArrived&);
  void add(const FrameDone&);
  void add(const AudioBlockDone&);
  void add(const FramePlayed&);
  /// As the splitter gives them: up to three seconds after the unit.
  void add(const DelaySplit&);
  /// What is not sent any more, or not wanted, is not lost.
  void add(const SettingChanged&);
  void add(const SenderSummary&);
  /// What was lost in that time is not known.
  void add(const RingDropped&);

  /// Nominal spacing of units; absent: the usual one.
  void set_period(std::optional<double> period_ms);
  /// What the RTP timestamps count; until then that of a call. Before the first packet.
  void set_clock(const StreamClock& clock) { clock_ = clock, owed_.set_clock(clock); }
  /// Before the first event: the trail of `before` goes on, and what was set for it holds.
  void continue_from(const QualityTrack& before) {
    set_period(before.period_.ms());
    trail_ = before.trail_;
    next_moment_ = before.next_moment_;
  }
  /// The delays reported are impossible: drops them, and takes none until set_clock().
  void forget_delays();
  /// So many packets of units were due in the stretch before the first or after the last one that came, and so many
  /// units were owed in silences.
  void expect(std::int64_t packets_around, std::int64_t units_owed = 0) {
    around_ = packets_around, owed_around_ = units_owed;
  }

  /// Absent: nothing was received yet. `now` = local, does not go back.
  std::optional<QualityView> view(Timestamp now);

 private:
  struct Slot {  // a tenth of a second, by local time
    std::int64_t number = -1;
    struct Total {
      std::int64_t n = 0, ns = 0;
      void add(Duration value) { ++n, ns += value.ns(); }
      void add(const Total& other) { n += other.n, ns += other.ns; }
      std::optional<double> mean_ms() const;
    };
    Total delays, handed_over, at_the_end;              // wholes, by where they end
    std::int64_t untold = 0, unclocked = 0;             // units without the sender's times; the clocks did not agree
    std::int64_t units = 0, played = 0, refused = 0;    // sent; of them played; of them known not to be played
    bool own_drops = false;                             // notes of what came were dropped here
    std::int64_t owed = 0;                              // in a silence that has ended
    std::int64_t lowest = 0, highest = 0, packets = 0;  // sequence numbers
    NumberedTime numbered;                              // frames
    std::int64_t intervals = 0;
    double interval_ms = 0, interval_ms2 = 0;  // less the sender's step
  };
  struct Counts {
    std::int64_t units = 0, played = 0;
    void add(const Counts& other) { units += other.units, played += other.played; }
  };
  /// Slots together, and what of their units is decided.
  struct Sum {
    Slot all;
    Counts decided;
  };
  static constexpr std::int64_t kWindow = 100, kSlots = 160;  // 10 s, and what comes late

  Slot* slot_at(Timestamp);  // null: too old
  void begin_stream(std::uint32_t ssrc);
  /// A block or a complete frame.
  struct Unit {
    Timestamp at;
    std::int64_t rtp_timestamp = 0;
    std::optional<Timestamp> sent = {};
  };
  void unit_arrived(const Unit&);
  std::optional<double> spacing_ms(const Unit& before, const Unit& unit) const;
  void note_fate(std::int64_t number, std::int64_t slot, bool played);
  std::optional<double> burst_ratio(std::int64_t end) const;
  /// Of the window that ends with slot `end` − 1; what came before `settled` waits no more.
  QualityPoint point_before(std::int64_t end, std::int64_t settled) const;
  void add_to(Sum&, const Slot&, std::int64_t settled) const;
  QualityPoint point_of(const Sum&, std::int64_t missing) const;
  QualityPoint point_of_all(std::int64_t settled) const;
  Counts decided(const Slot&, std::int64_t settled) const;
  std::int64_t units_around(const Sum&) const;
  void put_latency(const Slot& sum, QualityPoint&) const;
  std::optional<double> frames_due_per_second(const NumberedTime&) const;
  void put_owed(const Silence&);
  std::int64_t owed_before(std::int64_t end) const;  // units of a silence that still lasts
  void extend_trail(std::int64_t slot);

  Medium medium_;
  StreamClock clock_ = usual_clock(medium_);
  FigureSpan span_;
  Sum gone_;                                   // of a stretch: of the slots that made room for others
  std::int64_t around_ = 0, owed_around_ = 0;  // of a stretch
  std::array<Slot, kSlots> slots_{};
  std::int64_t newest_ = -1, next_moment_ = 10;
  std::optional<std::uint32_t> ssrc_;
  std::optional<Unit> last_unit_;
  UnitNumbering numbering_;
  struct Fate {
    std::int64_t number = 0, slot = 0;
    bool played = false;
  };
  std::deque<Fate> fates_;  // of the blocks of the window or the stretch, by number; sound alone
  Duration period_;
  OwedUnits owed_{medium_};
  bool units_known_ = false, playout_known_ = false;
  std::int64_t playing_ = -1;  // slot in which the frame came that playout reported last
  QualityTrail trail_;
};

}  // namespace jitterscope
