// What the window shows of a made-up session, and when it draws.
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/quality_view.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/readouts.h"
#include "ui/plots/time_plot.h"
#include "ui/widgets/video_view.h"
#include "ui/words/text.h"

namespace jitterscope::window_test {
namespace {

using WindowTest = WindowFixture;

TEST_F(WindowTest, EachPictureIsReportedOnceItIsPainted) {
  open(true);
  auto* view = first_in<VideoView>(*window);
  view->repaint();
  session.shown.clear();
  session.remote_pictures = 1;
  window->take_pictures();
  EXPECT_TRUE(session.shown.empty()) << "taken, not painted yet";
  view->repaint();
  view->repaint();
  EXPECT_EQ(session.shown, std::vector<std::int64_t>{11265});
  session.remote_pictures = 2;
  window->take_pictures();
  window->take_pictures();
  view->repaint();
  EXPECT_EQ(session.shown.size(), 2) << "one that another replaced was never seen";
}

TEST_F(WindowTest, TheLastPictureOfACallIsNotShownAfterIt) {
  open(true);
  auto* view = first_in<VideoView>(*window);
  window->showMinimized();
  session.remote_pictures = 1;
  window->take_pictures();  // their bell rings once
  session.call = {};
  session.call.stage = CallStage::kEnded;
  session.remote_pictures = 1;  // another, whose bell has not been heard yet
  ticks(6);
  EXPECT_FALSE(view->has_remote());
  window->showNormal();
  window->take_pictures();  // one of this end's own camera
  EXPECT_FALSE(view->has_remote());
  session.remote_pictures = 1;  // was under way when the call ended
  window->take_pictures();
  EXPECT_FALSE(view->has_remote());
  EXPECT_EQ(session.remote_pictures, 0) << "nor kept for the next call";
}

TEST_F(WindowTest, EmptyPanelsSayWhatWillAppear) {
  open(false);
  for (auto* found : window->findChildren<Panel*>()) {
    found->draw(nullptr);
    EXPECT_GT(found->empty_sentence().size(), 20) << found->title().toStdString();
  }
  auto now = make_snapshot(30);
  now.demonstration = make_demonstration("done");
  session.latest = std::make_shared<const CallSnapshot>(now);
  for (auto* found : window->findChildren<Panel*>()) {
    if (found->title() == "Compare" || found->only_with_file()) continue;  // they show what the user takes or opens
    found->draw(session.latest);
    EXPECT_EQ(found->empty_sentence(), "") << found->title().toStdString();
  }
}

TEST_F(WindowTest, ReadoutsShowDashesForWhatIsNotKnown) {
  open(true);
  auto* readouts = window->findChild<Readouts*>();
  EXPECT_EQ(readouts->text(6, 0), "0.87");
  auto now = make_snapshot(121);
  now.received(Medium::kAudio).figures.jitter_rfc3550_ms.reset();
  now.received(Medium::kAudio).figures.recent_delay_mean_ms.reset();
  now.received(Medium::kAudio).quality->now.latency_ms.reset();
  now.received(Medium::kAudio).quality->now.no_latency = NoLatency::kClocks;
  now.reported(Medium::kVideo).figures.reset();
  deliver(now, 1);
  EXPECT_EQ(readouts->text(6, 0), "–");
  EXPECT_EQ(readouts->text(3, 0), "–");
  EXPECT_EQ(readouts->text(3, 2), figure(now.received(Medium::kVideo).quality->now.latency_ms));
  EXPECT_EQ(readouts->text(5, 0), "–");
  EXPECT_EQ(readouts->text(0, 3), "–");
}

TEST_F(WindowTest, StatusNamesRefusedClassAndDrops) {
  open(true);
  auto* status = window->findChild<StatusLine*>();
  EXPECT_TRUE(has(status->text(), "video-send ▲ default"));
  EXPECT_TRUE(status->text().contains("0 lost between threads"));
  auto now = make_snapshot(121);
  now.rings[0].dropped = 7;
  deliver(now, 6);
  EXPECT_TRUE(status->text().contains("▲ 7 lost between threads"));
}

TEST_F(WindowTest, DrawsAtMost25TimesASecond) {
  open(true);
  ticks(6);  // what has been read has found its place
  auto* timer = window->findChild<QTimer*>("redraw");
  ASSERT_NE(timer, nullptr);
  EXPECT_GE(timer->interval(), 40);
  timer->stop();
  auto* plot = panel("Jitter")->findChild<TimePlot*>();
  int replots = 0;
  QObject::connect(plot, &QCustomPlot::afterReplot, plot, [&] { ++replots; });
  window->refresh();
  QApplication::processEvents();
  EXPECT_EQ(replots, 0) << "nothing new, nothing drawn";
  for (int x = 100; x < 300; ++x) {  // a fast pointer asks for drawing, only the tick draws
    QTest::mouseMove(plot, {x, 40});
    QApplication::processEvents();
  }
  EXPECT_EQ(replots, 0);
  window->refresh();
  QApplication::processEvents();
  EXPECT_EQ(replots, 1);
}

TEST_F(WindowTest, TheOtherSideHasAnAxisOfItsOwn) {
  open(true);
  auto* plot = panel("Jitter")->findChild<TimePlot*>();
  session.advance_to(121);
  ticks(1);
  EXPECT_GT(plot->yAxis->range().upper, 20);
  window->view().set_side(Side::kRemote);
  ticks(1);
  EXPECT_LT(plot->yAxis->range().upper, 15);
  EXPECT_LT(plot->yAxis->range().lower, 0) << "a line at 0 lies above the axis";
}

}  // namespace
}  // namespace jitterscope::window_test
