// A picture that stops while it is announced: each way to its figures counts what was owed since then.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/sender_summary.h"
#include "core/events/kinds/setting_changed.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/views/quality_view.h"
#include "core/record/open/opened_call.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::silence_test {
namespace {

using trace_test::at;

constexpr double kStops_s = 11, kEnds_s = 20;
constexpr double kOwed = (kEnds_s - kStops_s) / kEnds_s;

/// A call of 15 frames a second, each played 60 ms after it came, whose picture stops.
std::vector<Event> events() {
  std::vector<Event> all;
  for (const Event& event : trace_test::call(kEnds_s)) {
    const auto* packet = get_if<PacketArrived>(&event);
    const bool video = packet && packet->medium == Medium::kVideo;
    if (video && packet->received > at(kStops_s)) continue;
    all.push_back(event);
    if (!video || !packet->marker) continue;
    FrameDone done;
    done.ssrc = packet->ssrc;
    done.frame = *packet->frame;
    done.outcome = FrameOutcome::kComplete;
    done.rtp_timestamp = packet->rtp_timestamp;
    done.first_arrival = done.completed = packet->received;
    all.emplace_back(done);
    FramePlayed played;
    played.ssrc = done.ssrc;
    played.frame = done.frame;
    played.outcome = PlayoutOutcome::kPlayed;
    played.completed = done.completed;
    played.playout = done.completed + Duration::ms(60);
    all.emplace_back(played);
  }
  return all;
}

SettingChanged withdrawn(double s) {
  SettingChanged change;
  change.end = End::kRemote;
  change.name = ShortText<32>("video");
  change.value = ShortText<160>("none");
  change.at = at(s);
  return change;
}

class SilentPicture : public testing::Test {
 protected:
  void record(const std::vector<Event>& events) {
    TraceMeta meta = trace_test::meta_of_call();
    meta.call_ended = at(kEnds_s);
    trace_test::record(path_, events, meta);
  }

  /// Of the picture, by `analyze` and by the window or a report of that time.
  void expect_not_played(double from_s, double to_s, double share) {
    SCOPED_TRACE(fmt::format("{} to {}", from_s, to_s));
    std::string error;
    const auto trace = trace_test::opened(path_);
    const auto input = trace ? to_analysis(*trace, error) : std::nullopt;
    ASSERT_TRUE(input) << error;
    AnalysisOptions options;
    options.from_s = from_s;
    options.to_s = to_s;
    for (const StreamReport& report : analyze(*input, options).streams) {
      if (report.medium != Medium::kVideo || report.direction != Direction::kReceived) continue;
      ASSERT_TRUE(report.quality.loss_ratio);
      EXPECT_NEAR(*report.quality.loss_ratio, share, 0.01);
    }
    auto call = open_stretch(path_, *Stretch::of(from_s, to_s), {}, error);
    ASSERT_TRUE(call) << error;
    const CallSnapshot shown = call->snapshot({});
    const auto& quality = shown.received(Medium::kVideo).quality;
    ASSERT_TRUE(quality && quality->now.loss_ratio);
    EXPECT_NEAR(*quality->now.loss_ratio, share, 0.01);
  }

  const trace_test::TemporaryFolder folder_;
  const std::string path_ = folder_ / "call.jscope";
};

TEST_F(SilentPicture, OfAnAnnouncedPictureIsNotPlayed) {
  record(events());
  expect_not_played(0, kEnds_s, kOwed);
  expect_not_played(0, kStops_s, 0);
  expect_not_played(10, 13, 2.0 / 3);
  expect_not_played(14, 18, 1);
}

TEST_F(SilentPicture, IsNoneAfterTheSenderHasWithdrawnThePicture) {
  std::vector<Event> all = events();
  all.emplace_back(withdrawn(15));
  record(all);
  expect_not_played(0, kEnds_s, 4.0 / 15);
}

/// As often as a call tells it, from its begin to its end.
std::vector<Event> with_summaries(const std::vector<Event>& events) {
  std::vector<Event> all;
  SenderSummary told;
  told.medium = Medium::kVideo;
  double next_s = 0.5;
  for (const Event& event : events) {
    all.push_back(event);
    if (const auto* packet = get_if<PacketArrived>(&event); packet && packet->medium == Medium::kVideo)
      told.ssrc = packet->ssrc;
    const auto* sent = get_if<PacketSent>(&event);  // of the other way, at the same pace
    if (!sent || sent->medium != Medium::kVideo) continue;
    told.units = sent->frame + 1;
    ++told.packets;
    told.at = sent->sent;
    if (told.at < at(next_s)) continue;
    all.emplace_back(told);
    next_s += 0.25;
  }
  return all;
}

TEST_F(SilentPicture, OfWhichTheSenderTellsIsCountedOnce) {
  record(with_summaries(events()));
  expect_not_played(0, kEnds_s, kOwed);
  expect_not_played(10, 13, 2.0 / 3);
  expect_not_played(14, 18, 1);
}

}  // namespace
}  // namespace jitterscope::silence_test
