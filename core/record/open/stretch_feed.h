#pragma once
// Gives an analyzer of a stretch of a call the events of that stretch.
#include <algorithm>
#include <deque>
#include <map>
#include <stop_token>
#include <string>

#include "core/events/event.h"
#include "core/events/identity.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/tracks/streams/silences.h"
#include "core/record/open/stretch_edges.h"
#include "core/record/open/stretch_units.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

/// Sans-IO, bounded memory. Packets, frames and blocks are those that analysis counts in the stretch (StretchEdges; the
/// units of received streams are those of set_units()). What is told of them later belongs to them; of what came before
/// goes what holds until something else is said, or is what counts begin with; all else by its time.
class StretchFeed {
 public:
  /// The events of so long before and after the stretch are wanted too.
  static constexpr Duration kAround = Duration::seconds(3);
  /// A packet is not read that comes so long after the end of the stretch in which it was due.
  static constexpr Duration kLatest = Duration::seconds(60);

  /// Where a trace has kReadWhole events or more, the reference transit of a stream is that of its packets from
  /// kReference before the stretch to kReference after it.
  static constexpr std::int64_t kReadWhole = 500'000;
  static constexpr Duration kReference = Duration::seconds(60);

  /// The analyzer is one of a stretch that begins at `span.from`.
  /// `announced`: it is a call, whose ends say which media they send.
  StretchFeed(CallAnalyzer& analyzer, const TimeSpan& span, bool announced)
      : analyzer_(analyzer), span_(span), announced_(announced) {}

  /// Says which units of a received stream belong to the stretch; to be called before the first event.
  void set_units(const StreamKey& key, const StretchUnits& units);
  /// Until then comes what belongs to the stretch: its end, or when the last of its units came, at most kLatest later.
  Timestamp until() const { return until_; }
  /// In log order; what holds since earlier first.
  void take(const Event&);
  /// So many packets of a stream, of which no event tells, were due in the stretch beside all its packets.
  void expect(const StreamKey& key, std::int64_t packets) { expected_[key] += packets; }
  /// All has been taken.
  void finish();
  /// The end of the stretch; of one that goes beyond the last event, that one's time.
  Timestamp end() const { return newest_ >= span_.from ? std::min(span_.to, newest_) : span_.to; }
  /// All that is told of the stretch has come, but for units that come longer after their time.
  bool is_past() const { return newest_ >= span_.to + kAround; }

 private:
  enum class Phase : std::uint8_t { kBeginning, kMiddle, kEnd };

  StretchEdges* edges_of(const StreamKey&);
  const StretchUnits* units_of(const StreamKey&) const;
  std::optional<PacketCounts> counts(const PacketArrived&);
  template <typename E>
  void note(const E&) {}
  void note(const PacketArrived&);
  void note(const PacketSent&);
  void note(const SettingChanged& e) { silences_.add(e); }
  void note(const SenderSummary& e) { silences_.add(e); }
  void note(const StreamAnnounced& e) { silences_.add(e); }
  void hold(const Event&, Timestamp at);
  void release(bool so_far);

  template <typename E>
  void give(const E&, bool so_far);
  template <typename E>
  bool belongs(const E&, bool so_far);
  bool has_unit(Medium, ParticipantId from, std::uint32_t ssrc, std::int64_t unit, Timestamp at, bool so_far);
  bool has_picture(std::int64_t frame, Timestamp at, bool so_far);

  CallAnalyzer& analyzer_;
  TimeSpan span_;
  bool announced_;
  Timestamp until_ = span_.to;
  std::map<StreamKey, StretchEdges> streams_;
  std::map<StreamKey, StretchUnits> units_;
  std::map<StreamKey, std::int64_t> expected_, owed_;
  Silences silences_{[this](Medium medium, std::uint32_t ssrc, const Silence& silence) {
    owed_[{kFirstRemote, {}, medium, ssrc}] += silence.within(span_.from, span_.to).units;
  }};
  Phase phase_ = Phase::kBeginning;
  Timestamp newest_ = Timestamp::ns(INT64_MIN);
  std::deque<Event> held_;  // near an edge, whose numbers are not final yet
};

/// Gives the feed the events of the span
/// and around it, and of streams that were silent there their packets next to it. Of a trace whose table of seconds
/// tells where they lie these alone are read, else the whole of it. All is of one moment of a trace that grows. False
/// and a sentence in `error` when it is damaged; ends early when `stop` is asked for.
/// `recorded`: from the first second to the last one, where there are seconds.
bool read_stretch(const TraceReader& trace, const TimeSpan& span, StretchFeed& feed, std::string& error,
                  const std::stop_token& stop, std::optional<TimeSpan>& recorded);

}  // namespace jitterscope
