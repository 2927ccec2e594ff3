#pragma once
// Units that a medium owes: it is announced, and nothing new of it is numbered, so that no number tells of a loss.
#include <array>
#include <cstdint>
#include <optional>

#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/sender_summary.h"
#include "core/events/playout_setting.h"
#include "core/measures/definitions/silence.h"
#include "core/measures/definitions/stream_clock.h"

namespace jitterscope {

struct SettingChanged;

/// Of one received medium of a call. When nothing new has been numbered for a second, a unit is due at the last pace of
/// the RTP timestamps (before that at the nominal period) since the first packet of the last number. Numbers that are
/// missing after it are losses of their own and not owed a second time, and neither is what the network held up and
/// comes after it. A medium that is not announced owes nothing: packets of plain RTP (without a frame number), a
/// capture, and what the sender has withdrawn or this end does not want, as long as that holds. Not thread-safe; O(1).
class OwedUnits {
 public:
  explicit OwedUnits(Medium medium)
      : medium_(medium),
        clock_(usual_clock(medium)),
        nominal_(medium == Medium::kVideo ? kUsualVideoPeriod : kUsualAudioPeriod) {}

  void set_clock(const StreamClock& clock) { clock_ = clock; }
  void set_period(Duration nominal) { nominal_ = nominal; }

  /// Each packet of the medium, in the order of arrival: the silence that ends with it, if something was owed in it.
  std::optional<Silence> add(const PacketArrived&);
  /// The silence that lasts at that time.
  std::optional<Silence> lasting(Timestamp now) const;
  /// What the sender numbered is owed if nothing of it has come after a second; pictures that it left out are not owed.
  /// Counts that fall are not heeded. It tells so of a silence only once that has ended, maybe: then those of that
  /// silence that are owed no more, a negative number.
  std::optional<Silence> add(const SenderSummary&);
  /// The usual time from one unit to the next, by RTP timestamps; absent: none has followed another.
  std::optional<Duration> seen_pace() const { return stepped_ > 0 ? std::optional(pace()) : std::nullopt; }
  /// The silence that ends with it, since the medium is not sent or not wanted any more, if something was owed in it.
  std::optional<Silence> add(const SettingChanged&);

 private:
  static constexpr Duration kShortest = Duration::seconds(1);
  static constexpr std::size_t kSteps = 8;
  struct Unit {
    std::uint32_t ssrc = 0;
    std::int64_t number = 0, rtp_timestamp = 0;
    Timestamp received;
  };

  std::int64_t left_out_since() const { return told_ ? told_->left_out - left_out_before_ : 0; }
  std::int64_t numbered_since(Timestamp now) const;
  Duration source_step(const Unit& unit) const;  // since the last one, by RTP timestamps
  void note_pace(const Unit& unit);
  Duration pace() const;
  std::optional<Silence> paused(Silence silence, const Unit& next) const;

  Medium medium_;
  StreamClock clock_;
  Duration nominal_;
  std::optional<Unit> last_;
  std::optional<SenderSummary> told_;
  std::int64_t left_out_before_ = 0;  // as told when the last packet came
  std::optional<Silence> ended_;      // since it was told last
  bool is_sent_ = true, is_wanted_ = true;
  std::array<Duration, kSteps> steps_{};  // between units of following numbers, by RTP timestamps
  std::size_t stepped_ = 0;
};

}  // namespace jitterscope
