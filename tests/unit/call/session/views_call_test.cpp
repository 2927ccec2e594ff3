// Only what somebody looks at is made in a call.
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::views_call_test {
namespace {

std::size_t index(ViewKind view) {
  return static_cast<std::size_t>(view);
}

class ViewsCallTest : public TwoSessions {};

TEST_F(ViewsCallTest, WhatNobodyLooksAtIsNotMade) {
  start();
  ada_->set_interests({});
  ASSERT_TRUE(established()) << ada_->view().sentence;
  ASSERT_TRUE(eventually([&] { return !numbers(*ada_).made.wants(ViewKind::kMeasures); }));
  ASSERT_TRUE(media_flow());
  const ViewCounts before = ada_->views_made();
  ASSERT_TRUE(eventually([&] {
    return ada_->views_made()[index(ViewKind::kQuality)] > before[index(ViewKind::kQuality)] + 3;
  })) << "the remote is told";
  const ViewCounts after = ada_->views_made();
  for (const ViewKind view : kSnapshotViews)
    if (view != ViewKind::kQuality) { EXPECT_EQ(after[index(view)], before[index(view)]) << index(view); }
  EXPECT_GT(after[index(ViewKind::kSummary)], 0);
  EXPECT_GT(after[index(ViewKind::kReport)], 0);
  EXPECT_EQ(after[index(ViewKind::kOptimum)], 0) << "no playout follows it";
  ada_->set_interests({{ViewKind::kMeasures, Duration::ms(200)}});
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).received(Medium::kAudio).measures != nullptr; }));
  EXPECT_FALSE(numbers(*ada_).received(Medium::kAudio).compensation);
  ada_->set_interests({});
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  EXPECT_TRUE(eventually([&] { return numbers(*ada_).made == Interests::all(); })) << "the last one holds everything";
  EXPECT_TRUE(numbers(*ada_).received(Medium::kAudio).compensation);
}

TEST_F(ViewsCallTest, PlainRtpMakesNoneForARemoteThatCannotBeTold) {
  ada_ = std::make_unique<Endpoint>(session_options("Ada"), nullptr);
  ada_->set_interests({{ViewKind::kLog, Duration::ms(100)}});  // else no snapshot tells the counts
  ada_->post(UsePlainRtp{"127.0.0.1", 45'678});
  ASSERT_TRUE(eventually([&] { return in_call(*ada_) && !numbers(*ada_).made.wants(ViewKind::kMeasures); }));
  const auto made = [&](ViewKind view) { return ada_->views_made()[index(view)]; };
  const std::int64_t times = made(ViewKind::kSenderTimes), quality = made(ViewKind::kQuality);
  ASSERT_TRUE(eventually([&] { return made(ViewKind::kSenderTimes) > times + 10; }));
  EXPECT_EQ(made(ViewKind::kQuality), quality);
  EXPECT_EQ(made(ViewKind::kSummary), 0);
}

}  // namespace
}  // namespace jitterscope::views_call_test
