// What a call showed when it ended is what its trace shows when it is opened.
#include <gmock/gmock.h>

#include "core/measures/offline/stream_analysis.h"
#include "core/record/open/opened_call.h"
#include "core/record/open/stream_file.h"
#include "tests/snapshot_fields/snapshot_fields.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::reopened_call_test {
namespace {

class ReopenedCall : public TwoSessions {
 protected:
  /// A call of some seconds with a change of policy, recorded at both ends, until it is over.
  void hold_call(const AnalysisQuery& of_ben) {
    EndpointOptions ada = session_options("Ada"), ben = listener_options("Ben");
    ada.trace_path = folder_ / "ada.jscope";
    ben.trace_path = folder_ / "ben.jscope";
    ada.watched = ben.watched = true;
    start(ada, ben);
    ASSERT_TRUE(established() && media_flow()) << ada_->view().sentence;
    ada_->set_interests(Interests::all({}, Duration::ms(40)));
    ben_->set_interests(Interests::all(of_ben, Duration::ms(40)));
    ada_->post(SetPlayout{Medium::kAudio, *PlayoutSetting::parse("ramjee4")});
    EXPECT_TRUE(
        eventually([&] { return received(*ada_, Medium::kAudio) > 120 && received(*ben_, Medium::kAudio) > 120; }));
    ASSERT_TRUE(ada_hangs_up());
  }
  void expect_same(const Endpoint& session, const std::string& name, const AnalysisQuery& query) {
    const CallSnapshot live = numbers(session);
    std::string error;
    auto call = open_call(folder_ / (name + ".jscope"), error);
    ASSERT_TRUE(call) << error;
    EXPECT_EQ(call->sentence, "") << "who opened it names it";
    EXPECT_LE(call->end, live.local);
    const SnapshotFields shown(live), reopened(call->analyzer.snapshot(live.local, Interests::all(query)));
    EXPECT_GT(shown.size(), 1000u) << "measures, curves and series are there";
    EXPECT_THAT(shown.differences(reopened), testing::IsEmpty()) << name << ": live | reopened";
  }
};

TEST_F(ReopenedCall, ShowsTheSameNumbersAsTheCallDidByWhateverQuery) {
  AnalysisQuery query;
  query.window = MeasureWindow::kWhole;
  query.reference = LatenessReference::kFirst;
  query.reflection_remedy = true;
  hold_call(query);
  expect_same(*ada_, "ada", {});
  expect_same(*ben_, "ben", query);
}

/// On one machine the clocks are told once, when the call begins.
TEST_F(ReopenedCall, ARecordingBegunInItKnowsTheClocks) {
  ASSERT_TRUE(in_full_call()) << ada_->view().sentence;
  const std::string path = folder_ / "late.jscope";
  ada_->post(RecordCall{true, path});
  const auto before = received(*ada_, Medium::kAudio);
  EXPECT_TRUE(eventually([&] { return received(*ada_, Medium::kAudio) > before + 120; }));
  ASSERT_TRUE(ada_hangs_up());
  std::string error, note;
  const auto input = read_stream_file(path, {}, error, note);
  ASSERT_TRUE(input) << error;
  int streams = 0;
  for (const StreamReport& report : analyze(*input).streams) {
    if (report.direction != Direction::kReceived) continue;
    ++streams;
    EXPECT_TRUE(report.delay && report.quality.latency_ms) << to_string(report.medium);
    EXPECT_EQ(report.lost, 0) << "what was sent before the recording began is no loss";
  }
  EXPECT_EQ(streams, 2);
}

}  // namespace
}  // namespace jitterscope::reopened_call_test
