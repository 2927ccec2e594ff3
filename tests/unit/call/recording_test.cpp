// Recordings that begin by themselves with a call, and what "don't record" leaves of them.
#include <gmock/gmock.h>

#include <fstream>

#include "core/trace/reader.h"
#include "tests/unit/call/two_sessions.h"
#include "tests/unit/trace/sample_events.h"

namespace jitterscope::recording_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RecordingCall : public TwoSessions {
 protected:
  /// Ada's window records every call.
  SessionOptions ada() {
    SessionOptions options = session_options("Ada");
    options.choose_trace_path = [this] { return folder_ / ("call-" + std::to_string(++calls_) + ".jscope"); };
    return options;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_ / ""), fs::directory_iterator()));
  }
  trace_test::TemporaryFolder folder_;
  int calls_ = 0;
};

TEST_F(RecordingCall, DontRecordDeletesWhatBeganByItselfAndTheCallGoesOn) {
  start(ada(), listener_options("Ben"));
  ASSERT_TRUE(established() && media_flow());
  const std::string path = folder_ / "call-1.jscope";
  EXPECT_TRUE(ada_->view().recorded_unasked);
  EXPECT_EQ(ada_->view().trace_path, path);
  std::ofstream(folder_ / "other.jscope") << "a lecture";
  ada_->post(DiscardRecording{path});
  ASSERT_TRUE(eventually([&] { return !ada_->view().recording; }));
  EXPECT_FALSE(ada_->view().recorded_unasked);
  EXPECT_EQ(ada_->view().trace_path, "");
  EXPECT_EQ(files(), 1u) << "that of another stays";
  EXPECT_TRUE(eventually([&] { return noticed(*ada_, "This call is not recorded; deleted: " + path); }));
  EXPECT_TRUE(more_comes(*ada_, Medium::kVideo));

  ada_->post(Record{true, {}});
  ASSERT_TRUE(eventually([&] { return ada_->view().recording; }));
  EXPECT_FALSE(ada_->view().recorded_unasked) << "now it is asked for";
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  std::string error;
  EXPECT_TRUE(TraceReader::open(folder_ / "call-2.jscope", error)) << error;
}

TEST_F(RecordingCall, OnlyWhatBeganByItselfIsDeleted) {
  SessionOptions asked = ada();
  asked.trace_path = folder_ / "mine.jscope";
  start(asked, listener_options("Ben"));
  ASSERT_TRUE(established());
  EXPECT_FALSE(ada_->view().recorded_unasked);
  ada_->post(DiscardRecording{folder_ / "mine.jscope"});
  ada_->post(PlaceMarker{"after"});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "after", false); }));
  EXPECT_TRUE(ada_->view().recording);
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_) && ended(*ben_); }));

  ada_->post(PlaceCall{"127.0.0.1", ben_->view().control_port});
  ASSERT_TRUE(established());
  ASSERT_TRUE(ada_->view().recorded_unasked);
  ada_->post(DiscardRecording{folder_ / "mine.jscope"});  // not that of this call
  ada_->post(PlaceMarker{"again"});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "again", false); }));
  EXPECT_TRUE(ada_->view().recorded_unasked);
  EXPECT_TRUE(fs::exists(folder_ / "mine.jscope"));
}

}  // namespace
}  // namespace jitterscope::recording_test
