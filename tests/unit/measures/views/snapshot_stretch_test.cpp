#include "core/measures/views/rate_view.h"
#include "core/measures/views/snapshot.h"

#include <gtest/gtest.h>

namespace jitterscope::snapshot_stretch_test {
namespace {

TEST(SnapshotStretch, WhatTheStretchDoesNotKnowIsNotTheWholes) {
  CallSnapshot whole, stretch;
  auto rate = std::make_shared<RateView>();
  rate->direction = Direction::kReceived;
  rate->delay_ms = 60;
  rate->delay_series = {{1, 60}};
  whole.rate_received = rate;
  whole.received(Medium::kAudio).figures.ended = true;
  stretch.selected = SelectedStretch{.stretch = *Stretch::of(0, 0.3)};
  const CallSnapshot shown = with_stretch(whole, stretch);
  ASSERT_TRUE(shown.rate_received);
  EXPECT_EQ(shown.rate_received->direction, Direction::kReceived);
  EXPECT_EQ(shown.rate_received->delay_ms, std::nullopt);
  EXPECT_EQ(shown.rate_received->at_s, 0.3);
  EXPECT_EQ(shown.rate_received->delay_series.size(), 1u) << "series stay";
  EXPECT_FALSE(shown.rate_sent);
  EXPECT_FALSE(shown.received(Medium::kAudio).figures.ended) << "it had not, then";
}

}  // namespace
}  // namespace jitterscope::snapshot_stretch_test
