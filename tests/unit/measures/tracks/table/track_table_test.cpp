#include "core/measures/tracks/table/track_table.h"

#include <gtest/gtest.h>

#include "core/measures/tracks/endpoint_tracks.h"
#include "core/measures/views/rate_view.h"

namespace jitterscope::track_table_test {
namespace {

/// Notes whom it is told, and what.
class Heard {
 public:
  using Wants = Events<Marker, RingDropped>;
  explicit Heard(std::string name, std::vector<std::string>& all) : name_(std::move(name)), all_(all) {}
  void add(const Marker&) { all_.push_back(name_ + " marker"); }
  void add(const RingDropped&) { all_.push_back(name_ + " ring"); }

 private:
  std::string name_;
  std::vector<std::string>& all_;
};
class HeardToo : public Heard {
 public:
  using Wants = Events<RingDropped>;
  explicit HeardToo(std::vector<std::string>& all) : Heard("second", all) {}
  void add(const RingDropped& e) { Heard::add(e); }
};

TEST(TrackTable, EachIsToldWhatItWantsInTheOrderOfTheTable) {
  std::vector<std::string> heard;
  TrackTable<Heard, HeardToo> tracks(Heard("first", heard), HeardToo(heard));
  tracks.add(Marker{});
  tracks.add(RingDropped{});
  tracks.add(Notice{});
  EXPECT_EQ(heard, (std::vector<std::string>{"first marker", "first ring", "second ring"}));
  heard.clear();
  tracks.add_first_to<HeardToo>(RingDropped{});
  EXPECT_EQ(heard, (std::vector<std::string>{"second ring", "first ring"}));
  static_assert(decltype(tracks)::kWanted<Marker> && !decltype(tracks)::kWanted<Notice>);
}

/// Marker and Notice convert to it.
struct Anything {
  template <typename E>
  Anything(const E&) {}
};
struct Converting {
  using Wants = Events<Marker>;
  void add(const Anything&) {}
};
struct Copying {
  using Wants = Events<Marker>;
  void add(Marker) {}
};
struct Forgetting {
  using Wants = Events<Marker>;
  void add(const Marker&) {}
  void add(const Notice&) {}
};
struct Greedy {
  using Wants = Events<Marker>;
  template <typename E>
  void add(const E&) {}
};
struct Deaf {
  using Wants = Events<Marker, Notice>;
  void add(const Marker&) {}
};
struct Exact {
  using Wants = Events<Marker, DelaySplit>;
  void add(const Marker&) {}
  void add(const DelaySplit&) {}
};

TEST(TrackTable, ATrackHearsWhatItWantsAndNothingElse) {
  static_assert(check_track<Exact>(Exact::Wants{}, AllHeard{}));
  static_assert(!Hearing<Converting, Marker>::kIsThere, "its add is of another type");
  static_assert(!Hearing<Copying, Marker>::kIsThere);
  static_assert(!Hearing<Deaf, Notice>::kIsThere, "one add is missing");
  static_assert(!Hearing<Forgetting, Notice>::kIsWanted, "one is not named");
  static_assert(!Hearing<Greedy, Notice>::kIsWanted);
}

TEST(EndpointTracks, WhatIsBetweenTwoHearsOfTheFirstRemoteAlone) {
  EndpointTracks tracks{Timestamp{}};
  SettingChanged change;
  change.name = ShortText<32>("transport");
  change.value = ShortText<160>("tcp");
  change.end = End::kRemote;
  tracks.add(ParticipantId{2}, change);
  RateDecided decided;
  tracks.add(kThisEnd, decided);
  TrendReported report;
  report.direction = Direction::kSent;
  tracks.add(kThisEnd, report);
  const Timestamp now = Timestamp{} + Duration::seconds(1);
  ASSERT_TRUE(tracks.get<RateTrack>().view(Direction::kReceived, now));
  EXPECT_FALSE(tracks.get<RateTrack>().view(Direction::kReceived, now)->transport);
  tracks.add(kFirstRemote, change);
  const Timestamp later = now + Duration::seconds(1);
  EXPECT_EQ(tracks.get<RateTrack>().view(Direction::kReceived, later)->transport, Transport::kTcp);
}

}  // namespace
}  // namespace jitterscope::track_table_test
