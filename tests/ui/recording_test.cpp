// What began by itself: a call that is recorded unasked says so at its beginning and can be left unrecorded. And what
// an export leaves out.
#include <QDir>
#include <QFileDialog>
#include <QFileSystemModel>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/ui/fakes/window_fixture.h"
#include "tests/unit/record/trace/file_lock.h"
#include "ui/words/text.h"

namespace jitterscope::recording_test {
namespace {

class RecordingTest : public WindowFixture {
 protected:
  void begin_call(bool unasked) {
    open(false);
    session.start_call(2);
    session.recording = {true, "/traces/call-7.jscope", 4096, unasked};
    ticks(6);
  }
  /// To the question whether it is to be deleted.
  void answer(const QString& words) {
    auto* question = window->findChild<QMessageBox*>("discard");
    ASSERT_TRUE(question);
    EXPECT_EQ(question->text(), "Delete the recording of this call so far (" + bytes_text(4096) + ")?");
    for (auto* choice : question->buttons())
      if (choice->text() == words) return choice->click();
    FAIL() << "no choice " << words.toStdString();
  }
};

TEST_F(RecordingTest, ACallThatIsRecordedUnaskedSaysSoAndOffersNotTo) {
  begin_call(true);
  EXPECT_TRUE(said("This call is recorded to /traces/call-7.jscope"));
  EXPECT_TRUE(status().contains("1 notice"));
  ASSERT_TRUE(worded("Don’t record"));
  worded("Don’t record")->click();
  EXPECT_EQ(session.count<DiscardRecording>(), 0) << "it asks first";
  answer("Delete the recording");
  ASSERT_EQ(session.count<DiscardRecording>(), 1);
  EXPECT_EQ(session.last<DiscardRecording>()->path, "/traces/call-7.jscope");
  session.recording = {};
  ticks(6);
  EXPECT_FALSE(said("is recorded"));
  EXPECT_FALSE(worded("Don’t record"));
}

TEST_F(RecordingTest, DismissedItIsStillInTheMenu) {
  begin_call(true);
  auto* dismiss = button("Dismiss message");
  ASSERT_TRUE(dismiss);
  dismiss->click();
  ticks(6);
  EXPECT_FALSE(said("is recorded"));
  auto* entry = action("Don’t record this call");
  ASSERT_TRUE(entry && entry->isEnabled());
  entry->trigger();
  answer("Delete the recording");
  ASSERT_TRUE(session.last<DiscardRecording>());
  EXPECT_EQ(session.last<DiscardRecording>()->path, "/traces/call-7.jscope");
}

TEST_F(RecordingTest, WhoKeepsItLosesNothing) {
  begin_call(true);
  worded("Don’t record")->click();
  answer("Keep recording");
  ticks(6);
  EXPECT_EQ(session.count<DiscardRecording>(), 0);
  EXPECT_TRUE(said("is recorded")) << "the way out is still there";
}

TEST_F(RecordingTest, TheQuestionGoesWithTheRecordingItIsAbout) {
  begin_call(true);
  worded("Don’t record")->click();
  ASSERT_TRUE(window->findChild<QMessageBox*>("discard"));
  session.recording = {};
  ticks(6);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_FALSE(window->findChild<QMessageBox*>("discard"));
}

TEST_F(RecordingTest, WhatTheUserAskedForIsNotOffered) {
  begin_call(false);
  EXPECT_FALSE(said("is recorded"));
  EXPECT_FALSE(worded("Don’t record"));
  ASSERT_TRUE(action("Don’t record this call"));
  EXPECT_FALSE(action("Don’t record this call")->isEnabled());
}

TEST_F(RecordingTest, TheNextCallSaysItAgain) {
  begin_call(true);
  session.recording = {};
  session.call.stage = CallStage::kEnded;
  ticks(6);
  session.start_call(1);
  session.recording = {true, "/traces/call-8.jscope", 4096, true};
  ticks(6);
  EXPECT_TRUE(said("This call is recorded to /traces/call-8.jscope"));
}

TEST_F(RecordingTest, TheTraceJustMadeIsTheNewestFileAndTheFolderAskedIn) {
  const QTemporaryDir folder;
  const auto path = folder.filePath("call-9.jscope");
  open();
  session.recording = {true, path.toStdString(), 4096, true};
  ticks(6);
  EXPECT_FALSE(action("Open call-9.jscope")) << "not while it is written";
  session.recording = {false, path.toStdString(), 4096, false};
  ticks(6);
  EXPECT_TRUE(action("Open call-9.jscope"));
  action("Open a trace or capture")->trigger();
  auto* dialog = window->findChild<QFileDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->directory().path(), folder.path());
  delete dialog;
}

/// A dialog that reads what files hold closes them, and this process's locks on them go.
TEST_F(RecordingTest, AskingForAFileLeavesTheLockOnTheTraceBeingRecorded) {
  const QTemporaryDir folder;
  const std::string path = folder.filePath("call-11.jscope").toStdString();
  const int held = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::write(held, "SQLite format 3", 16), 16);
  struct flock lock = trace_test::shared_lock(F_RDLCK);
  ASSERT_EQ(::fcntl(held, F_SETLK, &lock), 0);
  open();
  session.recording = {true, path, 4096, true};
  ticks(6);
  const auto closed_again = [&](auto ask) {
    ask();
    auto* dialog = window->findChild<QFileDialog*>();
    ASSERT_TRUE(dialog);
    auto* files = dialog->findChild<QFileSystemModel*>();
    ASSERT_TRUE(files);
    QSignalSpy listed(files, &QFileSystemModel::directoryLoaded);  // by a thread of its own
    dialog->setDirectory(folder.path());
    // Another folder may be listed after it, as it changes.
    const auto is_listed = [&] { return listed.contains(QVariantList{folder.path()}); };
    EXPECT_TRUE(QTest::qWaitFor(is_listed, 10'000));
    delete dialog;
  };
  closed_again([&] { action("Open a trace or capture")->trigger(); });
  EXPECT_TRUE(trace_test::is_locked(path)) << "Open";
  closed_again([&] { action("Wireshark capture")->trigger(); });
  EXPECT_TRUE(trace_test::is_locked(path)) << "Export session";
  closed_again([&] { button("Save “Jitter” as a picture or as numbers")->click(); });
  EXPECT_TRUE(trace_test::is_locked(path)) << "of a panel";
  ::close(held);
}

TEST_F(RecordingTest, ATraceOfACallThatTheWindowsEndEndsIsAmongTheRecentFilesWithItsWholePath) {
  open();
  session.recording = {true, "call-12.jscope", 4096, true};
  ticks(6);
  session.call.stage = CallStage::kEnded;
  window->close();
  window.reset();
  open(false);
  auto* recent = action("Open call-12.jscope");
  ASSERT_TRUE(recent);
  EXPECT_EQ(recent->toolTip(), QDir::current().filePath("call-12.jscope"));
}

TEST_F(RecordingTest, ADeletedTraceIsNoFileToOpen) {
  open();
  session.recording = {true, "/traces/call-10.jscope", 4096, true};
  ticks(6);
  session.recording = {};
  ticks(6);
  EXPECT_FALSE(action("Open call-10.jscope"));
}

TEST_F(RecordingTest, AnExportCanLeaveNamesOut) {
  open();
  auto* choice = action("Export without names and addresses");
  ASSERT_TRUE(choice && choice->isCheckable());
  EXPECT_FALSE(choice->isChecked());
  const auto exported = [&] {
    action("Wireshark capture")->trigger();
    auto* dialog = window->findChild<QFileDialog*>();
    ASSERT_TRUE(dialog);
    emit dialog->fileSelected("/tmp/x.pcapng");
    delete dialog;
  };
  exported();
  EXPECT_FALSE(session.exported_anonymous);
  choice->trigger();
  exported();
  EXPECT_TRUE(session.exported_anonymous);
}

}  // namespace
}  // namespace jitterscope::recording_test
