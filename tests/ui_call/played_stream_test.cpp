// The sound of a stream of a file and a call do not meet at the loudspeaker.
#include <gmock/gmock.h>

#include <fstream>

#include "core/measures/views/file/file_streams.h"
#include "tests/ui_call/call_window.h"
#include "tests/unit/record/trace/capture_bytes.h"
#include "ui/files/file_view.h"

namespace jitterscope::played_stream_test {
namespace {

using PlayedInCall = CallWindow;

TEST_F(PlayedInCall, AStreamIsRefusedInASentenceAndTheCallGoesOn) {
  const std::string capture = path("call.pcap").toStdString();
  std::ofstream(capture, std::ios::binary) << capture_bytes::stream_of_20_ms(50, 160).file();
  window_->open_file(QString::fromStdString(capture));
  ASSERT_TRUE(until([&] { return port_->opened_file() == capture && port_->stream_list(); }));
  ASSERT_TRUE(until([&] { return port_->stream_list()->complete; }));
  EXPECT_EQ(port_->stream_list()->streams.at(0).no_sound, "");
  std::optional<ExportResult> told;
  port_->play_stream(0, {}, [&](const ExportResult& result) { told = result; });
  ASSERT_TRUE(told) << "at once";
  EXPECT_FALSE(told->done);
  EXPECT_THAT(told->sentence, testing::HasSubstr("During a call"));
  EXPECT_FALSE(port_->playing_at_s());
  EXPECT_TRUE(in_call(*ada_));
}

}  // namespace
}  // namespace jitterscope::played_stream_test
