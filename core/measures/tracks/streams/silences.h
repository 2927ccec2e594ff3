#pragma once
// The silences of both media of the first remote, from its events.
#include <cstdint>
#include <functional>
#include <utility>

#include "core/events/kinds/stream_announced.h"
#include "core/events/per_medium.h"
#include "core/measures/tracks/streams/owed_units.h"

namespace jitterscope {

/// Not thread-safe; O(1) an event.
class Silences {
 public:
  /// Of the stream that was silent.
  using Found = std::function<void(Medium, std::uint32_t ssrc, const Silence&)>;
  explicit Silences(Found found) : found_(std::move(found)) {}

  void add(const PacketArrived& e) {
    tell(e.medium, owing_[e.medium].add(e));
    newest_ssrc_[e.medium] = e.ssrc;
  }
  void add(const SenderSummary& e) { tell(e.medium, owing_[e.medium].add(e)); }
  void add(const SettingChanged& e) {
    for (const Medium medium : kMedia) tell(medium, owing_[medium].add(e));
  }
  void add(const StreamAnnounced& e) {
    if (e.key().from == kFirstRemote && e.period_ms) owing_[e.medium].set_period(Duration::from_ms(*e.period_ms));
  }
  /// All has been given, until that time.
  void finish(Timestamp end) {
    for (const Medium medium : kMedia) tell(medium, owing_[medium].lasting(end));
  }

 private:
  void tell(Medium medium, const std::optional<Silence>& silence) const {
    if (silence) found_(medium, newest_ssrc_[medium], *silence);
  }

  Found found_;
  PerMedium<OwedUnits> owing_{{OwedUnits(Medium::kAudio), OwedUnits(Medium::kVideo)}};
  PerMedium<std::uint32_t> newest_ssrc_;
};

}  // namespace jitterscope
