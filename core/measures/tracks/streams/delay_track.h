#pragma once
// The live split of one received medium's delay.
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/measures/definitions/delay_splitter.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/delay_split_view.h"

namespace jitterscope {

/// Parts and whole are of the same units: of those whose whole ends where usual_end() says; where no unit has a whole,
/// parts are of all. Not thread-safe. Follows the call by one to three seconds, the time that the remote's account may
/// take.
class DelayTrack {
 public:
  using Wants =
      Events<PacketArrived, FrameDone, FrameDecoded, FramePlayed, FrameShown, AudioBlockDone, SenderTimes, ClockSynced>;

  /// `tell` gets every split.
  DelayTrack(Medium medium, const FigureSpan& span, std::function<void(const DelaySplit&)> tell)
      : medium_(medium), span_(span), splitter_(medium), tell_(std::move(tell)) {}

  template <typename E>
  requires kListed<E, Wants>
  void add(const E& event) {
    splitter_.add(event);
    tell_all();
  }
  /// Before the first event: the series of `before` goes on.
  void continue_from(const DelayTrack& before) {
    moments_ = before.moments_;
    width_ = before.width_;
    any_ = before.any_;
  }
  /// Nothing more will be heard of what came so far.
  void finish() {
    splitter_.finish();
    tell_all();
  }
  /// Absent before the first split.
  std::optional<DelaySplitView> view(Timestamp now);

 private:
  /// By where the whole of their units ends.
  enum Group : std::uint8_t { kNoWhole, kHandedOver, kAtTheEnd };
  static constexpr std::size_t kGroups = 3;
  static Group group_of(const DelaySplit&);
  struct Sum {  // ms
    double sum = 0;
    std::int64_t n = 0;
    void add(double ms, std::int64_t values = 1) { sum += ms, n += values; }
    std::optional<double> mean() const { return n > 0 ? std::optional(sum / static_cast<double>(n)) : std::nullopt; }
  };
  struct Moment {
    std::int64_t second = 0;
    std::array<std::array<Sum, kDelayParts>, kGroups> parts;
    std::array<std::int64_t, kGroups> units{};
    std::array<Sum, 4> owners;  // kWaiting, then of splits of which both are known
    static constexpr std::size_t kWaiting = 0, kSystem = 1, kNetwork = 2, kBound = 3;
  };
  void tell_all() {
    while (const auto split = splitter_.next()) {
      take(*split);
      tell_(*split);
    }
  }
  static Group usual(std::int64_t handed_over, std::int64_t at_the_end);
  static Group usual_of(const Moment&);
  void take(const DelaySplit&);
  void add_to_moment(const DelaySplit&);
  Moment& moment_of(std::int64_t second);
  void halve_resolution();
  DelaySplitView::Moment view_of(const Moment&) const;
  std::string unknown(const DelaySplitView&, std::int64_t handed_over, std::int64_t at_the_end) const;

  static constexpr std::size_t kMostMoments = 600;  // full after ten minutes: memory is flat from then on
  Medium medium_;
  FigureSpan span_;
  DelaySplitter splitter_;
  std::function<void(const DelaySplit&)> tell_;
  struct Recent {  // ms
    explicit Recent(Duration length) : whole(length) { parts.fill(whole); }
    std::array<RecentWindow, kDelayParts> parts;
    RecentWindow whole;
  };
  std::array<Recent, kGroups> recent_{Recent(span_.recent()), Recent(span_.recent()), Recent(span_.recent())};
  // ms, of splits of which the first two are known
  RecentWindow system_{span_.recent()}, network_{span_.recent()}, waiting_{span_.recent()}, kernel_{span_.recent()};
  std::vector<Moment> moments_;
  std::int64_t width_ = 1;  // seconds a moment
  bool any_ = false;
};

}  // namespace jitterscope
