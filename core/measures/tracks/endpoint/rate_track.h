#pragma once
// Rate control in both directions over the call, from its events.
#include <array>
#include <memory>
#include <optional>

#include "core/base/stats/step_series.h"
#include "core/base/stats/thinning_series.h"
#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/rate_decided.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/kinds/tcp_reported.h"
#include "core/events/kinds/trend_reported.h"
#include "core/events/rate_setting.h"
#include "core/measures/definitions/available_rate.h"
#include "core/measures/definitions/second_by_second.h"
#include "core/measures/tracks/endpoint/parts/trend_track.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// Series go over the whole call and are bounded. Views are made at most five times a second and shared.
class RateTrack {
 public:
  using Wants =
      Events<TrendReported, RateDecided, FrameOmitted, TcpReported, PacketSent, PacketArrived, SettingChanged>;
  static constexpr bool kOfFirstRemote = true;
  static constexpr ViewKind kView = ViewKind::kRate;
  using Fills = Fields<&CallSnapshot::rate_sent, &CallSnapshot::rate_received>;

  explicit RateTrack(Timestamp call_began) : began_(call_began) {}
  void add(const TrendReported&);
  void add(const RateDecided&);
  void add(const FrameOmitted&);
  void add(const TcpReported&);
  void add(const PacketSent&);
  void add(const PacketArrived&);
  void add(const SettingChanged&);  // "rate-control", "transport", "link", "background"
  /// Null until there was a report or a decision.
  std::shared_ptr<const RateView> view(Direction, Timestamp now);
  void fill(CallSnapshot& snapshot, Timestamp now) {
    snapshot.rate_sent = view(Direction::kSent, now);
    snapshot.rate_received = view(Direction::kReceived, now);
  }

 private:
  static constexpr std::size_t kSharp = 2400;
  struct Way {
    Way(Timestamp call_began, Direction direction) : trend(call_began), available(call_began, direction) {}
    TrendTrack trend;
    AvailableRate available;
    std::optional<RateControlSetting> setting;
    std::optional<Transport> transport;
    SecondBySecond::Totals picture;  // that passed here
    SecondBySecond passed;
    std::shared_ptr<const RateView> view;
    Timestamp viewed;
  };
  Way& way(Direction direction) { return direction == Direction::kSent ? sent_ : received_; }
  double seconds(Timestamp at) const { return (at - began_).seconds(); }
  void count(Way& way, Medium medium, Timestamp at, std::int32_t size);
  void note_told_rate(const TrendReported&);
  void end_control(double at_s);
  void fill_sent(RateView& view, Timestamp now) const;

  Timestamp began_;
  Way sent_{began_, Direction::kSent}, received_{began_, Direction::kReceived};
  // Of the sent picture.
  std::optional<RateDecided> decision_;
  StepSeries target_{kSharp}, low_{kSharp}, high_{kSharp};
  std::optional<TrendReported> told_;  // where the open stretch of `told_rate_` begins
  ThinningSeries told_rate_{3600};     // as the remote counts what came
  std::array<std::int64_t, 3> omitted_{};
  std::optional<TcpReported> tcp_;
  ThinningSeries tcp_round_trip_{kSharp};
};

}  // namespace jitterscope
