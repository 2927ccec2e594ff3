#pragma once
// Sound and picture of the same capture time are to be played together, within about 20 ms (crowcroft92 §3.2): the
// medium that would be played earlier is held. Sans-IO.
#include <array>
#include <optional>

#include "core/base/units/media_time.h"
#include "core/events/names.h"

namespace jitterscope {

/// RTP timestamp → when it was captured, on the clock that both media of a sender share (RFC 3550 §6.4.1). One stream.
/// RTP timestamps are extended.
class CaptureClock {
 public:
  explicit CaptureClock(int rate) : rate_(rate) {}
  /// The pair of a sender report: `wall` and `rtp_timestamp` are the same moment. The last one counts.
  void add_report(Timestamp wall, std::int64_t rtp_timestamp) { report_ = wall - media_time(rtp_timestamp, rate_); }
  /// nullopt until there was a report.
  std::optional<Timestamp> captured(std::int64_t rtp_timestamp) const {
    return report_ ? std::optional(*report_ + media_time(rtp_timestamp, rate_)) : std::nullopt;
  }
  void restart() { report_.reset(); }

 private:
  int rate_;
  std::optional<Timestamp> report_;  // of timestamp 0
};

/// A block of sound or frame of picture as played or planned.
struct PlayedUnit {
  Timestamp captured;  // the clock that both media of the sender share (CaptureClock)
  Timestamp playout;   // local; with what the device adds
  Duration held;  // the part of the delay that is hold (AudioPlayout::held, VideoPlayout::held), when it was planned
};

struct LipSyncHolds {
  Duration audio, video;  // at least one of them is 0
  bool operator==(const LipSyncHolds&) const = default;
};

/// One sender. Any one thread.
class LipSync {
 public:
  static constexpr Duration kDeadBand = Duration::ms(8);  // smaller errors of the present holds are left alone
  static constexpr Duration kMostHold = Duration::ms(500);
  static constexpr Duration kMostSkew = Duration::seconds(10);  // beyond, the two clocks have nothing in common
  static constexpr Duration kForget = Duration::seconds(3);     // a medium that says nothing for so long is no partner

  void note(Medium medium, const PlayedUnit& unit);
  /// How long each medium is to be held from now on. Changes only when the holds wanted differ from those set last by
  /// more than the dead band. None while skew() is unknown, or while lip-sync is off.
  LipSyncHolds holds(Timestamp now);
  void enable(bool on) { on_ = on; }
  /// Sound − picture as played lately; + = the sound is later. nullopt while one is missing, and beyond kMostSkew.
  std::optional<Duration> skew(Timestamp now) const;
  /// The sender's clocks begin anew.
  void restart() { media_ = {}; }

 private:
  /// playout − captured: of the last units, the mean; with and without the hold. Of those that a round each looks at,
  /// some two seconds.
  struct Track {
    static constexpr std::size_t kUnits = 8;
    std::array<Duration, kUnits> own{}, whole{};
    std::size_t count = 0;
    Timestamp last;
    Duration mean(const std::array<Duration, kUnits>& of) const;
  };

  bool on_ = true;
  std::array<Track, 2> media_{};
  LipSyncHolds told_;
};

}  // namespace jitterscope
