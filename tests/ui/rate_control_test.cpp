// The rate control's section: what it sends, and that it says what is in force.
#include <QComboBox>
#include <QLineEdit>
#include <QSlider>

#include "core/algorithms/rate/rate_controllers.h"
#include "core/measures/views/rate_view.h"
#include "tests/ui/fakes/window_fixture.h"

namespace jitterscope::rate_control_test {
namespace {

class RateControlTest : public WindowFixture {
 protected:
  QComboBox* controller() { return named<QComboBox>("Controller of the rate"); }
  QLineEdit* argument() { return named<QLineEdit>("What the controller is given"); }
  QSlider* slider(const QString& name) { return named<QSlider>(name); }
  void choose(QComboBox* box, int index) {
    box->setCurrentIndex(index);
    emit box->activated(index);
  }
  void choose_controller(const std::string& name) {
    choose(controller(), controller()->findText(QString::fromStdString(find_rate_controller(name)->label)));
  }
  /// What was asked for last, in words; empty = nothing.
  std::string asked() {
    settle();
    const auto* sent = session.last<SetRateControl>();
    return sent ? sent->value.to_string() : std::string();
  }
  /// The session carries it out.
  void obey() {
    asked();
    if (const auto* sent = session.last<SetRateControl>()) session.set.rate_control = sent->value;
    ticks(6);
  }
};

TEST_F(RateControlTest, AControllerIsChosenFromThoseThereAre) {
  open();
  ASSERT_EQ(controller()->count(), static_cast<int>(rate_controllers().size()) + 1);
  EXPECT_EQ(controller()->currentText(), "Off: as the picture is set");
  for (const std::string name : {"two-stream", "latecki04"}) {
    choose_controller(name);
    EXPECT_EQ(asked(), name);
    obey();
    EXPECT_TRUE(labelled("in force: " + QString::fromStdString(name)));
    EXPECT_EQ(controller()->currentText().toStdString(), find_rate_controller(name)->label);
  }
  choose(controller(), 0);
  EXPECT_EQ(asked(), "off");
}

TEST_F(RateControlTest, ThePapersOwnAndOursAreTwoNamesInListAndMenu) {
  open();
  for (const std::string name : {"two-stream", "latecki04"}) {
    const auto label = QString::fromStdString(find_rate_controller(name)->label);
    EXPECT_TRUE(label.startsWith(QString::fromStdString(name))) << label.toStdString();
    EXPECT_GE(controller()->findText(label), 0);
    ASSERT_NE(action("Rate control: " + label), nullptr);
    action("Rate control: " + label)->trigger();
    EXPECT_EQ(asked(), name);
  }
  publish([](CallSnapshot& now) {
    auto sent = *now.rate_sent;
    sent.setting->controller = sent.controller = "latecki04";
    now.rate_sent = std::make_shared<const RateView>(sent);
  });
  session.set.rate_control.controller = "latecki04";
  action("Rate control of local sending")->trigger();
  ticks(6);
  EXPECT_TRUE(labelled("<b>latecki04</b>")) << "the call bar";
  EXPECT_TRUE(panel("Rate control")->reading().contains("target"));
}

TEST_F(RateControlTest, AControllerThatNeedsMoreWaitsForIt) {
  open();
  choose_controller("fixed");
  EXPECT_EQ(asked(), "") << "a rate is still to be given";
  EXPECT_TRUE(argument()->isVisibleTo(window.get()));
  EXPECT_TRUE(labelled("give a rate"));
  argument()->setText("one,two");
  emit argument()->editingFinished();
  EXPECT_EQ(asked(), "");
  EXPECT_TRUE(labelled("No commas"));
  argument()->setText(" 500kbit ");
  emit argument()->editingFinished();
  EXPECT_EQ(asked(), "fixed:500kbit");
  obey();
  EXPECT_FALSE(labelled("give a rate"));
}

TEST_F(RateControlTest, LimitsTakeEachOtherAlong) {
  open();
  field("At most")->setValue(500);
  EXPECT_EQ(asked(), "off,max=500kbit");
  field("At least")->setValue(700);
  EXPECT_EQ(asked(), "off,min=700kbit,max=700kbit");
}

TEST_F(RateControlTest, ThresholdsOfBothTestsOrOfOne) {
  open();
  slider("Low threshold L")->setValue(30);
  EXPECT_EQ(asked(), "off,pct-low=0.3,pdt-low=0.3");
  slider("High threshold U")->setValue(20);
  EXPECT_EQ(asked(), "off,pct-low=0.2,pct-high=0.2,pdt-low=0.2,pdt-high=0.2") << "L never lies above U";
  button("Thresholds of: PDT")->click();
  slider("High threshold U")->setValue(60);
  EXPECT_EQ(asked(), "off,pct-low=0.2,pct-high=0.2,pdt-low=0.2,pdt-high=0.6");
  button("Thresholds of: both")->click();
  EXPECT_TRUE(labelled("0.20 | 0.60")) << "they differ";
}

TEST_F(RateControlTest, PresetsAndEpsilon) {
  open();
  auto* presets = named<QComboBox>("Thresholds of the tests");
  EXPECT_EQ(presets->currentText(), "Paper");
  choose(presets, 1);
  EXPECT_EQ(asked(), "off,pct-low=0.08,pct-high=0.32,pdt-low=0.45,pdt-high=0.55,epsilon=0");
  EXPECT_EQ(slider("Least difference ε")->value(), 0);
  choose(presets, 0);
  EXPECT_EQ(asked(), "off");
  slider("Least difference ε")->setValue(100);
  settle();
  EXPECT_EQ(session.last<SetRateControl>()->value.trend.epsilon, Duration::ms(100));
  EXPECT_EQ(presets->currentIndex(), -1) << "own";
  slider("Least difference ε")->setValue(1);
  settle();
  EXPECT_EQ(session.last<SetRateControl>()->value.trend.epsilon, Duration::us(10));
}

TEST_F(RateControlTest, WhatIsKeptAndWhatThePictureTravelsBy) {
  open();
  button("Keep: motion")->click();
  EXPECT_EQ(asked(), "off,keep=motion");
  button("Picture over: TCP")->click();
  ASSERT_NE(session.last<SetTransport>(), nullptr);
  EXPECT_EQ(session.last<SetTransport>()->value, Transport::kTcp);
  session.set.transport = Transport::kTcp;
  ticks(6);
  EXPECT_TRUE(labelled("<b>TCP</b>")) << "the call bar";
  key(Qt::Key_T);
  EXPECT_EQ(session.last<SetTransport>()->value, Transport::kUdp);
}

TEST_F(RateControlTest, AKeySwitchesControlOnAndOff) {
  open();
  key(Qt::Key_C);
  EXPECT_EQ(asked(), "two-stream") << "ours, which heeds losses and missing reports as well";
  obey();
  std::string error;
  session.set.rate_control = *RateControlSetting::parse("fixed:500kbit", error);
  ticks(6);
  key(Qt::Key_C);
  EXPECT_EQ(asked(), "off");
  obey();
  key(Qt::Key_C);
  EXPECT_EQ(asked(), "fixed:500kbit") << "the one before, with its rate";
}

TEST_F(RateControlTest, EveryActionIsInTheMenusAndActs) {
  open();
  action("Rate control: two-stream")->trigger();
  EXPECT_EQ(asked(), "two-stream");
  action("keep motion")->trigger();
  action("thresholds of Pathload")->trigger();
  EXPECT_NE(asked().find("keep=motion,pct-low=0.08"), std::string::npos) << asked();
  action("Rate control of remote sending")->trigger();
  ticks(2);
  ASSERT_TRUE(panel("Rate control")->isVisible());
  EXPECT_FALSE(panel("Rate control")->reading().contains("target"));
  action("Rate control of local sending")->trigger();
  ticks(2);
  EXPECT_TRUE(panel("Rate control")->reading().contains("target"));
}

TEST_F(RateControlTest, TheTargetInForceIsSaid) {
  session.set.rate_control.controller = "two-stream";
  open();
  EXPECT_TRUE(labelled("in force: two-stream, 137"));
  EXPECT_TRUE(labelled("<b>two-stream</b>")) << "the call bar";
}

}  // namespace
}  // namespace jitterscope::rate_control_test
