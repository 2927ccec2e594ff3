// Only what somebody looks at is made in a call.
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::views_call_test {
namespace {

class ViewsCallTest : public TwoSessions {};

TEST_F(ViewsCallTest, WhatNobodyLooksAtIsNotMade) {
  start();
  ada_->set_views({});
  ASSERT_TRUE(established()) << ada_->view().sentence;
  ASSERT_TRUE(eventually([&] { return !numbers(*ada_).made.contains(ViewKind::kMeasures); }));
  ASSERT_TRUE(media_flow());
  const ViewCounts before = ada_->views_made();
  ASSERT_TRUE(eventually([&] {
    return ada_->views_made()[static_cast<std::size_t>(ViewKind::kQuality)] >
           before[static_cast<std::size_t>(ViewKind::kQuality)] + 3;
  })) << "the remote is told";
  const ViewCounts after = ada_->views_made();
  for (std::size_t view = 0; view < kViews; ++view)
    if (static_cast<ViewKind>(view) != ViewKind::kQuality) { EXPECT_EQ(after[view], before[view]) << view; }
  ada_->set_views({ViewKind::kMeasures});
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).received(Medium::kAudio).measures != nullptr; }));
  EXPECT_FALSE(numbers(*ada_).received(Medium::kAudio).compensation);
  ada_->set_views({});
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).made == ViewSet::all(); })) << "the last one holds everything";
  EXPECT_TRUE(numbers(*ada_).received(Medium::kAudio).compensation);
}

}  // namespace
}  // namespace jitterscope::views_call_test
