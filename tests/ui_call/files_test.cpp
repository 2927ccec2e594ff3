// Files that fail or take long never end the program nor hold up the window.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <future>

#include <QTemporaryDir>
#include <QTest>

#include "app/window/window_session.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/record/trace/recorder.h"

namespace jitterscope::files_test {
namespace {

using testing::HasSubstr;

/// What an opening says when it is read by `open`.
std::pair<bool, std::string> said(OpenedFile::Open open) {
  std::promise<std::pair<bool, std::string>> answer;
  const OpenedFile file(
      "a.csv", {},
      [&](bool opened, const std::string& sentence) {
        answer.set_value({opened, sentence});
      },
      std::move(open));
  return answer.get_future().get();
}

TEST(OpenedFiles, RunningOutOfMemoryIsASentence) {
  const auto [opened, sentence] = said([](auto&, auto&, auto) -> std::optional<OpenedCall> { throw std::bad_alloc(); });
  EXPECT_FALSE(opened);
  EXPECT_EQ(sentence, "a.csv needs more memory than this machine has.");
}

TEST(OpenedFiles, AnyExceptionIsASentence) {
  const auto [opened, sentence] =
      said([](auto&, auto&, auto) -> std::optional<OpenedCall> { throw std::length_error("too long"); });
  EXPECT_FALSE(opened);
  EXPECT_EQ(sentence, "a.csv cannot be shown: too long.");
}

OpenedCall call_from(std::optional<double> only_from_s) {
  OpenedCall call{CallAnalyzer(Timestamp::ns(1)), Timestamp::ns(2), {}};
  if (only_from_s) call.only_from = OnlyFrom{*only_from_s, {}};
  return call;
}

/// Until a snapshot is of that kind.
std::shared_ptr<const CallSnapshot> wait_for(const OpenedFile& file,
                                             const std::function<bool(const CallSnapshot&)>& kind) {
  std::shared_ptr<const CallSnapshot> snapshot;
  EXPECT_TRUE(QTest::qWaitFor([&] { return (snapshot = file.snapshot()) != nullptr && kind(*snapshot); }, 10'000));
  return snapshot;
}

TEST(OpenedFiles, TheEndIsShownUntilTheWholeIsRead) {
  std::promise<void> may_read;
  std::shared_future<void> go = may_read.get_future().share();
  const OpenedFile file(
      "long.jscope", {}, [](bool, const std::string&) {},
      [go](auto&, auto&, auto) -> std::optional<OpenedCall> {
        go.wait();
        return call_from({});
      },
      [](auto&, auto&, auto) -> std::optional<OpenedCall> { return call_from(70); });
  const auto soon = wait_for(file, [](const CallSnapshot& s) { return s.only_from.has_value(); });
  ASSERT_TRUE(soon && soon->only_from);
  EXPECT_EQ(soon->only_from->at_s, 70);
  EXPECT_EQ(soon->only_from->trouble, "");
  may_read.set_value();
  const auto later = wait_for(file, [](const CallSnapshot& s) { return !s.only_from; });
  ASSERT_TRUE(later);
  EXPECT_FALSE(later->only_from);
}

TEST(OpenedFiles, WhatCannotBeReadBeforeTheEndIsSaid) {
  const auto sentence = [](OpenedFile::Open open) {
    const OpenedFile file(
        "long.jscope", {}, [](bool, const std::string&) {}, std::move(open),
        [](auto&, auto&, auto) -> std::optional<OpenedCall> { return call_from(70); });
    const auto last =
        wait_for(file, [](const CallSnapshot& s) { return s.only_from && !s.only_from->trouble.empty(); });
    return last && last->only_from ? last->only_from->trouble : "nothing";
  };
  EXPECT_EQ(sentence([](auto&, std::string& error, auto) -> std::optional<OpenedCall> {
              error = "long.jscope is damaged: it holds a row of no second.";
              return std::nullopt;
            }),
            "long.jscope is damaged: it holds a row of no second.");
  EXPECT_EQ(sentence([](auto&, auto&, auto) -> std::optional<OpenedCall> { throw std::bad_alloc(); }),
            "long.jscope needs more memory than this machine has.");
}

TEST(OpenedFiles, AnEndThatIsDamagedIsNotReadAgain) {
  std::promise<std::string> answer;
  const OpenedFile file(
      "long.jscope", {}, [&](bool, const std::string& said) { answer.set_value(said); },
      [](auto&, auto&, auto) -> std::optional<OpenedCall> { throw std::logic_error("read again"); },
      [](auto&, std::string& error, auto) -> std::optional<OpenedCall> {
        error = "long.jscope is damaged.";
        return std::nullopt;
      });
  EXPECT_EQ(answer.get_future().get(), "long.jscope is damaged.");
}

class WindowFiles : public testing::Test {
 protected:
  void open(const std::string& file) {
    port_.open_file(file, [this](const ExportResult& result) { answers_.push_back(result); });
  }
  std::string list(const char* name) {
    const std::string file = path(name);
    std::ofstream(file) << "seq,send_us,recv_us\n1,0,5000\n2,20000,27000\n";
    return file;
  }
  /// A file that takes long to be read.
  std::string long_list(const char* name) {
    constexpr int kLines = 1'000'000;
    const std::string file = path(name);
    std::ofstream out(file);
    out << "seq,send_us,recv_us\n";
    for (int i = 0; i < kLines; ++i) out << i << ',' << i * 20000LL << ',' << i * 20000LL + 5000 << '\n';
    return file;
  }
  std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }
  bool shown(const std::string& file) {
    return QTest::qWaitFor([&] { return port_.opened_file() == file && port_.snapshot() != nullptr; }, 20'000);
  }

  QTemporaryDir folder_;
  Endpoint session_{{}, nullptr};
  DeviceList devices_;
  WindowSession port_{session_, devices_};
  std::vector<ExportResult> answers_;
};

TEST_F(WindowFiles, AnotherFileIsShownWhileOneIsStillBeingRead) {
  const std::string slow = long_list("slow.csv"), quick = list("quick.csv");
  open(slow);
  open(quick);  // returns though the first has not ended
  ASSERT_TRUE(shown(quick));
  QTest::qWait(0);
  ASSERT_EQ(answers_.size(), 1u) << "of the one that was chosen last";
  EXPECT_TRUE(answers_[0].done);
  EXPECT_THAT(answers_[0].sentence, "Shown: audio (2 packets).");
}

TEST_F(WindowFiles, ClosingWhileAFileIsBeingReadSaysNothing) {
  const std::string slow = long_list("slow.csv");
  open(slow);
  port_.close_file();
  EXPECT_EQ(port_.opened_file(), "");
  const std::string next = list("next.csv");
  open(next);
  ASSERT_TRUE(shown(next));
  EXPECT_EQ(answers_.size(), 1u);
}

TEST_F(WindowFiles, WhoGivesUpReadingAnotherFileKeepsTheOneThatIsShown) {
  const std::string first = list("first.csv"), slow = long_list("slow.csv");
  open(first);
  ASSERT_TRUE(shown(first));
  open(slow);
  port_.stop_opening();
  QTest::qWait(0);
  EXPECT_EQ(port_.opened_file(), first);
  EXPECT_TRUE(port_.snapshot());
  EXPECT_EQ(answers_.size(), 1u) << "nothing is said of the other one";
}

TEST_F(WindowFiles, TheCallHasItsOwnSnapshotBehindAFile) {
  const std::string file = list("a.csv");
  open(file);
  ASSERT_TRUE(shown(file));
  EXPECT_EQ(port_.call_snapshot(), nullptr) << "there was no call";
  EXPECT_EQ(port_.began_at(), std::nullopt) << "a packet list has no wall clock";
}

TEST_F(WindowFiles, AnExportOfSeveralFilesNamesThem) {
  std::vector<Event> events;
  for (std::int64_t i = 0; i < 5; ++i)
    for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
      PacketArrived packet;
      packet.medium = medium;
      packet.ssrc = medium == Medium::kAudio ? 5 : 6;
      packet.sequence = i;
      packet.received = Timestamp() + Duration::ms(20) * i;
      events.emplace_back(packet);
    }
  TraceRecorder recorder;
  const std::string trace = path("call.jscope"), lists = path("lists");
  ASSERT_TRUE(recorder.begin(trace, {}) && recorder.write(events, {}) && recorder.close());
  open(trace);
  ASSERT_TRUE(shown(trace));
  std::optional<ExportResult> answer;
  port_.export_session("csv", lists, false, [&](const ExportResult& result) { answer = result; });
  ASSERT_TRUE(QTest::qWaitFor([&] { return answer.has_value(); }, 20'000));
  EXPECT_TRUE(answer->done) << answer->sentence;
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(lists)) {
    EXPECT_THAT(answer->sentence, HasSubstr(entry.path().filename().string()));
    ++files;
  }
  EXPECT_EQ(files, 2);
  EXPECT_THAT(answer->sentence, HasSubstr(lists));
}

TEST_F(WindowFiles, WhyAFileDoesNotOpenIsSaidAndTheFormerStays) {
  const std::string file = list("a.csv");
  open(file);
  ASSERT_TRUE(shown(file));
  open(path("none.csv"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return answers_.size() == 2; }, 20'000));
  EXPECT_FALSE(answers_[1].done);
  EXPECT_THAT(answers_[1].sentence, HasSubstr("no such file"));
  EXPECT_EQ(port_.opened_file(), file);
}

}  // namespace
}  // namespace jitterscope::files_test
