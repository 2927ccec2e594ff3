// Classes of threads in the window: what the control sends, what the table and the plots show, the block of sound that
// hides scheduling, and the demonstration of priority.
#include <algorithm>

#include <QComboBox>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/thread_row.h"
#include "tests/ui/fakes/fake_threads.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/panels/threads_panel.h"
#include "ui/plots/halves_plot.h"
#include "ui/words/thread_words.h"

namespace jitterscope::priority_test {
namespace {

class PriorityTest : public WindowFixture {
 protected:
  std::string sent() {
    const auto* priority = session.last<SetPriority>();
    return priority ? std::string(to_string(priority->key)) + "=" + priority->value.to_string() : "nothing";
  }
  void choose(const QString& of, const QString& kind) {
    auto* box = named<QComboBox>("Class of " + of);
    const int index = box->findText(kind);
    ASSERT_GE(index, 0) << kind.toStdString();
    box->setCurrentIndex(index);
    emit box->activated(index);
  }
  const QTableWidgetItem& item(ThreadRole role, int column) {
    const auto row = std::ranges::find(session.latest->threads, role, &ThreadRow::role);
    return *panel<ThreadsPanel>()->threads().item(static_cast<int>(row - session.latest->threads.begin()), column);
  }
  QString cell(ThreadRole role, int column) { return item(role, column).text(); }
};

TEST_F(PriorityTest, EveryClassWithItsLevelIsSentOfOneThreadOrAll) {
  open();
  choose("audio-receive", "nice");
  EXPECT_EQ(sent(), "audio-receive=nice") << "the level is the program's until one is chosen";
  named<QSpinBox>("Level of audio-receive")->setValue(-5);
  EXPECT_EQ(sent(), "audio-receive=nice:-5");
  choose("audio-receive", "real-time");
  EXPECT_EQ(sent(), "audio-receive=realtime");
  named<QSpinBox>("Level of audio-receive")->setValue(30);
  EXPECT_EQ(sent(), "audio-receive=realtime:30");
  choose("audio-receive", "round robin");
  EXPECT_EQ(sent(), "audio-receive=rr");
  choose("audio-receive", "slice");
  named<QDoubleSpinBox>("Time reserved for audio-receive")->setValue(0.5);
  EXPECT_EQ(sent(), "audio-receive=slice:0.5");
  choose("audio-receive", "default");
  EXPECT_EQ(sent(), "audio-receive=default");
  EXPECT_EQ(session.count<SetPriority>(), 8);
  choose("all media threads", "round robin");
  named<QSpinBox>("Level of all media threads")->setValue(12);
  EXPECT_EQ(session.count<SetPriority>(), 16);
  EXPECT_EQ(sent(), "video-receive=rr:12");
}

TEST_F(PriorityTest, DeadlineIsForThePeriodicSendersAndAlwaysAPossibleReservation) {
  open();
  for (const auto* of : {"audio-receive", "video-receive", "all media threads"})
    EXPECT_LT(named<QComboBox>(QString("Class of ") + of)->findText("deadline"), 0) << of;
  choose("video-send", "deadline");
  EXPECT_EQ(sent(), "video-send=deadline");
  named<QDoubleSpinBox>("Time reserved for video-send")->setValue(4);
  EXPECT_EQ(sent(), "video-send=deadline:4/10");
  named<QDoubleSpinBox>("Period of video-send")->setValue(5);
  EXPECT_EQ(sent(), "video-send=deadline:2.5/5") << "at most half of a processor";
  EXPECT_TRUE(PrioritySetting::parse(session.last<SetPriority>()->value.to_string()));
}

TEST_F(PriorityTest, DeadlineIsNotAskedOfTheRemote) {
  open();
  for (const auto role : kMediaThreads) session.set.priorities[role] = *PrioritySetting::parse("deadline:2/8");
  const auto* sender = named<QComboBox>("Class of audio-send");
  button("Whose priority: both")->click();
  ticks(6);
  EXPECT_LT(sender->findText("deadline"), 0);
  EXPECT_EQ(sender->placeholderText(), "deadline") << "it is local all the same";
  EXPECT_EQ(sender->currentIndex(), -1);
  button("Whose priority: remote")->click();
  ticks(6);
  EXPECT_LT(sender->findText("deadline"), 0);
  EXPECT_EQ(sender->placeholderText(), "choose");
  button("Whose priority: local")->click();
  ticks(6);
  EXPECT_EQ(sender->currentText(), "deadline");
  EXPECT_EQ(named<QDoubleSpinBox>("Period of audio-send")->text(), "/ 8 ms");
  EXPECT_EQ(named<QComboBox>("Class of all media threads")->placeholderText(), "deadline");
  EXPECT_TRUE(session.sent.empty());
}

TEST_F(PriorityTest, TheRemoteIsAskedForKindsAlone) {
  open();
  button("Whose priority: both")->click();
  choose("audio-send", "real-time");
  EXPECT_EQ(session.count<SetPriority>(), 1);
  EXPECT_EQ(session.last<SetPriority>()->end, End::kBoth);
  named<QSpinBox>("Level of audio-send")->setValue(15);
  EXPECT_EQ(session.count<SetPriority>(), 3) << "local with the level, remote without";
  EXPECT_EQ(session.last<SetPriority>()->end, End::kRemote);
  EXPECT_EQ(sent(), "audio-send=realtime");
  button("Whose priority: remote")->click();
  ticks(6);
  EXPECT_FALSE(named<QSpinBox>("Level of audio-receive")->isVisible());
}

TEST_F(PriorityTest, PollingShowsWhatIsSetAndSendsNothing) {
  open();
  session.set.priorities[ThreadRole::kAudioSend] = *PrioritySetting::parse("deadline:2/8");
  session.set.priorities[ThreadRole::kAudioReceive] = *PrioritySetting::parse("nice:-7");
  ticks(12);
  EXPECT_EQ(named<QComboBox>("Class of audio-send")->currentText(), "deadline");
  EXPECT_EQ(named<QDoubleSpinBox>("Period of audio-send")->text(), "/ 8 ms");
  EXPECT_EQ(named<QSpinBox>("Level of audio-receive")->value(), -7);
  EXPECT_EQ(named<QComboBox>("Class of all media threads")->currentIndex(), -1) << "they differ";
  EXPECT_TRUE(session.sent.empty());
}

TEST(ThreadWords, ClassesWaysAndLosses) {
  auto rows = make_threads(100);
  const auto& audio = *find_thread(rows, ThreadRole::kAudioSend);
  EXPECT_EQ(effective_words(audio), "RR 20 by rtkit");
  EXPECT_TRUE(effective_tip(audio).contains("by rtkit"));
  EXPECT_EQ(loss_words(audio), "");
  auto video = *find_thread(rows, ThreadRole::kVideoSend);
  EXPECT_EQ(effective_words(video), "▲ default");
  EXPECT_EQ(loss_words(video), "demoted");
  EXPECT_TRUE(effective_tip(video).contains("watchdog") && effective_tip(video).contains("01:00"));
  video.demoted = false;
  EXPECT_EQ(loss_words(video), "lost 01:00");
  video.requested = "realtime 12";
  video.effective = "rr 12";
  EXPECT_TRUE(class_granted(video)) << "rtkit gives round robin";
  video.effective = "slice 0.1 ms";
  EXPECT_FALSE(class_granted(video));
}

TEST_F(PriorityTest, TheTableShowsClassLoadAndWakeUp) {
  open();
  show<ThreadsPanel>();
  EXPECT_EQ(cell(ThreadRole::kAudioSend, 2), "RR 20");
  EXPECT_EQ(cell(ThreadRole::kVideoSend, 2), "▲ demoted");
  EXPECT_EQ(cell(ThreadRole::kAudioSend, 4), "2.40");
  EXPECT_EQ(cell(ThreadRole::kAudioSend, 9), "43.2");
  EXPECT_EQ(cell(ThreadRole::kAudioDevice, 4), "–") << "not known is not zero";
  EXPECT_EQ(cell(ThreadRole::kAudioDevice, 10), "–");
  EXPECT_TRUE(panel<ThreadsPanel>()->reading().contains("1 without the class asked for"));
  EXPECT_TRUE(has(status(), "audio-send RR 20 by rtkit"));
}

TEST_F(PriorityTest, FiguresThatBeganWithAClassSaySinceWhen) {
  open();
  show<ThreadsPanel>();
  const auto tip = [&](ThreadRole role) { return item(role, 9).toolTip(); };
  const auto legend = [&] {
    QString words;
    for (const auto* line : all_in<ReadingLine>(*panel<ThreadsPanel>())) words += line->text() + "\n";
    return words;
  };
  EXPECT_TRUE(tip(ThreadRole::kAudioSend).contains("of the last 10 s"));
  EXPECT_FALSE(legend().contains("since its class changed"));
  publish([](CallSnapshot& now) {
    for (ThreadRow& row : now.threads)
      if (row.role == ThreadRole::kAudioSend) row.wake_since_s = 95;
  });
  EXPECT_TRUE(has(tip(ThreadRole::kAudioSend), "since its class changed at 01:35"));
  EXPECT_FALSE(tip(ThreadRole::kAudioSend).contains("of the last 10 s"));
  EXPECT_TRUE(tip(ThreadRole::kVideoReceive).contains("of the last 10 s"));
  EXPECT_TRUE(has(legend(), "since its class changed at 01:35"));
}

TEST_F(PriorityTest, PlotsFollowTheSelectionAndShareTheTimeAxis) {
  open();
  show<ThreadsPanel>();
  auto* shown = panel<ThreadsPanel>();
  EXPECT_EQ(shown->drawn_roles().size(), kMediaThreads.size());
  const auto plots = shown->findChildren<TimePlot*>();
  ASSERT_EQ(plots.size(), 2);
  const auto audio = static_cast<int>(ThreadRole::kAudioSend), ui = static_cast<int>(ThreadRole::kUi);
  EXPECT_GT(plots[0]->points_shown(audio), 0);
  EXPECT_EQ(plots[1]->points_shown(ui), 0);
  EXPECT_EQ(plots[0]->xAxis->range().lower, panel("Jitter")->findChild<TimePlot*>()->xAxis->range().lower);
  auto* table = const_cast<FigureTable*>(&shown->threads());
  // selectRow() asks for the keys held, of which one test may leave some to the next
  table->selectionModel()->select(table->model()->index(row_of(*table, "ui"), 0),
                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  EXPECT_EQ(shown->drawn_roles(), std::vector{ThreadRole::kUi});
  EXPECT_EQ(plots[0]->points_shown(audio), 0);
  EXPECT_GT(plots[1]->points_shown(ui), 0);
}

TEST_F(PriorityTest, AnAudioBlockInStepWithTheTickIsPointedOut) {
  open();
  const auto hint = [&] { return label_in(*window, "tick"); };
  EXPECT_TRUE(hint().contains("256") && hint().contains("171")) << hint().toStdString();
  named<QSpinBox>("Audio block")->setValue(171);
  ASSERT_NE(session.last<SetAudioBlock>(), nullptr);
  EXPECT_EQ(session.last<SetAudioBlock>()->value, 171);
  EXPECT_EQ(session.last<SetAudioBlock>()->end, End::kLocal);
  session.set.audio_block = 171;
  ticks(6);
  EXPECT_EQ(hint(), "");
}

TEST_F(PriorityTest, TheRemotesAudioBlockIsNotMine) {
  open();
  auto* block = named<QSpinBox>("Audio block");
  button("Whose sound: remote")->click();
  ticks(6);
  EXPECT_EQ(block->text(), "choose");
  EXPECT_FALSE(labelled("tick"));
  EXPECT_TRUE(session.sent.empty());
  block->stepUp();
  ASSERT_NE(session.last<SetAudioBlock>(), nullptr);
  EXPECT_EQ(session.last<SetAudioBlock>()->value, 256);
  EXPECT_EQ(session.last<SetAudioBlock>()->end, End::kRemote);
  ticks(6);
  EXPECT_EQ(block->text(), "choose");
  button("Whose sound: local")->click();
  ticks(6);
  EXPECT_EQ(block->value(), session.set.audio_block);
  EXPECT_EQ(session.count<SetAudioBlock>(), 1);
}

TEST_F(PriorityTest, DemonstrationComparesTheClasses) {
  open();
  publish([](CallSnapshot& now) { now.demonstration = make_priority_demonstration("done"); });
  auto* shown = panel<DemonstrationPanel>();
  EXPECT_EQ(window->front_tab(), shown);
  EXPECT_EQ(shown->table().rowCount(), 7);
  EXPECT_EQ(shown->table().whole_rows_shown(), 7);
  EXPECT_EQ(shown->table().cell(0, 2), "real-time 18");
  EXPECT_EQ(shown->table().cell(2, 0), "Kernel to user, p99");
  EXPECT_EQ(shown->table().cell(2, 3), "55.0 × lower");
  EXPECT_EQ(shown->table().cell(6, 3), "down to 0");
  EXPECT_TRUE(shown->sentence().contains("55 times sooner"));
  EXPECT_GE(named<HalvesPlot>("Kernel to user")->points_shown(), 200);
}

}  // namespace
}  // namespace jitterscope::priority_test
