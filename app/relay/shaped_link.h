#pragma once
// The model between the two ends, with its background traffic, and what is counted of it. Time is an argument; the only
// thing it fetches itself is the text of trace files, when it is set.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/link/background_traffic.h"
#include "core/algorithms/link/network.h"
#include "core/base/units/time.h"
#include "core/events/kinds/link_report.h"

namespace jitterscope {

/// Of the relay's own delay in a tenth of a second, the median: beyond it what is measured is not the model.
inline constexpr Duration kLongestOwnDelay = Duration::ms(1);

/// What the relay counts of one direction of its link, sans-IO.
class WayCounts {
 public:
  enum class Content : std::uint8_t { kRtp, kOther, kBackground };  // RTP; RTCP and control; made by the model itself

  explicit WayCounts(LinkWay way);

  // Once for each packet and what became of it; offered + duplicated = delivered + dropped + what is inside. What is
  // dropped at the link's end stays counted as inside (LinkReport::inside), so that its last report tells how many.
  void offered(Content content);
  void delivered(Content content, int bytes_on_link, bool duplicate);
  void dropped(LinkDrop reason, Content content);
  /// How long after the model's time a packet left.
  void own_delay(Duration delay);
  /// As it stands after each change.
  void queue(const link::QueueState& state);
  /// Not within a report of its own, but the next one says overloaded: its figures are not the model's.
  void overloaded() { overloaded_ = true; }
  /// The network ends: the background that is inside is dropped. The caller tells of its own packets.
  void end();

  /// Begins a new stretch for all that is "since the last report".
  LinkReport report(Timestamp at);

 private:
  static constexpr std::size_t kMostOwnDelays = 4096;  // of a tenth of a second; more do not move the median
  LinkReport totals_;
  std::vector<Duration> own_delays_;  // since the last report, at most kMostOwnDelays
  std::int64_t delivered_bytes_ = 0;  // since the last report
  std::int64_t background_inside_ = 0;
  bool overloaded_ = false;
};

class ShapedLink {
 public:
  /// Begins without any effect: all packets leave as they come.
  ShapedLink(std::uint64_t seed, Timestamp now);

  enum class Change : std::uint8_t { kRefused, kTaken, kRenewed };
  /// kRefused: `error` says why, and all stays as it was. kRenewed: another kind of network took the place of the old
  /// one, which no longer gives back what was inside; background of it has been counted as dropped.
  Change set(const LinkSettings& settings, Timestamp now, std::string& error);
  /// From now on the link and its background draw as a link that was made with this seed.
  void reseed(std::uint64_t seed, Timestamp now);
  /// Of each direction, through the same queue.
  void set_background(const BackgroundSetting& setting, Timestamp now);
  /// What is inside does not come back any more; the caller counts its own as dropped. From now on there is neither
  /// link nor background.
  void end(Timestamp now);

  /// `at` may lie before what was advanced to: then it is taken as of there. Packets of the caller are not
  /// kBackground.
  void offer(const link::Packet& packet, Timestamp at, WayCounts::Content content);
  /// Until when the model has run. A packet that is offered as of an earlier time counts as of this one.
  Timestamp reached() const { return reached_; }
  /// The caller's packets alone.
  void advance(Timestamp now, link::Results& results);
  /// When there is something to do without an offer; nullopt: never.
  std::optional<Timestamp> next_event() const;

  /// Totals begin with what comes now.
  void count_anew() { counts_ = {WayCounts(LinkWay::kUp), WayCounts(LinkWay::kDown)}; }
  WayCounts& counts(LinkWay way) { return counts_[static_cast<std::size_t>(way)]; }

 private:
  void offer_background(Timestamp until);
  void note_queues();

  std::uint64_t seed_;
  Timestamp reached_;  // time never goes back for the model
  std::unique_ptr<link::Network> network_;
  std::array<link::BackgroundTraffic, 2> background_;
  std::array<WayCounts, 2> counts_{WayCounts(LinkWay::kUp), WayCounts(LinkWay::kDown)};
  link::Results all_;
};

}  // namespace jitterscope
