#include <gtest/gtest.h>

#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/frame_sent.h"
#include "core/events/kinds/link_report.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/trend_reported.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope::demonstration_of_rate_control_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(5'000'000'000'000);

Timestamp at(double seconds) {
  return kBegan + Duration::from_seconds(seconds);
}

DemonstrationEntered entered(DemonstrationPhase phase, std::string_view variant, double seconds) {
  return {phase, DemonstrationKind::kRateControl, decltype(DemonstrationEntered::variant)(variant), End::kLocal,
          at(seconds)};
}

/// What the remote reports of the sound, what leaves here and what the link carries, in each half alone.
TEST(Demonstration, OfRateControlComparesWhatTheRemoteReports) {
  CallAnalyzer analyzer(kBegan);
  const auto second = [&](int at_s, double delay_ms, std::int64_t lost, std::int32_t picture_bytes, int waiting) {
    for (int i = 0; i < 10; ++i) {
      const double now = at_s + i * 0.1;
      for (const auto& [medium, size] : {std::pair(Medium::kVideo, picture_bytes), std::pair(Medium::kAudio, 172)}) {
        PacketSent sent;
        sent.medium = medium;
        sent.size = size;
        sent.sent = at(now);
        analyzer.add(sent);
      }
      LinkReport link;
      link.queue_packets = waiting;
      link.delivered_kbps = 400 + i;
      link.at = at(now);
      analyzer.add(link);
      TrendReported report;
      report.direction = Direction::kReceived;
      report.delay_ms = delay_ms;
      report.at = at(now);
      analyzer.add(report);
    }
    PeerSummary summary;
    summary.medium = Medium::kAudio;
    summary.expected = (at_s + 1) * 100;
    summary.lost = lost;
    summary.at = at(at_s + 0.95);
    analyzer.add(summary);
  };
  second(3, 5, 0, 1000, 0);
  analyzer.add(entered(DemonstrationPhase::kSettling, {}, 4));
  second(7, 90, 2, 1000, 9);  // of neither half
  analyzer.add(entered(DemonstrationPhase::kBefore, "off", 8));
  for (int s = 8; s < 12; ++s) second(s, 380 + s, 10 + (s - 8) * 20, 1208, 9);
  analyzer.add(entered(DemonstrationPhase::kSwitching, {}, 12));
  analyzer.add(entered(DemonstrationPhase::kAfter, "two-stream", 12));
  for (int s = 12; s < 20; ++s) second(s, 20, 70, 458, 0);
  analyzer.add(entered(DemonstrationPhase::kDone, {}, 20));
  const auto view = analyzer.snapshot(at(21)).demonstration;
  ASSERT_TRUE(view && view->before && view->after);
  EXPECT_EQ(view->kind, DemonstrationKind::kRateControl);
  EXPECT_EQ(view->before->peer_sound_delay.n, 40);
  EXPECT_NEAR(*view->before->peer_sound_delay.p50, 389.5, 1.5);
  EXPECT_NEAR(*view->before->peer_sound_loss.share, 0.2, 1e-9) << "since the first summary of the half";
  ASSERT_EQ(view->before->picture_kbps.size(), 4u);
  EXPECT_DOUBLE_EQ(view->before->picture_kbps[0].value, (1208 + 42) * 10 * 8 / 1e3);
  EXPECT_DOUBLE_EQ(*view->before->link_kbps, 404.5);
  EXPECT_NEAR(*view->after->peer_sound_delay.p50, 20, 0.1);
  EXPECT_EQ(*view->after->peer_sound_loss.share, 0);
  EXPECT_FALSE(view->after->link_kbps) << "no packet waited, so nobody knows what the link can carry";
  EXPECT_DOUBLE_EQ(view->after->picture_kbps[7].value, 40);
  EXPECT_NE(view->sentence, "");
}

/// Threads are read one by one: what one of them did before the end of a half may be told after it, and the other way
/// round.
TEST(Demonstration, PicturesCountInTheHalfThatTheyLeftIn) {
  CallAnalyzer analyzer(kBegan);
  const auto sent = [&](double at_s) {
    FrameSent frame;
    frame.end = at(at_s);
    analyzer.add(frame);
  };
  const auto left_out = [&](double at_s) {
    analyzer.add(FrameOmitted{0, std::nullopt, OmitReason::kTarget, at(at_s)});
  };
  analyzer.add(entered(DemonstrationPhase::kSettling, {}, 4));
  sent(7.9);
  sent(8.1);
  analyzer.add(entered(DemonstrationPhase::kBefore, "off", 8));
  sent(8.5);
  sent(12.1);  // of the switch
  analyzer.add(entered(DemonstrationPhase::kSwitching, {}, 12));
  sent(11.9);
  analyzer.add(entered(DemonstrationPhase::kAfter, "two-stream", 12.2));
  left_out(13);
  sent(20.1);
  left_out(20.2);
  analyzer.add(entered(DemonstrationPhase::kDone, {}, 20));
  sent(19.9);
  left_out(19.95);
  sent(20.3);
  const auto view = analyzer.snapshot(at(21)).demonstration;
  ASSERT_TRUE(view && view->before && view->after);
  EXPECT_EQ(view->before->pictures_sent, 3);
  EXPECT_EQ(view->before->pictures_left_out, 0);
  EXPECT_EQ(view->after->pictures_sent, 1);
  EXPECT_EQ(view->after->pictures_left_out, 2);
}

/// In a half of which the last report came `silent_s` before it was stopped.
std::string sentence_when_stopped(DemonstrationPhase half, double silent_s) {
  CallAnalyzer analyzer(kBegan);
  analyzer.add(entered(DemonstrationPhase::kSettling, {}, 4));
  analyzer.add(entered(DemonstrationPhase::kBefore, "off", 8));
  double last = 8;
  const auto report = [&](double at_s) {
    TrendReported came;
    came.direction = Direction::kReceived;  // without a delay: the clocks do not agree
    came.at = at(last = at_s);
    analyzer.add(came);
  };
  if (half == DemonstrationPhase::kAfter) {
    for (int i = 0; i < 15; ++i) report(8 + i);
    analyzer.add(entered(DemonstrationPhase::kSwitching, {}, 23));
    analyzer.add(entered(DemonstrationPhase::kAfter, "two-stream", 23));
  }
  report(last + 3);
  TrendReported own;
  own.direction = Direction::kSent;
  own.at = at(last + 1);
  analyzer.add(own);
  const double end = last + silent_s;
  EXPECT_EQ(analyzer.snapshot(at(end)).demonstration->sentence, "") << "it runs";
  report(end + 0.01);  // threads are read one by one
  analyzer.add(entered(DemonstrationPhase::kStopped, {}, end));
  return analyzer.snapshot(at(end + 60)).demonstration->sentence;
}

TEST(Demonstration, OfRateControlSaysThatNoReportsCameWhenItStopped) {
  constexpr auto kSentence = "The remote’s reports do not come back: nothing can be compared.";
  for (const auto half : {DemonstrationPhase::kBefore, DemonstrationPhase::kAfter}) {
    EXPECT_EQ(sentence_when_stopped(half, 10), kSentence) << to_string(half);
    EXPECT_EQ(sentence_when_stopped(half, 9.9), "") << to_string(half) << ": by its user";
  }
}

}  // namespace
}  // namespace jitterscope::demonstration_of_rate_control_test
