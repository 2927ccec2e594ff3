// Recordings that begin by themselves with a call, and what "don't record" leaves of them.
#include <gmock/gmock.h>

#include <fstream>

#include "core/algorithms/signalling/messages.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/packet_sent.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::recording_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class RecordingCall : public TwoSessions {
 protected:
  /// Ada's window records every call.
  EndpointOptions ada() {
    EndpointOptions options = session_options("Ada");
    options.choose_trace_path = [this] { return folder_ / ("call-" + std::to_string(++calls_) + ".jscope"); };
    return options;
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_ / ""), fs::directory_iterator()));
  }
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
  EXPECT_TRUE(is_told(*ada_, "This call is not recorded; deleted: " + path));
  EXPECT_TRUE(more_comes(*ada_, Medium::kVideo));

  ada_->post(RecordCall{true, {}});
  ASSERT_TRUE(eventually([&] { return ada_->view().recording; }));
  EXPECT_FALSE(ada_->view().recorded_unasked) << "now it is asked for";
  ada_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ada_); }));
  std::string error;
  EXPECT_TRUE(TraceReader::open(folder_ / "call-2.jscope", error)) << error;
}

TEST_F(RecordingCall, OnlyWhatBeganByItselfIsDeleted) {
  EndpointOptions asked = ada();
  asked.trace_path = folder_ / "mine.jscope";
  start(asked, listener_options("Ben"));
  ASSERT_TRUE(established());
  EXPECT_FALSE(ada_->view().recorded_unasked);
  ada_->post(DiscardRecording{folder_ / "mine.jscope"});
  ada_->post(PlaceMarker{"after"});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "after", false); }));
  EXPECT_TRUE(ada_->view().recording);
  ASSERT_TRUE(ada_hangs_up());

  call(*ada_, *ben_);
  ASSERT_TRUE(established());
  ASSERT_TRUE(ada_->view().recorded_unasked);
  ada_->post(DiscardRecording{folder_ / "mine.jscope"});  // not that of this call
  ada_->post(PlaceMarker{"again"});
  ASSERT_TRUE(eventually([&] { return marked(*ada_, "again", false); }));
  EXPECT_TRUE(ada_->view().recorded_unasked);
  EXPECT_TRUE(fs::exists(folder_ / "mine.jscope"));
}

/// When this end was told in these words, and when it sent its first packet.
std::pair<std::optional<Timestamp>, std::optional<Timestamp>> told_and_sent(const std::string& path,
                                                                            std::string_view words) {
  std::optional<Timestamp> told, sent;
  for (const Notice& notice : events_in<Notice>(path))
    if (!told && notice.text.view() == words) told = notice.at;
  for (const PacketSent& packet : events_in<PacketSent>(path)) sent = std::min(sent.value_or(packet.sent), packet.sent);
  return {told, sent};
}

/// A caller of our own making, who says nothing behind its offer.
TEST_F(RecordingCall, TheOfferTellsThatItsCallerRecords) {
  EndpointOptions options = listener_options("Ben");
  options.trace_path = folder_ / "ben.jscope";
  ben_ = std::make_unique<Endpoint>(options, nullptr);
  TcpConnection caller = connection_to(*ben_);
  std::string offer = write_message(message::Offer{1, made_up_remote("Cleo")});
  const std::string name = R"("name":"Cleo")";
  ASSERT_NE(offer.find(name), std::string::npos);
  offer.replace(offer.find(name), name.size(), name + R"(,"records":"sound")");
  ASSERT_EQ(caller.send_all(offer, std::chrono::seconds(5)), "");
  ASSERT_TRUE(eventually([&] { return in_call(*ben_) && sent(*ben_, Medium::kVideo) > 0; }));
  EXPECT_TRUE(noticed(*ben_, "Cleo records your sound."));
  ben_->post(HangUp{});
  ASSERT_TRUE(eventually([&] { return ended(*ben_); }));
  const auto [told, sent] = told_and_sent(folder_ / "ben.jscope", "Cleo records your sound.");
  ASSERT_TRUE(told && sent);
  EXPECT_LE(*told, *sent);
  std::string error;
  const auto trace = TraceReader::open(folder_ / "ben.jscope", error);
  ASSERT_TRUE(trace && trace->meta().call_began) << error;
  EXPECT_GE(*told, *trace->meta().call_began);
}

TEST_F(RecordingCall, WhoIsRecordedIsToldBeforeItsFirstSample) {
  EndpointOptions ada = session_options("Ada"), ben = listener_options("Ben");
  ada.records_remote = "sound";
  ada.trace_path = folder_ / "ada.jscope";
  ben.records_remote = "sound and pictures";
  ben.trace_path = folder_ / "ben.jscope";
  start(ada, ben);
  ASSERT_TRUE(established() && media_flow());
  ASSERT_TRUE(ada_hangs_up());
  const auto [ben_told, ben_sent] = told_and_sent(folder_ / "ben.jscope", "Ada records your sound.");
  const auto [ada_told, ada_sent] = told_and_sent(folder_ / "ada.jscope", "Ben records your sound and pictures.");
  ASSERT_TRUE(ben_told && ben_sent && ada_told && ada_sent);
  EXPECT_LE(*ben_told, *ben_sent);
  EXPECT_LE(*ada_told, *ada_sent);
}

}  // namespace
}  // namespace jitterscope::recording_test
