#pragma once
// The receiver's half of two-stream control: listens to the sound, and says what its delays tell of the path.
#include <memory>
#include <optional>

#include "core/events/event.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

inline constexpr int kSoundsOfReport = 8;  // packets between two reports; sooner where delays grow fast

/// Sans-IO; owned by the analysis thread of the receiver, or by a simulation; not thread-safe; bounded memory.
/// Delays are receive time (the kernel's stamp where there is one) less send time; while the clocks are not known to
/// agree, less the RTP timestamp, which has every property that a trend needs. A change from one to the other, another
/// SSRC or a pause of the sound begins the windows anew. ε is by scale: the setting's, or what the delays scatter from
/// group to group (noise_floor.h), or what skew and slewing of the clocks can make of the time between two groups, 500
/// ppm. A window whose groups all lie so near each other that noise, clocks or the wait behind one packet of the
/// picture explain it has PCT and PDT 0: else PDT, a ratio, would see a trend in the smallest of drifts.
class StreamMonitor {
 public:
  explicit StreamMonitor(const TrendSetting& setting);
  ~StreamMonitor();
  StreamMonitor(StreamMonitor&&) noexcept;
  StreamMonitor& operator=(StreamMonitor&&) noexcept;

  void set(const TrendSetting& setting);
  /// The sender decided something: packets of sound before `sequence` (extended, or its low 32 bits) say nothing of it.
  /// The windows begin there; the base and the noise floor stay. Repeats, older ones and
  /// ones far ahead change nothing. Sequences in reports are counted as the sender counts them here.
  void judge_from(std::int64_t sequence);
  /// Of both received media, in arrival order.
  void add(const PacketArrived&);
  /// The report that the last add() made due: after each 8th packet of sound, sooner where
  /// delays grow fast. `direction` is kSent.
  std::optional<TrendReported> take(Timestamp now);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitterscope
