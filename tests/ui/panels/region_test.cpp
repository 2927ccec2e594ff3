// The region panel over made-up points: limits dragged, the space turned, presets, words, empty states.
#include <gtest/gtest.h>

#include <cmath>

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTimer>
#include <QWheelEvent>

#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"
#include "tests/ui/fakes/find.h"
#include "ui/controls/quality_verdict.h"
#include "ui/kept_settings.h"
#include "ui/panels/region_panel.h"
#include "ui/region/octant_planes.h"
#include "ui/region/octant_view.h"

namespace jitterscope::region_test {
namespace {

constexpr LimitHandle kAudioLatency{Medium::kAudio, QualityAxis::kLatency, 0};
constexpr LimitHandle kVideoJitter{Medium::kVideo, QualityAxis::kJitter, 0};

class Region : public testing::Test {
 protected:
  Region() {
    QSettings("jitterscope", "jitterscope").setValue("quality/shown", 2);  // both media
    settings = std::make_unique<QualitySettings>();
    panel = std::make_unique<RegionPanel>(view, *settings);
    panel->resize(700, 460);
    panel->show();
    QObject::connect(&view, &ViewState::changed, panel.get(), [this] { panel->draw(latest); });  // as the window's tick
  }
  ~Region() override {
    panel.reset();
    settings.reset();
  }
  /// As the next window finds them, once the hand rested.
  std::unique_ptr<QualitySettings> kept() {
    for (auto* timer : settings->findChildren<QTimer*>())
      if (timer->isActive()) timer->start(0);
    QTest::qWait(1);
    return std::make_unique<QualitySettings>();
  }

  void draw(const QualityPoint& audio, QualityPoint video) {
    video.due_per_second = video.due_per_second.value_or(30);
    CallSnapshot now;
    now.elapsed_s = 100;
    now.received(Medium::kAudio).quality = QualityView{audio, {{98, {40, 4, 0}}, {99, audio}}};
    now.received(Medium::kVideo).quality = QualityView{video, {{99, video}}};
    latest = std::make_shared<const CallSnapshot>(now);
    panel->draw(latest);
    QApplication::processEvents();
  }
  void draw() { draw({92, 3, 0.006}, {92, 61, 0.1}); }
  OctantView& octant() { return *panel->findChild<OctantView*>(); }
  OctantPlanes& planes() { return *panel->findChild<OctantPlanes*>(); }
  static void drag(QWidget& on, QPointF from, QPointF to) {
    QTest::mouseMove(&on, from.toPoint());
    QTest::mousePress(&on, Qt::LeftButton, {}, from.toPoint());
    for (const double part : {0.3, 0.7, 1.0}) {
      const QPointF at = from + part * (to - from);
      QMouseEvent move(QEvent::MouseMove, at, on.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
      QApplication::sendEvent(&on, &move);
    }
    QTest::mouseRelease(&on, Qt::LeftButton, {}, to.toPoint());
    QApplication::processEvents();
  }
  template <typename Widget>
  Widget* named(const QString& name) {
    return named_in<Widget>(*panel, name);
  }

  ViewState view;
  std::unique_ptr<QualitySettings> settings;
  std::unique_ptr<RegionPanel> panel;
  std::shared_ptr<const CallSnapshot> latest;
};

TEST_F(Region, ReadsInsideAndOutsideWithTheLimitCrossed) {
  draw();
  // scaled 0.4, 0.1, 0.1: √0.18 = 0.424
  EXPECT_EQ(panel->reading(), "Audio inside, quality distance 0.42  ·  Video outside: jitter 61 ms is above 50 ms");
}

TEST(RegionPlanes, ATitleIsAsWideAsItsPlane) {
  const QFontMetrics metrics(QApplication::font());
  for (std::size_t plane = 0; plane < OctantPlanes::kPlanes.size(); ++plane)
    for (const int room : {40, 60, 120, 300})
      EXPECT_LE(metrics.horizontalAdvance(OctantPlanes::title_of(plane, metrics, room)), room);
  EXPECT_EQ(OctantPlanes::title_of(1, metrics, 1000), "not played % ↑   latency ms →");
}

constexpr QSize kAt1280x800{320, 125}, kAt1280x760{320, 104};

struct ShownOctant {
  explicit ShownOctant(QSize size) {
    octant.resize(size);
    octant.show();
  }
  QPointF end(QualityAxis axis) const { return octant.projection().to_screen(axis_point(axis, 1)); }
  std::array<QRectF, kQualityAxes> titles() const { return octant.title_boxes(); }
  void press(Qt::Key key, int times) {
    for (int i = 0; i < times; ++i) QTest::keyClick(&octant, key);
  }
  OctantView octant;
};

TEST(RegionOctant, InALowViewTheSpaceHasTheHeightAndItsTitlesAreBesideIt) {
  for (const QSize size : {kAt1280x800, kAt1280x760, QSize(480, 130)}) {
    const ShownOctant shown(size);
    QPolygonF space;
    for (const double x : {0, 1})
      for (const double y : {0, 1})
        for (const double z : {0, 1}) space << shown.octant.projection().to_screen({x, y, z});
    EXPECT_GE(space.boundingRect().height(), 0.65 * size.height()) << size.height();
    const auto [latency, jitter, loss] = shown.titles();
    EXPECT_GT(latency.left(), shown.end(QualityAxis::kLatency).x()) << size.height();
    EXPECT_LT(jitter.right(), shown.end(QualityAxis::kJitter).x()) << size.height();
    EXPECT_GT(loss.left(), shown.end(QualityAxis::kLoss).x()) << size.height();
  }
}

TEST(RegionOctant, TurnedAnyWayAndZoomedNoTitleTouchesAnotherOrTheLegend) {
  for (const QSize size : {kAt1280x800, kAt1280x760, QSize(430, 230), QSize(300, 240), QSize(200, 300)}) {
    ShownOctant shown(size);
    const double legend = size.height() - shown.octant.fontMetrics().height();
    const auto check = [&] {
      const auto titles = shown.titles();
      std::string found;
      for (std::size_t one = 0; one < titles.size(); ++one) {
        if (titles[one].bottom() > legend) found += " legend";
        for (std::size_t other = 0; other < one; ++other)
          if (titles[one].intersects(titles[other])) found += " title";
      }
      EXPECT_EQ(found, "") << size.width() << "x" << size.height() << ", turned by " << shown.octant.projection().yaw()
                           << " and " << shown.octant.projection().pitch();
    };
    for (int yaw = 0; yaw < 360; yaw += 15) {
      for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down})
        for (int pitch = 0; pitch < 100 && !testing::Test::HasFailure(); pitch += 5) {
          check();
          shown.press(key, 1);
        }
      shown.press(Qt::Key_Right, 3);
    }
    shown.press(Qt::Key_Home, 1);
    for (int steps = 0; steps < 9; ++steps) {
      check();
      const QPointF middle = shown.octant.rect().center();
      QWheelEvent wheel(middle, shown.octant.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                        Qt::NoScrollPhase, false);
      QApplication::sendEvent(&shown.octant, &wheel);
    }
  }
}

TEST_F(Region, EmptyStatesSayWhatWillAppear) {
  panel->draw(nullptr);
  EXPECT_TRUE(panel->empty_sentence().contains("appears here once a call is up"));
  panel->draw(std::make_shared<const CallSnapshot>());
  EXPECT_TRUE(panel->empty_sentence().contains("Nothing has been received yet"));
  draw();
  EXPECT_EQ(panel->empty_sentence(), "");
}

TEST_F(Region, AnUnknownCoordinateIsADashNotADistance) {
  draw({std::nullopt, 3, 0.006}, {92, 6, 0.1});
  EXPECT_TRUE(panel->reading().startsWith("Audio – latency not known")) << panel->reading().toStdString();
}

TEST_F(Region, ADraggedLimitFollowsTheMouseInSettingsViewsNumbersAndWords) {
  draw();
  QSignalSpy told(&view, &ViewState::changed);
  const QPointF from = octant().position(kAudioLatency);
  const QPointF origin = octant().projection().to_screen({0, 0, 0});
  const double range = octant().scene().range[0];
  drag(octant(), from, from + (origin - from) * 0.7);  // to about a third: 230 → 69
  const double limit = settings->limits(Medium::kAudio).latency_ms;
  EXPECT_NEAR(limit, 69, 5);
  EXPECT_GE(told.size(), 1);
  EXPECT_EQ(settings->limits(Medium::kVideo).latency_ms, 230) << "the other medium's stays";
  EXPECT_TRUE(panel->reading().startsWith("Audio outside: latency 92 ms is above")) << panel->reading().toStdString();
  EXPECT_NEAR(octant().scene().range[0], range, 1) << "video's limit still needs the range";
  const double drawn =
      octant().projection().along_axis(QualityAxis::kLatency, octant().position(kAudioLatency)).value() *
      octant().scene().range[0];
  EXPECT_NEAR(drawn, limit, 1);
  EXPECT_NEAR(named<QDoubleSpinBox>("Audio latency limit")->value(), limit, 0.1);
  EXPECT_EQ(named<QComboBox>("Limits")->currentText(), "Own limits");
  EXPECT_FALSE(octant().dragging());
  EXPECT_EQ(QualitySettings().limits(Medium::kAudio), default_limits(Medium::kAudio)) << "not written at each move";
  EXPECT_EQ(kept()->limits(Medium::kAudio), settings->limits(Medium::kAudio)) << "kept for the next window";
}

TEST_F(Region, TheSidesShareTheHandles) {
  draw();
  const LimitHandle up{Medium::kVideo, QualityAxis::kJitter, 1};  // of latency–jitter
  const QPointF from = planes().position(up), before = octant().position(kVideoJitter);
  const QRectF area = planes().area(0);
  drag(planes(), from, {from.x(), area.bottom() - area.height() * 0.5});
  EXPECT_NEAR(settings->limits(Medium::kVideo).jitter_ms, 0.5 * 67.1, 3);  // the range was 1.1 · 61
  EXPECT_NE(octant().position(kVideoJitter), before);
  EXPECT_EQ(settings->limits(Medium::kAudio), default_limits(Medium::kAudio));
}

TEST_F(Region, TheMouseAndTheKeysTurnTheSpace) {
  draw();
  const auto end = [&](QualityAxis axis) { return octant().projection().to_screen(axis_point(axis, 1)); };
  const double yaw = octant().projection().yaw(), pitch = octant().projection().pitch();
  const QPointF latency = end(QualityAxis::kLatency), jitter = end(QualityAxis::kJitter);
  const QPointF empty(octant().width() - 6, 6);
  drag(octant(), empty, empty + QPointF(-50, 20));
  EXPECT_NEAR(octant().projection().yaw(), yaw + 30, 1);
  EXPECT_NEAR(octant().projection().pitch(), pitch + 12, 1);
  EXPECT_GT(std::abs(end(QualityAxis::kLatency).x() - latency.x()), 10);
  EXPECT_EQ(settings->preset(), QualityPreset::kVideoconference) << "turning drags no limit";
  QTest::mouseDClick(&octant(), Qt::LeftButton);
  EXPECT_EQ(octant().projection().yaw(), yaw);
  EXPECT_EQ(end(QualityAxis::kJitter), jitter);

  QTest::keyClick(&octant(), Qt::Key_Right);
  QTest::keyClick(&octant(), Qt::Key_Right);
  QTest::keyClick(&octant(), Qt::Key_Up);
  EXPECT_EQ(octant().projection().yaw(), yaw + 10);
  EXPECT_EQ(octant().projection().pitch(), pitch + 5);
  EXPECT_NE(end(QualityAxis::kJitter), jitter);
  QTest::keyClick(&octant(), Qt::Key_Home);
  EXPECT_EQ(end(QualityAxis::kJitter), jitter);
  for (int i = 0; i < 100; ++i) QTest::keyClick(&octant(), Qt::Key_Down);
  EXPECT_EQ(octant().projection().pitch(), OctantProjection::kLeastPitch);
}

TEST_F(Region, TheWheelZoomsWhereTheGoodPointsAre) {
  draw();
  const auto turn = [&](QPoint by) {
    QWheelEvent wheel({20, 20}, {20, 20}, {}, by, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&octant(), &wheel);
    const auto from = octant().projection().to_screen({0, 0, 0}),
               to = octant().projection().to_screen({0.25, 0.25, 0.25});
    EXPECT_TRUE(QRectF(octant().rect()).contains(to));
    return std::hypot(to.x() - from.x(), to.y() - from.y());
  };
  const double before = turn({120, 0});
  EXPECT_NEAR(turn({0, 120}), 1.25 * before, 0.01 * before) << "up; sideways did nothing";
  for (int i = 0; i < 30; ++i) turn({0, 120});
  QTest::keyClick(&octant(), Qt::Key_Home);
  EXPECT_NEAR(turn({120, 0}), before, 0.01);
}

TEST_F(Region, WhatAnOlderProgramKeptIsReadWhateverTheWordsOnScreen) {
  kept_settings().setValue("quality/audio/loss", 0.11);
  EXPECT_EQ(QualitySettings().limits(Medium::kAudio).loss_ratio, 0.11);
}

TEST_F(Region, WhereItIsNarrowTheSidesAreAChoice) {
  panel->resize(340, 270);
  draw();
  EXPECT_TRUE(octant().isVisible());
  EXPECT_FALSE(planes().isVisible());
  named<QAbstractButton>("Quality space seen: sides")->click();
  QApplication::processEvents();
  EXPECT_FALSE(octant().isVisible());
  ASSERT_TRUE(planes().isVisible());
  for (std::size_t plane = 0; plane < 3; ++plane) {
    EXPECT_GT(planes().area(plane).width(), 55) << plane;
    EXPECT_GT(planes().area(plane).height(), 80) << plane;
    EXPECT_TRUE(QRectF(planes().rect()).contains(planes().area(plane)));
  }
  panel->resize(700, 460);
  QApplication::processEvents();
  EXPECT_TRUE(octant().isVisible() && planes().isVisible());
}

TEST_F(Region, WhereItIsWideAndLowNoSideIsFlat) {
  panel->resize(494, 193);  // below the jitter of a window of 1280x800
  draw();
  const auto flattest = [this] {
    double least = 1000;
    for (std::size_t plane = 0; plane < 3; ++plane) least = std::min(least, planes().area(plane).height());
    return least;
  };
  EXPECT_TRUE(octant().isVisible());
  EXPECT_TRUE(!planes().isVisible() || flattest() > 30) << flattest();
  auto* sides = named<QAbstractButton>("Quality space seen: sides");
  ASSERT_TRUE(sides && sides->isVisible()) << "they are a choice";
  sides->click();
  QApplication::processEvents();
  ASSERT_TRUE(planes().isVisible());
  EXPECT_GT(flattest(), 30);
}

TEST_F(Region, PresetsAndMetricsChangeWhatIsAccepted) {
  draw({92, 14, 0.02}, {92, 6, 0.005});
  EXPECT_TRUE(panel->reading().startsWith("Audio inside"));
  auto* presets = named<QComboBox>("Limits");
  presets->setCurrentIndex(2);
  emit presets->activated(2);
  EXPECT_EQ(settings->limits(Medium::kAudio), limits_of(QualityPreset::kBroadcast, Medium::kAudio));
  EXPECT_TRUE(panel->reading().replace(QChar::Nbsp, ' ').startsWith("Audio outside: not played 2 % is above 1 %"))
      << panel->reading().toStdString();
  EXPECT_EQ(kept()->preset(), QualityPreset::kBroadcast);

  auto* metrics = named<QComboBox>("Metric");
  metrics->setCurrentIndex(2);
  emit metrics->activated(2);
  EXPECT_EQ(to_string(settings->metric(Medium::kAudio)), "g107");
  EXPECT_EQ(to_string(settings->metric(Medium::kVideo)), "euclidean") << "G.107 knows no picture";
  EXPECT_TRUE(has(panel->reading(), "MOS"));
  for (const LimitHandle& handle : octant().handles()) EXPECT_EQ(handle.medium, Medium::kVideo);
  EXPECT_EQ(kept()->metric_kind(), QualityMetricKind::kG107);
}

TEST_F(Region, ATypedNumberMovesTheHandle) {
  draw();
  const QPointF before = octant().position({Medium::kAudio, QualityAxis::kLoss, 0});
  named<QDoubleSpinBox>("Audio not played limit")->setValue(30);
  EXPECT_DOUBLE_EQ(settings->limits(Medium::kAudio).loss_ratio, 0.3);
  EXPECT_LT(octant().position({Medium::kAudio, QualityAxis::kLoss, 0}).y(), before.y()) << "up is more";
}

TEST_F(Region, TheLimitOfThePictureIsFramesASecond) {
  draw({92, 14, 0.02}, {.latency_ms = 92, .jitter_ms = 6, .loss_ratio = 0.85, .due_per_second = 15});
  EXPECT_TRUE(
      has(panel->reading().replace(QChar::Nbsp, ' '), "Video outside: not played 85 % is above 80 %, 3 of 15 frames/s"))
      << panel->reading().toStdString();
  auto* frames = named<QDoubleSpinBox>("Video frames played limit");
  EXPECT_EQ(frames->value(), 3);
  EXPECT_TRUE(named<QDoubleSpinBox>("Video not played limit")->isHidden());
  frames->setValue(0.5);
  EXPECT_EQ(settings->limits(Medium::kVideo).frames_per_second, 0.5);
  EXPECT_TRUE(has(panel->reading(), "Video inside")) << "97 % may be not played";
  EXPECT_EQ(kept()->limits(Medium::kVideo).frames_per_second, 0.5);
  settings->choose(QualityPreset::kBroadcast);
  EXPECT_TRUE(frames->isHidden());
  EXPECT_EQ(named<QDoubleSpinBox>("Video not played limit")->value(), 1);
  EXPECT_FALSE(kept()->limits(Medium::kVideo).frames_per_second);
}

TEST_F(Region, WhereMoreFramesAreWantedThanAreDueTheAxisStillShowsThePoints) {
  settings->set_limits(Medium::kVideo, with_frames_per_second({230, 50}, 20));
  draw({92, 14, 0.02}, {.latency_ms = 92, .jitter_ms = 6, .loss_ratio = 0.33, .due_per_second = 15});
  EXPECT_TRUE(has(panel->reading(), "fewer than 20 frames/s"));
  EXPECT_EQ(planes().scene().range[2], 1) << "no share of them is a limit";
}

TEST_F(Region, SharesOfAnOlderProgramStayShares) {
  kept_settings().setValue("quality/video/loss", 0.9);
  EXPECT_EQ(QualitySettings().limits(Medium::kVideo), default_limits(Medium::kVideo)) << "its own default";
  kept_settings().setValue("quality/video/loss", 0.5);
  EXPECT_FALSE(QualitySettings().limits(Medium::kVideo).frames_per_second);
  EXPECT_EQ(QualitySettings().limits(Medium::kVideo).loss_ratio, 0.5);
}

TEST_F(Region, HoverGivesTheNearestMomentsValues) {
  draw();
  const auto unit = unit_point({40, 4, 0}, octant().scene().range);
  const QString words = octant().text_at(octant().projection().to_screen(*unit));
  EXPECT_TRUE(has(words, "Audio received locally, 01:38.0"));
  EXPECT_TRUE(has(words, "jitter 4.00"));
  EXPECT_EQ(octant().text_at({-500, -500}), "");
}

TEST_F(Region, TheHeldPointStays) {
  draw({46, 3, 0}, {46, 5, 0});
  view.hold_ghost(latest);
  draw();
  const auto& audio = octant().scene().media.front();
  ASSERT_TRUE(audio.held_here);
  EXPECT_EQ(audio.held_here->latency_ms, 46);
  EXPECT_EQ(audio.here->now.latency_ms, 92);
}

TEST_F(Region, CsvHasTheTrailAndItsLimits) {
  draw();
  const QString text = csv_of(*panel);
  EXPECT_TRUE(text.startsWith("medium,received,at_s,latency_ms,jitter_ms,not_played_ratio,"));
  EXPECT_TRUE(text.contains("audio,local,98,40,4,0,"));
  EXPECT_TRUE(text.contains("video,local,99,92,61,0.1,"));
  EXPECT_EQ(text.count(",false,"), 1);
  const auto audio = text.split('\n').filter("audio,local,");
  EXPECT_EQ(audio.filter(",true,230,30,0.06,,euclidean").size(), audio.size());
}

TEST_F(Region, TheVerdictFollowsTheLimits) {
  draw();
  QualityVerdictLine line(*settings);
  EXPECT_EQ(line.text(), "Audio – nothing received yet\nVideo – nothing received yet\nlast 10 s");
  line.draw(latest);
  EXPECT_EQ(line.text(), "Audio inside, quality distance 0.42\nVideo outside: jitter 61 ms is above 50 ms\nlast 10 s");
  settings->set_limits(Medium::kVideo, with_frames_per_second({230, 100}, 3));
  EXPECT_TRUE(has(line.text(), "Video inside, quality distance 0.74\n"));  // √(.16 + .3721 + .0123)
}

}  // namespace
}  // namespace jitterscope::region_test
